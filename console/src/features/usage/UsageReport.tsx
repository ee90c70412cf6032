import type { Usage } from '@/api/types';
import { DataTable } from '@/components/DataTable';
import { formatBytes, formatNumber, inWords } from '@/components/format';
import { Empty } from '@/components/Section';
import { RequestsChart } from './RequestsChart';
import { Shares } from './Shares';

/** Requests by day, resource, status and operation. */
export function UsageReport({ usage }: { usage: Usage }) {
  const total = usage.days.reduce((sum, day) => sum + day.requests, 0);
  if (total === 0) return <Empty title="No requests in this period" />;
  return (
    <div className="stack">
      <RequestsChart days={usage.days} label={`Requests by day, last ${usage.days.length} days`} />
      <div className="columns">
        <div className="stack">
          <h3>Requests by resource</h3>
          <Shares shares={byResource(usage)} />
        </div>
        <div className="stack">
          <h3>Requests by status</h3>
          <Shares
            shares={usage.statuses.map(({ status_class, requests }) => ({
              key: status_class,
              label: `${status_class} ${meanings[status_class] ?? ''}`,
              value: requests,
              isError: /^[45]/.test(status_class),
            }))}
          />
        </div>
      </div>
      <h3>Operations</h3>
      <DataTable
        label="Requests by operation"
        rows={usage.operations}
        rowKey={({ operation }) => operation}
        columns={[
          { key: 'operation', header: 'Operation', cell: ({ operation }) => inWords(operation) },
          { key: 'requests', header: 'Requests', isNumeric: true, cell: (row) => formatNumber(row.requests) },
          { key: 'records', header: 'Records', isNumeric: true, cell: (row) => formatNumber(row.records) },
          { key: 'bytes', header: 'Data', isNumeric: true, cell: (row) => formatBytes(row.bytes) },
        ]}
      />
    </div>
  );
}

const meanings: Record<string, string> = {
  '2xx': '(success)',
  '3xx': '(not modified, redirects)',
  '4xx': '(errors of the client)',
  '5xx': '(errors of the server)',
};

function byResource({ operations }: Usage) {
  const requests = new Map<string, number>();
  for (const { resource, requests: number } of operations) {
    const key = resource ?? 'other';
    requests.set(key, (requests.get(key) ?? 0) + number);
  }
  return [...requests].map(([key, value]) => ({ key, label: inWords(key), value }));
}
