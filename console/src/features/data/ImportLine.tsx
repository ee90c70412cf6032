import { Link } from '@tanstack/react-router';
import type { Import } from '@/api/types';
import { Badge } from '@/components/Badge';
import { count } from '@/components/format';
import { When } from '@/components/When';

/** The state of an import with its mode. */
export function ImportState({ entry }: { entry: Import }) {
  const mode = entry.dry_run ? 'Dry run' : 'Import';
  if (entry.state === 'running') return <Badge tone="warning">{mode} running</Badge>;
  if (entry.state === 'cancelled') return <Badge tone="quiet">{mode} cancelled</Badge>;
  if (entry.state === 'failed') return <Badge tone="danger">{mode} failed</Badge>;
  return <Badge tone={entry.dry_run ? 'quiet' : 'good'}>{mode} succeeded</Badge>;
}

/** The number of errors: the least if the import ended because of them. */
export const errorCount = ({ error_count, has_more_errors }: Import): string =>
  `${has_more_errors ? 'at least ' : ''}${count(error_count, 'error')}`;

/** What an import changed, in words. */
export function importResult(entry: Import): string {
  if (entry.state === 'cancelled') return 'Nothing was changed';
  if (entry.error_count > 0) return errorCount(entry);
  if (entry.reason) return entry.reason;
  const sum = (key: 'inserted' | 'updated' | 'removed' | 'unchanged') =>
    entry.resources.reduce((total, resource) => total + resource[key], 0);
  const parts = [
    `${count(sum('inserted'), 'record')} new`,
    `${count(sum('updated'), 'record')} changed`,
    `${count(sum('removed'), 'record')} removed`,
  ];
  return parts.join(', ');
}

/** An import in short, with a link to its report. */
export function ImportLine({ entry }: { entry: Import }) {
  return (
    <div className="stack">
      <p className="actions">
        <ImportState entry={entry} />
        <span className="quiet">
          <When at={entry.started_at} isRelative />
          {entry.actor_name && ` by ${entry.actor_name}`}
        </span>
      </p>
      <p>{entry.state === 'running' ? 'In progress' : importResult(entry)}</p>
      <p>
        <Link to="/data/imports/$importId" params={{ importId: entry.id }}>
          Open the report
        </Link>
      </p>
    </div>
  );
}
