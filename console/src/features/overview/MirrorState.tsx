import type { MirrorRun } from '@/api/types';
import { Badge } from '@/components/Badge';
import { count } from '@/components/format';
import { When } from '@/components/When';

/** The newest run of the mirror, and the records that it left out. */
export function MirrorState({ run }: { run: MirrorRun }) {
  return (
    <div className="stack">
      <p className="actions">
        <Badge tone={run.error ? 'danger' : 'good'}>Run {run.error ? 'failed' : 'succeeded'}</Badge>
        <span className="quiet">
          <When at={run.ended_at} isRelative /> from {run.source}
        </span>
      </p>
      {run.error && <p>{run.error}</p>}
      <p>{count(run.left_out, 'record')} left out</p>
      {run.reasons.length > 0 && (
        <ul className="stack small">
          {run.reasons.map(({ resource, id, field, reason }, index) => (
            // Several records without an id can have the same reason.
            // biome-ignore lint/suspicious/noArrayIndexKey: see above; the list is never reordered.
            <li key={index}>
              <code translate="no">
                {resource} {id ?? 'without an id'}
              </code>
              {', '}
              {field && `${field}: `}
              {reason}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
