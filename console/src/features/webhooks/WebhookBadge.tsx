import text from 'messages:webhooks';
import type { Webhook } from '@/api/types';
import { Badge } from '@/components/Badge';
import { toneOf, troubleOf } from './state';

/** The state of a webhook, and why it is so. */
export function WebhookBadge({ webhook }: { webhook: Webhook }) {
  const trouble = troubleOf(webhook);
  return (
    <>
      <Badge tone={toneOf(webhook)}>{text(`state.${webhook.state}`)}</Badge>
      {trouble && <span className="webhook-detail">{text(`short.${trouble}`)}</span>}
    </>
  );
}
