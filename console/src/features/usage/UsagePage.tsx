import navigation from 'messages:navigation';
import text from 'messages:usage';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { usageQuery } from '@/api/queries';
import { DataTable } from '@/components/DataTable';
import { DownloadButton } from '@/components/DownloadButton';
import { Notice } from '@/components/Notice';
import { Page } from '@/components/Page';
import { QueryView } from '@/components/QueryView';
import { Empty, Section } from '@/components/Section';
import { FindRequest } from './FindRequest';
import { Period } from './Period';
import { UsageReport } from './UsageReport';
import { usageColumns } from './usageColumns';

const route = getRouteApi('/usage');

export function UsagePage() {
  const { days = 30, error, request } = route.useSearch();
  const navigate = route.useNavigate();
  const query = useQuery(usageQuery(days, error));
  return (
    <Page
      title={navigation('usage')}
      description={text('description')}
      actions={
        <>
          <Period days={days} onChange={(value) => void navigate({ search: { days: value, error } })} />
          <DownloadButton path={`/usage.csv?days=${days}`} fileName="usage.csv" label={text('csv')} />
        </>
      }
    >
      {error && (
        <Notice tone="info" title={text('onlyError')}>
          <p>
            <code translate="no">{error}</code>
          </p>
          <p>
            <Link to="/usage" search={{ days }}>
              {text('allRequests')}
            </Link>
          </p>
        </Notice>
      )}
      <QueryView query={query} lines={9}>
        {(usage) => (
          <>
            <Section title={text('requests')}>
              <UsageReport usage={usage} />
            </Section>
            <Section title={navigation('clients')}>
              {usage.clients.length === 0 ? (
                <Empty title={text('noClientRequests')} />
              ) : (
                <DataTable
                  label={text('requestsByClient')}
                  rows={usage.clients}
                  rowKey={({ client_id }) => client_id}
                  columns={[
                    {
                      key: 'name',
                      header: text('client'),
                      cell: ({ client_id, name }) => (
                        <Link to="/clients/$clientId" params={{ clientId: client_id }}>
                          {name}
                        </Link>
                      ),
                    },
                    ...usageColumns(),
                  ]}
                />
              )}
            </Section>
          </>
        )}
      </QueryView>
      <FindRequest
        requestId={request}
        onChange={(value) =>
          void navigate({ search: { days, error, request: value || undefined }, replace: true })
        }
      />
    </Page>
  );
}
