import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { clientRequestsQuery } from '@/api/queries';
import type { Client, RecentRequest } from '@/api/types';
import { Button } from '@/components/Button';
import { type Column, DataTable } from '@/components/DataTable';
import { formatBytes, formatExact, formatNumber, inWords } from '@/components/format';
import { Icon } from '@/components/Icon';
import { QueryView } from '@/components/QueryView';
import { Empty, Section } from '@/components/Section';

/** As many requests are shown first. */
const SHOWN = 20;

const columns: Column<RecentRequest>[] = [
  { key: 'at', header: 'Time', cell: ({ at }) => <time dateTime={at}>{formatExact(at)}</time> },
  { key: 'operation', header: 'Operation', cell: ({ operation }) => inWords(operation) },
  {
    key: 'status',
    header: 'Status',
    cell: ({ status, error_code }) => (
      <span className={status >= 400 ? 'request-error' : 'numeric'}>
        {status} {error_code && <code translate="no">{error_code}</code>}
      </span>
    ),
  },
  { key: 'records', header: 'Records', isNumeric: true, cell: ({ records }) => formatNumber(records) },
  { key: 'bytes', header: 'Data', isNumeric: true, cell: ({ bytes }) => formatBytes(bytes) },
  {
    key: 'duration_ms',
    header: 'Duration',
    isNumeric: true,
    cell: ({ duration_ms }) => `${formatNumber(duration_ms)} ms`,
  },
];

export function RecentRequests({ client }: { client: Client }) {
  const query = useQuery(clientRequestsQuery(client.id));
  const [isComplete, setIsComplete] = useState(false);
  return (
    <Section
      title="Recent requests"
      description="The last 200, without parameters or values."
      actions={
        <Button size="small" onPress={() => void query.refetch()} isPending={query.isFetching}>
          <Icon name="retry" />
          Refresh
        </Button>
      }
    >
      <QueryView query={query} lines={6}>
        {(requests) =>
          requests.length === 0 ? (
            <Empty title="No requests yet" />
          ) : (
            <div className="stack">
              <DataTable
                label="Recent requests"
                columns={columns}
                rows={(isComplete ? requests : requests.slice(0, SHOWN)).map((request, index) => ({
                  ...request,
                  index,
                }))}
                rowKey={(request) => `${request.at} ${(request as RecentRequest & { index: number }).index}`}
              />
              {requests.length > SHOWN && !isComplete && (
                <p>
                  <Button size="small" onPress={() => setIsComplete(true)}>
                    Show all {requests.length} requests
                  </Button>
                </p>
              )}
            </div>
          )
        }
      </QueryView>
    </Section>
  );
}
