import type { Erasure } from '@/api/types';
import { DataTable } from '@/components/DataTable';
import { count, formatDay, formatNumber, inWords } from '@/components/format';
import { Notice } from '@/components/Notice';

/** What an erasure would change and delete, by resource. */
export function ErasureReport({
  erasure: { changed, deleted, exports, released_on, warnings },
}: {
  erasure: Erasure;
}) {
  const resources = [...new Set([...Object.keys(changed), ...Object.keys(deleted)])]
    .map((resource) => ({
      resource,
      changed: changed[resource] ?? 0,
      deleted: deleted[resource] ?? 0,
    }))
    .filter((row) => row.changed + row.deleted > 0);
  return (
    <div className="stack" role="status">
      <DataTable
        label="What would change"
        isCompact
        rows={resources}
        rowKey={({ resource }) => resource}
        columns={[
          { key: 'resource', header: 'Resource', cell: ({ resource }) => inWords(resource) },
          { key: 'changed', header: 'Changed', isNumeric: true, cell: (row) => formatNumber(row.changed) },
          { key: 'deleted', header: 'Deleted', isNumeric: true, cell: (row) => formatNumber(row.deleted) },
        ]}
      />
      {exports > 0 && (
        <p>
          {count(exports, 'stored export')} {exports === 1 ? 'is' : 'are'} deleted, because texts in the files
          can contain the name. The daily exports are made again without the person.
        </p>
      )}
      {warnings.length > 0 && (
        <Notice tone="warning" title="What remains to be done">
          <ul className="consequences">
            {warnings.map((warning) => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
        </Notice>
      )}
      <p className="quiet small">
        Clients that follow the change feed see this in the batch of {formatDay(released_on)}, with all other
        erasures of the day.
      </p>
    </div>
  );
}
