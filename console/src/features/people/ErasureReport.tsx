import text from 'messages:people';
import type { Erasure } from '@/api/types';
import { DataTable } from '@/components/DataTable';
import { formatDay, formatNumber } from '@/components/format';
import { Notice } from '@/components/Notice';
import { resourceName } from '@/components/resources';
import { rowsOf } from './receipt';

/** What an erasure changed and deleted, or would in a dry run, by resource. */
export function ErasureReport({ erasure }: { erasure: Erasure }) {
  const { dry_run, exports, released_on, warnings } = erasure;
  return (
    <div className="stack" role="status">
      <DataTable
        label={dry_run ? text('whatWouldChange') : text('whatChanged')}
        isCompact
        rows={rowsOf(erasure)}
        rowKey={({ resource }) => resource}
        columns={[
          { key: 'resource', header: text('resource'), cell: ({ resource }) => resourceName(resource) },
          {
            key: 'changed',
            header: text('changed'),
            isNumeric: true,
            cell: (row) => formatNumber(row.changed),
          },
          {
            key: 'deleted',
            header: text('deleted'),
            isNumeric: true,
            cell: (row) => formatNumber(row.deleted),
          },
        ]}
      />
      {exports > 0 && <p>{text('exportsAreDeleted', { count: exports })}</p>}
      {warnings.length > 0 && (
        <Notice tone="warning" title={text('remainsToBeDone')}>
          <ul className="consequences">
            {warnings.map((warning) => (
              <li key={warning} lang="en">
                {warning}
              </li>
            ))}
          </ul>
        </Notice>
      )}
      <p className="quiet small">{text('changeFeedBatch', { day: formatDay(released_on) })}</p>
    </div>
  );
}
