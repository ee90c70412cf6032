import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { usageQuery } from '@/api/queries';
import { DataTable } from '@/components/DataTable';
import { DownloadButton } from '@/components/DownloadButton';
import { formatBytes, formatNumber } from '@/components/format';
import { Page } from '@/components/Page';
import { QueryView } from '@/components/QueryView';
import { Empty, Section } from '@/components/Section';
import { Period } from './Period';
import { UsageReport } from './UsageReport';

const route = getRouteApi('/usage');

export function UsagePage() {
  const { days = 30 } = route.useSearch();
  const navigate = route.useNavigate();
  const query = useQuery(usageQuery(days));
  return (
    <Page
      title="Usage"
      description="What all clients read together. Values of requests and records are never stored."
      actions={
        <>
          <Period days={days} onChange={(value) => void navigate({ search: { days: value } })} />
          <DownloadButton path={`/usage.csv?days=${days}`} fileName="usage.csv" label="CSV" />
        </>
      }
    >
      <QueryView query={query} lines={9}>
        {(usage) => (
          <>
            <Section title="Requests">
              <UsageReport usage={usage} />
            </Section>
            <Section title="Clients">
              {usage.clients.length === 0 ? (
                <Empty title="No client sent requests in this period" />
              ) : (
                <DataTable
                  label="Requests by client"
                  rows={usage.clients}
                  rowKey={({ client_id }) => client_id}
                  columns={[
                    {
                      key: 'name',
                      header: 'Client',
                      cell: ({ client_id, name }) => (
                        <Link to="/clients/$clientId" params={{ clientId: client_id }}>
                          {name}
                        </Link>
                      ),
                    },
                    {
                      key: 'requests',
                      header: 'Requests',
                      isNumeric: true,
                      cell: (row) => formatNumber(row.requests),
                    },
                    {
                      key: 'records',
                      header: 'Records',
                      isNumeric: true,
                      cell: (row) => formatNumber(row.records),
                    },
                    { key: 'bytes', header: 'Data', isNumeric: true, cell: (row) => formatBytes(row.bytes) },
                  ]}
                />
              )}
            </Section>
          </>
        )}
      </QueryView>
    </Page>
  );
}
