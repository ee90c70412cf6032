import text from 'messages:clients';
import { Link } from '@tanstack/react-router';
import type { Client } from '@/api/types';
import { formatExact, formatRelative } from '@/components/format';
import { When } from '@/components/When';
import { reasonOf } from '../refusals';

/** The last request of a client, and the last one that was refused, with its reason. */
export function LastUse({ client }: { client: Client }) {
  const [refusal] = client.refusals_30_days;
  return (
    <>
      <When at={client.last_request_at} isRelative />
      {refusal && (
        <Link
          to="/clients/$clientId/activity"
          params={{ clientId: client.id }}
          className="second-line refused"
          title={formatExact(refusal.last_at)}
        >
          {text('refusedWhen', { reason: reasonOf(refusal), when: formatRelative(refusal.last_at) })}
        </Link>
      )}
    </>
  );
}
