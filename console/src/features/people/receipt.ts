import text from 'messages:people';
import type { Administrator, Erasure } from '@/api/types';
import { formatDay, formatExact } from '@/components/format';
import type { Erased } from './EraseDialog';
import { describeCounts } from './names';

/** The resources that an erasure concerns, with how many of their records it changes and deletes. */
export const rowsOf = ({ changed, deleted }: Erasure) =>
  [...new Set([...Object.keys(changed), ...Object.keys(deleted)])]
    .map((resource) => ({ resource, changed: changed[resource] ?? 0, deleted: deleted[resource] ?? 0 }))
    .filter((row) => row.changed + row.deleted > 0);

/** A receipt of an erasure to send or to file. It names the account by its id only. */
export function receiptOf({ erasure, person, withTexts, at }: Erased, administrator: Administrator): string {
  return [
    text('receipt.account', { id: person.id }),
    text('receipt.when', { time: formatExact(at) }),
    text('receipt.by', { name: administrator.name }),
    text('receipt.changed', { records: describeCounts(erasure.changed) || text('receipt.nothing') }),
    text('receipt.deleted', { records: describeCounts(erasure.deleted) || text('receipt.nothing') }),
    withTexts ? text('receipt.textsBlanked') : text('receipt.textsRetained'),
    text('receipt.exports', { count: erasure.exports }),
    text('receipt.changeFeed', { day: formatDay(erasure.released_on) }),
    ...erasure.warnings.map((warning) => text('receipt.toDo', { warning })),
  ].join('\n');
}
