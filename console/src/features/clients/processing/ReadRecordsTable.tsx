import text from 'messages:clients';
import type { ReadRecords } from '@/api/types';
import { type Column, DataTable } from '@/components/DataTable';
import { formatNumber } from '@/components/format';
import { resourceName } from '@/components/resources';
import { Empty } from '@/components/Section';
import { totalOf, type Way, ways } from '../readRecords';

const count = (records: number) => (records > 0 ? formatNumber(records) : <span className="quiet">–</span>);

const wayColumn = (way: Way): Column<ReadRecords> => ({
  key: way,
  header: text(`column_${way}`),
  isNumeric: true,
  cell: (read) => count(read[way]),
});

/** The records that a client received, by resource and way. */
export function ReadRecordsTable({ reads, label }: { reads: ReadRecords[]; label: string }) {
  const rows = reads.filter((read) => totalOf(read) > 0);
  if (rows.length === 0) return <Empty title={text('noRecordsRead')} />;
  return (
    <DataTable
      label={label}
      rows={rows}
      rowKey={({ resource }) => resource}
      columns={[
        { key: 'resource', header: text('resource'), cell: ({ resource }) => resourceName(resource) },
        ...ways.map(wayColumn),
        { key: 'total', header: text('total'), isNumeric: true, cell: (read) => formatNumber(totalOf(read)) },
      ]}
    />
  );
}
