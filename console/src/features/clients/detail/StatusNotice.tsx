import type { Client } from '@/api/types';
import { formatDay, formatDuration, formatTimestamp } from '@/components/format';
import { Notice } from '@/components/Notice';
import { useNow } from '@/components/useNow';
import { credentialOf } from './consequences';

/** Why a client does not work, and how long its previous secret still works. */
export function StatusNotice({ client }: { client: Client }) {
  return (
    <>
      {client.status === 'disabled' && (
        <Notice tone="warning" title="This client is disabled">
          <p>
            {client.publishable_key ? 'Its key is' : 'Its tokens and its secret are'} rejected since{' '}
            {client.disabled_at && formatTimestamp(client.disabled_at)}. Enable it to let it read again with
            the same {credentialOf(client)}.
          </p>
        </Notice>
      )}
      {client.status === 'expired' && (
        <Notice tone="warning" title="This client has expired">
          <p>
            Its last day was {client.expires_at && formatDay(client.expires_at)}. Set a later day to let it
            read again with the same {credentialOf(client)}.
          </p>
        </Notice>
      )}
      {client.status === 'revoked' && (
        <Notice tone="danger" title="This client is revoked">
          <p>
            Revoked on {client.revoked_at && formatTimestamp(client.revoked_at)}, permanently. Its usage
            remains for the record.
          </p>
        </Notice>
      )}
      {client.previous_secret_expires_at && <Countdown until={client.previous_secret_expires_at} />}
    </>
  );
}

function Countdown({ until }: { until: string }) {
  const now = useNow(1000);
  const remaining = Date.parse(until) - now;
  if (remaining <= 0) return null;
  return (
    <Notice tone="info" title="The previous secret still works">
      <p>
        For <strong className="numeric">{formatDuration(remaining)}</strong> more, until{' '}
        {formatTimestamp(until)}. Deploy the new secret before then.
      </p>
    </Notice>
  );
}
