import text from 'messages:data';
import type { ReactNode } from 'react';
import type { DataOverview, Import, ResourceReport } from '@/api/types';
import { ServerText } from '@/components/ServerText';

type Part = Exclude<keyof ResourceReport, 'resource'>;

const sum = (entry: Import, part: Part): number =>
  entry.resources.reduce((total, resource) => total + resource[part], 0);

/** The number of errors: the least if the import ended because of them. */
export const errorCount = ({ error_count, has_more_errors }: Import): string =>
  has_more_errors ? text('errorsAtLeast', { count: error_count }) : text('errors', { count: error_count });

/** What an import changed, or a dry run would change, in words. */
export function importResult(entry: Import): ReactNode {
  if (entry.state === 'cancelled') return text('nothingChanged');
  if (entry.error_count > 0) return errorCount(entry);
  if (entry.reason) return <ServerText>{entry.reason}</ServerText>;
  const records = {
    inserted: sum(entry, 'inserted'),
    updated: sum(entry, 'updated'),
    removed: sum(entry, 'removed'),
  };
  return entry.files.includes('platform.json')
    ? text('changesWithPlatform', records)
    : text('changes', records);
}

/** Whether an import adds records to a platform that has some, and knows none of them. */
export const isUnrelated = (entry: Import, { resources }: DataOverview): boolean =>
  sum(entry, 'inserted') > 0 &&
  sum(entry, 'updated') + sum(entry, 'unchanged') + sum(entry, 'removed') === 0 &&
  resources.some(({ records }) => records > 0);
