import text from 'messages:webhookWarnings';
import type { Warning, Webhook } from '@/api/types';
import type { BadgeTone } from '@/components/Badge';
import type { Tone } from '@/components/Notice';

/** Why a webhook sends nothing, or fails; `undefined` if it works. */
export type Trouble = 'failing' | NonNullable<Webhook['pause_reason']>;

export const troubleOf = ({ state, pause_reason }: Webhook): Trouble | undefined =>
  state === 'failing' ? 'failing' : (pause_reason ?? undefined);

/** How serious each kind of trouble is, for its colour. */
export const tones: Record<Trouble, Exclude<Tone, 'success'>> = {
  failing: 'warning',
  requested: 'info',
  gone: 'warning',
  failures: 'danger',
  'no-access': 'warning',
  restored: 'warning',
};

/** The trouble of which the overview warns. */
const warned = ['failing', 'gone', 'failures', 'restored'] as const;

export function toneOf(webhook: Webhook): BadgeTone {
  const trouble = troubleOf(webhook);
  if (!trouble) return 'good';
  const tone = tones[trouble];
  return tone === 'info' ? 'quiet' : tone;
}

/** A URL as a name: without `https`, and without its query, which may contain a secret. */
export const nameOf = ({ url }: Pick<Webhook, 'url'>) =>
  url
    .replace(/^https:\/\//, '')
    .replace(/[?#].*/, '?…')
    .replace(/\/$/, '');

/** The warnings of the overview: one for each kind of trouble. */
export function warningsOf(webhooks: Webhook[]): (Warning & { webhook_id?: string; isTranslated: true })[] {
  return warned.flatMap((trouble) => {
    const found = webhooks.filter((webhook) => troubleOf(webhook) === trouble);
    const [first] = found;
    if (!first) return [];
    const code = `webhook-${trouble}`;
    if (found.length > 1)
      return [{ code, text: text(`warnings.${trouble}`, { count: found.length }), isTranslated: true }];
    const warning = text(`warning.${trouble}`, { name: nameOf(first) });
    return [{ code, text: warning, webhook_id: first.webhook_id, isTranslated: true }];
  });
}

/** Why an attempt failed, without the number of the error in the operating system. */
export const errorOf = (error: string) =>
  `${error.charAt(0).toUpperCase()}${error.slice(1)}`.replace(/ \(os error \d+\)$/, '');
