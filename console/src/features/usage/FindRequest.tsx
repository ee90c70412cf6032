import text from 'messages:usage';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { requestsQuery } from '@/api/queries';
import { DataTable } from '@/components/DataTable';
import { PausedTextField } from '@/components/PausedTextField';
import { QueryView } from '@/components/QueryView';
import { Empty, Section } from '@/components/Section';
import { requestColumns } from '@/features/clients/detail/RecentRequests';

interface FindRequestProps {
  requestId?: string;
  onChange: (requestId: string) => void;
}

/** The request that an integrator asks about: every error has its id. */
export function FindRequest({ requestId = '', onChange }: FindRequestProps) {
  return (
    <Section title={text('findRequest')} description={text('findRequestDescription')}>
      <div className="stack">
        <PausedTextField label={text('requestId')} type="search" value={requestId} onChange={onChange} />
        {requestId && <Found requestId={requestId} />}
      </div>
    </Section>
  );
}

function Found({ requestId }: { requestId: string }) {
  const query = useQuery(requestsQuery(requestId));
  return (
    <QueryView query={query} lines={2}>
      {(requests) =>
        requests.length === 0 ? (
          <Empty title={text('requestNotFound')} />
        ) : (
          <DataTable
            label={text('findRequest')}
            zone="local"
            rows={requests}
            rowKey={({ client_id, at }) => `${client_id} ${at}`}
            columns={[
              {
                key: 'client',
                header: text('client'),
                cell: ({ client_id, client_name }) => (
                  <Link to="/clients/$clientId/activity" params={{ clientId: client_id }}>
                    {client_name ?? client_id}
                  </Link>
                ),
              },
              ...requestColumns(),
            ]}
          />
        )
      }
    </QueryView>
  );
}
