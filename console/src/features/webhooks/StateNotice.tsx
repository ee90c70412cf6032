import text from 'messages:webhooks';
import type { Webhook } from '@/api/types';
import { formatTimestamp } from '@/components/format';
import { Notice } from '@/components/Notice';
import { Countdown } from '@/features/clients/detail/StatusNotice';
import { tones, troubleOf } from './state';

/** Why a webhook does not work, what to do, and how long its previous secret still signs. */
export function StateNotice({ webhook }: { webhook: Webhook }) {
  const trouble = troubleOf(webhook);
  const since = webhook.paused_at ?? webhook.failing_since;
  return (
    <>
      {trouble && (
        <Notice tone={tones[trouble]} title={text(`title.${trouble}`)}>
          <p>
            {since && text('since', { time: formatTimestamp(since) })} {text(`explanation.${trouble}`)}
          </p>
        </Notice>
      )}
      {webhook.previous_secret_expires_at && <Countdown until={webhook.previous_secret_expires_at} />}
    </>
  );
}
