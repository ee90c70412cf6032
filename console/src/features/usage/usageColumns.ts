import text from 'messages:usage';
import type { Column } from '@/components/DataTable';
import { formatBytes, formatNumber } from '@/components/format';

interface Use {
  requests: number;
  records: number;
  bytes: number;
}

/** The columns of how much was used. */
export const usageColumns = (): Column<Use>[] => [
  {
    key: 'requests',
    header: text('requests'),
    isNumeric: true,
    cell: ({ requests }) => formatNumber(requests),
  },
  { key: 'records', header: text('records'), isNumeric: true, cell: ({ records }) => formatNumber(records) },
  { key: 'bytes', header: text('data'), isNumeric: true, cell: ({ bytes }) => formatBytes(bytes) },
];
