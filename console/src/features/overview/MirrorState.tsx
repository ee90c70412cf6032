import text from 'messages:mirror';
import type { MirrorRun } from '@/api/types';
import { Badge } from '@/components/Badge';
import { When } from '@/components/When';

/** The newest run of the mirror, and the records that it left out. */
export function MirrorState({ run }: { run: MirrorRun }) {
  return (
    <div className="stack">
      <p className="actions">
        <Badge tone={run.error ? 'danger' : 'good'}>
          {run.error ? text('runFailed') : text('runSucceeded')}
        </Badge>
        <span className="quiet">
          {text('from', { when: () => <When at={run.ended_at} isRelative />, source: run.source })}
        </span>
      </p>
      {run.error && <p lang="en">{run.error}</p>}
      <p>{text('leftOut', { count: run.left_out })}</p>
      {run.reasons.length > 0 && (
        <ul className="stack small">
          {run.reasons.map(({ resource, id, field, reason }, index) => (
            // Several records without an id can have the same reason.
            // biome-ignore lint/suspicious/noArrayIndexKey: see above; the list is never reordered.
            <li key={index} lang="en">
              <code translate="no">
                {resource} {id ?? text('withoutId')}
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
