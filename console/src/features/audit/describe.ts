import text from 'messages:audit';
import actions from 'messages:auditActions';
import fields from 'messages:auditFields';
import type { AuditEntry } from '@/api/types';
import { formatDay, formatTimestamp } from '@/components/format';
import { resourceName } from '@/components/resources';

/** The words of an action that has no message: `things.new_one` is `things: new one`. */
export const wordsOf = (action: string) => action.replace('.', ': ').replaceAll(/[._-]/g, ' ');

const newValue = ({ changes }: Pick<AuditEntry, 'changes'>, name: string) =>
  changes.find(({ field }) => field === name)?.to;

/** The key of the message about an entry: its action, and what its changes make of it. */
export function messageOf(entry: Pick<AuditEntry, 'action' | 'changes'>): string {
  if (entry.action === 'access.update')
    return newValue(entry, 'enabled') ? 'access.turn-on' : 'access.turn-off';
  return newValue(entry, 'dry_run') === true ? `${entry.action}-dry-run` : entry.action;
}

/** An action as a choice: `Created the client`. */
export function actionName(action: string): string {
  if (actions.has(action)) return actions(action);
  const words = wordsOf(action);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A changed field in words. A value that was not there, or that is not stored because it is of a person, is absent. */
export interface DescribedChange {
  field: string;
  label: string;
  from?: string;
  to?: string;
}

/** The fields that the sentence of an entry says. */
const said = ['dry_run', 'enabled'];

/** The changes without what the sentence of the entry says. */
export const changesOf = (changes: AuditEntry['changes']): DescribedChange[] =>
  changes
    .filter(({ field }) => !said.includes(field))
    .map(({ field, from, to }) => ({
      field,
      label: fields.has(field) ? fields(field) : resourceName(field),
      ...(from === null || from === undefined ? {} : { from: describeValue(from) }),
      ...(to === null || to === undefined ? {} : { to: describeValue(to) }),
    }));

export function describeValue(value: unknown): string {
  if (typeof value === 'boolean') return value ? text('yes') : text('no');
  if (Array.isArray(value)) return value.join(', ');
  if (typeof value === 'object') return JSON.stringify(value);
  const content = String(value);
  if (/^\d{4}-\d{2}-\d{2}$/.test(content)) return formatDay(content);
  return /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(content) ? formatTimestamp(content) : content;
}
