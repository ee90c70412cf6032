import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { accessLevelsQuery } from '@/api/queries';
import type { Client } from '@/api/types';
import { AccessMark } from '@/components/AccessMark';
import { statusNames, statusTones } from '@/components/access';
import { Badge } from '@/components/Badge';
import { Button } from '@/components/Button';
import { formatDay, formatNumber, inWords } from '@/components/format';
import { QueryView } from '@/components/QueryView';
import { Section } from '@/components/Section';
import { When } from '@/components/When';
import { useCanWrite } from '@/session/session';
import { RecordPreview } from '../RecordPreview';
import { EditDialog } from './EditDialog';

/** What the client may read, until when, and its edit dialog. */
export function AccessSection({ client }: { client: Client }) {
  const [isEditing, setIsEditing] = useState(false);
  const [isPreview, setIsPreview] = useState(false);
  const levels = useQuery(accessLevelsQuery);
  const canWrite = useCanWrite() && client.status !== 'revoked';
  return (
    <Section
      title="Access"
      actions={
        <>
          <Button size="small" onPress={() => setIsPreview(!isPreview)} aria-expanded={isPreview}>
            {isPreview ? 'Hide preview' : 'Preview a record'}
          </Button>
          {canWrite && (
            <Button size="small" onPress={() => setIsEditing(true)}>
              Edit…
            </Button>
          )}
        </>
      }
    >
      <dl className="facts">
        <Fact label="Status">
          <Badge tone={statusTones[client.status]}>{statusNames[client.status]}</Badge>
        </Fact>
        <Fact label="Access level">
          <AccessMark access={client.access} />
        </Fact>
        <Fact label="Expires">
          {client.expires_at ? `End of ${formatDay(client.expires_at)}, UTC` : 'Never'}
        </Fact>
        <Fact label="Created">
          <When at={client.created_at} />
        </Fact>
        {!client.publishable_key && (
          <Fact label="Last sign-in">
            <When at={client.last_authenticated_at} isRelative />
          </Fact>
        )}
        <Fact label="Last request">
          <When at={client.last_request_at} isRelative />
        </Fact>
        <Fact label="Requests today">{formatNumber(client.requests_today)}</Fact>
        <Fact label="Requests in 30 days">{formatNumber(client.requests_30_days)}</Fact>
      </dl>
      <div className="resource-names">
        <span className="quiet small">Resources</span>
        <span>
          {client.resources === null
            ? 'All, including those of later versions'
            : client.resources.map(inWords).join(', ')}
        </span>
      </div>
      {canWrite && client.status === 'active' && client.access === 'pseudonymous' && (
        <p>
          <Link to="/exports/new" search={{ client: client.id }}>
            Start an export for this client
          </Link>
        </p>
      )}
      {isPreview && (
        <QueryView query={levels} lines={6}>
          {({ resources }) => (
            <RecordPreview
              access={client.access}
              resources={client.resources ?? resources}
              clientId={client.id}
            />
          )}
        </QueryView>
      )}
      {levels.data && isEditing && (
        <EditDialog client={client} levels={levels.data} onClose={() => setIsEditing(false)} />
      )}
    </Section>
  );
}

function Fact({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
