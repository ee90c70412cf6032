import auditFields from 'messages:auditFields';
import text from 'messages:clients';
import shared from 'messages:shared';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { accessLevelsQuery } from '@/api/queries';
import type { Client } from '@/api/types';
import { AccessMark } from '@/components/AccessMark';
import { Button } from '@/components/Button';
import { Fact } from '@/components/Fact';
import { formatDay } from '@/components/format';
import { QueryView } from '@/components/QueryView';
import { Section } from '@/components/Section';
import { When } from '@/components/When';
import { useCanWrite } from '@/session/session';
import { RenewButton } from '../change/RenewButton';
import { PersonalDataNames } from '../PersonalDataMarks';
import { namesOf } from '../personalData';
import { RecordPreview } from '../RecordPreview';
import { StatusBadge } from '../StatusBadge';
import { EditDialog } from './EditDialog';
import { ReadableResources } from './ReadableResources';
import { isExpiring } from './StatusNotice';

/** What the client may read, until when, and its edit dialog. */
export function AccessSection({ client }: { client: Client }) {
  const [isEditing, setIsEditing] = useState(false);
  const [isPreview, setIsPreview] = useState(false);
  const levels = useQuery(accessLevelsQuery);
  const canWrite = useCanWrite() && client.status !== 'revoked';
  return (
    <Section
      title={text('access')}
      actions={
        <>
          <Button size="small" onPress={() => setIsPreview(!isPreview)} aria-expanded={isPreview}>
            {isPreview ? text('hidePreview') : text('previewRecord')}
          </Button>
          {canWrite && (
            <Button size="small" onPress={() => setIsEditing(true)}>
              {shared('editEllipsis')}
            </Button>
          )}
        </>
      }
    >
      <dl className="facts">
        <Fact label={text('status')}>
          <StatusBadge status={client.status} />
        </Fact>
        <Fact label={shared('accessLevel')}>
          <AccessMark access={client.access} />
        </Fact>
        <Fact label={shared('lastDay')}>
          <span className="last-day">
            {client.expires_at ? text('dayInUtc', { day: formatDay(client.expires_at) }) : shared('noExpiry')}
            {!isExpiring(client) && <RenewButton client={client} variant="ghost" />}
          </span>
        </Fact>
        {!client.publishable_key && (
          <Fact label={auditFields('mcp')}>{text(client.mcp ? 'assistantsMay' : 'assistantsMayNot')}</Fact>
        )}
        <Fact label={text('created')}>
          <When at={client.created_at} />
        </Fact>
      </dl>
      <div className="personal-data-fact">
        <span className="quiet small">{text('personalDataThatItMayRead')}</span>
        <PersonalDataNames kinds={client.personal_data} />
      </div>
      <QueryView query={levels} lines={6}>
        {(loaded) => (
          <>
            <ReadableResources client={client} levels={loaded} />
            {isPreview && (
              <RecordPreview
                access={client.access}
                resources={client.resources ?? namesOf(loaded)}
                clientId={client.id}
              />
            )}
            {isEditing && <EditDialog client={client} levels={loaded} onClose={() => setIsEditing(false)} />}
          </>
        )}
      </QueryView>
      {canWrite && client.status === 'active' && client.access === 'pseudonymous' && (
        <p className="section-end">
          <Link to="/exports/new" search={{ client: client.id }}>
            {text('startExport')}
          </Link>
        </p>
      )}
    </Section>
  );
}
