import text from 'messages:clients';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { auditQuery, clientSummaryQuery } from '@/api/queries';
import type { Client } from '@/api/types';
import { CopyButton } from '@/components/CopyButton';
import { Paging } from '@/components/Paging';
import { QueryView } from '@/components/QueryView';
import { Empty, Section } from '@/components/Section';
import { ServerText } from '@/components/ServerText';
import { AuditList } from '@/features/audit/AuditList';
import '@/features/audit/audit.css';
import { AccessPeriods } from '../processing/AccessPeriods';
import { useShownClient } from './useShownClient';

const route = getRouteApi('/clients/$clientId/history');

/** What a client could read and when, and what administrators changed. */
export function HistoryTab() {
  const client = useShownClient();
  return (
    <>
      <ProcessingRecord client={client} />
      <Changes client={client} />
    </>
  );
}

function ProcessingRecord({ client }: { client: Client }) {
  const query = useQuery(clientSummaryQuery(client.id));
  return (
    <Section
      title={text('whatCouldItRead')}
      description={text('forTheRecord')}
      actions={
        <>
          {query.data && <CopyButton text={query.data.text} label={text('copyParagraph')} />}
          <Link
            to="/clients/$clientId/record"
            params={{ clientId: client.id }}
            className="button button-secondary button-small"
          >
            {text('openForPrinting')}
          </Link>
        </>
      }
    >
      <QueryView query={query} lines={4}>
        {(summary) => (
          <div className="stack">
            <AccessPeriods periods={summary.periods} />
            <blockquote className="summary">
              <ServerText>{summary.text}</ServerText>
            </blockquote>
          </div>
        )}
      </QueryView>
    </Section>
  );
}

function Changes({ client }: { client: Client }) {
  const { page = 1 } = route.useSearch();
  const navigate = route.useNavigate();
  const query = useQuery(auditQuery({ subject_id: client.id }, page));
  return (
    <Section
      title={text('changes')}
      description={text('changesDescription')}
      actions={
        <Link to="/audit" search={{ subject_id: client.id }} className="button button-secondary button-small">
          {text('openAuditLog')}
        </Link>
      }
    >
      <QueryView query={query} lines={6}>
        {({ entries, meta }) =>
          meta.total === 0 ? (
            <Empty title={text('noChanges')} />
          ) : (
            <>
              <AuditList entries={entries} />
              <Paging
                meta={meta}
                noun="entries"
                onPage={(number) => void navigate({ search: { page: number } })}
              />
            </>
          )
        }
      </QueryView>
    </Section>
  );
}
