import text from 'messages:clients';
import type { ReadRecords } from '@/api/types';
import { formatCompact, formatList, formatNumber } from '@/components/format';
import { sumOf, ways } from '../readRecords';

/** How many records a client read, and in which ways. */
export function ReadSum({ reads }: { reads: ReadRecords[] }) {
  const sums = sumOf(reads);
  const used = ways.filter((way) => sums[way] > 0);
  if (used.length === 0) return <span className="quiet">{text('nothing')}</span>;
  const total = used.reduce((sum, way) => sum + sums[way], 0);
  const details = formatList(used.map((way) => `${text(`way_${way}`)}: ${formatNumber(sums[way])}`));
  return (
    <span title={details}>
      {text('records', { number: formatCompact(total), count: total })}
      <span className="second-line">{formatList(used.map((way) => text(`way_${way}`)))}</span>
    </span>
  );
}
