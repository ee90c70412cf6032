import text from 'messages:clientChanges';
import type { Client } from '@/api/types';
import { isSoon } from '@/components/expiry';
import { formatDay, formatDuration, formatTimestamp, today } from '@/components/format';
import { Notice } from '@/components/Notice';
import { useNow } from '@/components/useNow';
import { RenewButton } from '../change/RenewButton';
import { credentialOf } from './consequences';

/** Whether a notice says that the client has expired, or does so soon. */
export const isExpiring = ({ status, expires_at }: Client) =>
  status === 'expired' || (status === 'active' && isSoon(expires_at, today()));

/** Why a client does not work, and how long its previous secret still works. */
export function StatusNotice({ client }: { client: Client }) {
  return (
    <>
      {client.status === 'disabled' && (
        <Notice tone="warning" title={text('clientIsDisabled')}>
          <p>
            {client.disabled_at &&
              text(`rejectedSince.${credentialOf(client)}`, { time: formatTimestamp(client.disabled_at) })}
          </p>
        </Notice>
      )}
      {client.status === 'expired' && (
        <Notice tone="warning" title={text('clientHasExpired')}>
          <p>
            {client.expires_at &&
              text(`lastDayWas.${credentialOf(client)}`, { day: formatDay(client.expires_at) })}
          </p>
          <RenewButton client={client} />
        </Notice>
      )}
      {client.status === 'active' && isSoon(client.expires_at, today()) && (
        <Notice tone="info" title={text('clientExpiresSoon')}>
          <p>{client.expires_at && text('lastDayIs', { day: formatDay(client.expires_at) })}</p>
          <RenewButton client={client} />
        </Notice>
      )}
      {client.status === 'revoked' && (
        <Notice tone="danger" title={text('clientIsRevoked')}>
          <p>{client.revoked_at && text('revokedOn', { time: formatTimestamp(client.revoked_at) })}</p>
        </Notice>
      )}
      {client.previous_secret_expires_at && <Countdown until={client.previous_secret_expires_at} />}
    </>
  );
}

/** How long a previous secret still works. */
export function Countdown({ until }: { until: string }) {
  const now = useNow(1000);
  const remaining = Date.parse(until) - now;
  if (remaining <= 0) return null;
  return (
    <Notice tone="info" title={text('previousSecretWorks')}>
      <p>
        {text('previousSecretRemains', {
          duration: formatDuration(remaining),
          time: formatTimestamp(until),
          strong: (content) => <strong className="numeric">{content}</strong>,
        })}
      </p>
    </Notice>
  );
}
