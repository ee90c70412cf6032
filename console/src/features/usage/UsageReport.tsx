import text from 'messages:usage';
import type { Usage } from '@/api/types';
import { DataTable } from '@/components/DataTable';
import { inWords } from '@/components/format';
import { resourceName } from '@/components/resources';
import { Empty } from '@/components/Section';
import { ServerText } from '@/components/ServerText';
import { RequestsChart } from './RequestsChart';
import { Shares } from './Shares';
import { usageColumns } from './usageColumns';

/** Requests by day, resource, status and operation. */
export function UsageReport({ usage }: { usage: Usage }) {
  const total = usage.days.reduce((sum, day) => sum + day.requests, 0);
  if (total === 0) return <Empty title={text('noRequests')} />;
  return (
    <div className="stack">
      <RequestsChart days={usage.days} label={text('requestsByDay', { count: usage.days.length })} />
      <div className="columns">
        <div className="stack">
          <h3>{text('requestsByResource')}</h3>
          <Shares shares={byResource(usage)} />
        </div>
        <div className="stack">
          <h3>{text('requestsByStatus')}</h3>
          <Shares
            shares={usage.statuses.map(({ status_class, requests }) => ({
              key: status_class,
              label: text.has(status_class) ? text(status_class) : status_class,
              value: requests,
              isError: /^[45]/.test(status_class),
            }))}
          />
        </div>
      </div>
      <h3>{text('operations')}</h3>
      <DataTable
        label={text('requestsByOperation')}
        rows={usage.operations}
        rowKey={({ operation }) => operation}
        columns={[
          {
            key: 'operation',
            header: text('operation'),
            cell: ({ operation }) => <ServerText>{inWords(operation)}</ServerText>,
          },
          ...usageColumns(),
        ]}
      />
    </div>
  );
}

function byResource({ operations }: Usage) {
  const requests = new Map<string, number>();
  for (const { resource, requests: number } of operations) {
    const key = resource ?? 'other';
    requests.set(key, (requests.get(key) ?? 0) + number);
  }
  return [...requests].map(([key, value]) => ({
    key,
    label: key === 'other' ? text('otherResources') : resourceName(key),
    value,
  }));
}
