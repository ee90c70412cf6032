import shared from 'messages:shared';
import text from 'messages:webhooks';
import { useQuery } from '@tanstack/react-query';
import { webhookAttemptsQuery } from '@/api/queries';
import type { SentEvent, Webhook, WebhookAttempt } from '@/api/types';
import { notify } from '@/components/announcements';
import { Button } from '@/components/Button';
import { CopyButton } from '@/components/CopyButton';
import { type Column, DataTable } from '@/components/DataTable';
import { ErrorNotice } from '@/components/ErrorNotice';
import { formatSeconds } from '@/components/format';
import { Icon } from '@/components/Icon';
import { QueryView } from '@/components/QueryView';
import { Empty, Section } from '@/components/Section';
import { useNow } from '@/components/useNow';
import { When } from '@/components/When';
import { useCanWrite } from '@/session/session';
import { errorOf } from './state';
import { useWebhookMutation } from './useWebhookMutation';

const facts = (): Column<WebhookAttempt>[] => [
  {
    key: 'attempted_at',
    header: text('time'),
    cell: ({ attempted_at }) => <time dateTime={attempted_at}>{formatSeconds(attempted_at)}</time>,
  },
  {
    key: 'type',
    header: text('event'),
    cell: ({ type, event_id }) => (
      <span className="attempt-event" title={event_id} translate="no">
        {type}
        <CopyButton isIcon variant="ghost" text={event_id} label={text('copyWebhookIdOf', { type })} />
      </span>
    ),
  },
  {
    key: 'result',
    header: text('result'),
    onCard: 'title',
    cell: ({ status, error }) =>
      error ? (
        <span className="attempt-error" lang="en">
          {errorOf(error)}
        </span>
      ) : (
        <span className="attempt-success">{text('status', { status: String(status) })}</span>
      ),
  },
  {
    key: 'duration',
    header: text('duration'),
    isNumeric: true,
    cell: ({ duration_milliseconds }) => text('milliseconds', { duration: duration_milliseconds }),
  },
  {
    key: 'next_attempt_at',
    header: text('nextAttempt'),
    cell: ({ error, next_attempt_at }) =>
      error && (next_attempt_at ? <NextAttempt at={next_attempt_at} /> : shared('none')),
  },
];

/** When the next attempt is made. Once it is over, it has a line of its own. */
function NextAttempt({ at }: { at: string }) {
  return Date.parse(at) > useNow(1_000) ? <When at={at} isRelative /> : text('made');
}

interface AttemptsProps {
  webhook: Webhook;
  refetchInterval: () => number | false;
  onRefresh: () => void;
}

/** The last attempts to send events, and a button that sends an event again. */
export function Attempts({ webhook, refetchInterval, onRefresh }: AttemptsProps) {
  const { webhook_id, state } = webhook;
  const query = useQuery({ ...webhookAttemptsQuery(webhook_id), refetchInterval });
  const canResend = useCanWrite() && state !== 'paused';
  const resend = useWebhookMutation<SentEvent>(`/${webhook_id}/resend`, () =>
    notify(text('eventIsSentAgain')),
  );
  const columns = canResend ? [...facts(), resendColumn((event_id) => resend.mutate({ event_id }))] : facts();
  return (
    <Section
      title={text('attempts')}
      description={text('attemptsDescription')}
      actions={
        <Button
          size="small"
          onPress={() => {
            onRefresh();
            void query.refetch();
          }}
        >
          <Icon name="retry" />
          {shared('refresh')}
        </Button>
      }
    >
      {resend.error && <ErrorNotice error={resend.error} />}
      <QueryView query={query} lines={6}>
        {(attempts) =>
          attempts.length === 0 ? (
            <Empty title={text('noAttemptsYet')}>
              <p>{text('noAttemptsDescription')}</p>
            </Empty>
          ) : (
            <DataTable
              label={text('attempts')}
              zone="local"
              columns={columns}
              rows={attempts}
              rowKey={({ event_id, attempted_at }) => `${event_id} ${attempted_at}`}
            />
          )
        }
      </QueryView>
    </Section>
  );
}

const resendColumn = (onResend: (eventId: string) => void): Column<WebhookAttempt> => ({
  key: 'actions',
  header: shared('actions'),
  isNumeric: true,
  cell: ({ event_id, type, attempted_at }) => (
    <Button
      size="small"
      onPress={() => onResend(event_id)}
      aria-label={text('resendEvent', { type, time: formatSeconds(attempted_at) })}
    >
      {text('resend')}
    </Button>
  ),
});
