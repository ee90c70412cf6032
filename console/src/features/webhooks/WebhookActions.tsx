import text from 'messages:webhooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ComponentProps, useState } from 'react';
import { accessLevelsQuery } from '@/api/queries';
import type { RequestOptions } from '@/api/request';
import type { Webhook, WebhookWithSecret } from '@/api/types';
import { notify } from '@/components/announcements';
import { Button } from '@/components/Button';
import { strong } from '@/components/Code';
import { ConfirmDialog } from '@/components/ConfirmDialog';
import { SelectField } from '@/components/fields';
import { formatTimestamp } from '@/components/format';
import { namesOf } from '@/features/clients/personalData';
import { useCanWrite } from '@/session/session';
import { generalTypes, typesOf } from './events';
import { useWebhookMutation } from './useWebhookMutation';

interface WebhookActionsProps {
  webhook: Webhook;
  onRotated: (rotated: WebhookWithSecret) => void;
}

/** Send a test event, pause or resume, rotate, and delete. */
export function WebhookActions({ webhook, onRotated }: WebhookActionsProps) {
  const [open, setOpen] = useState<'test' | 'pause' | 'resume' | 'rotate' | 'delete'>();
  const dialog = { webhook, onClose: () => setOpen(undefined) };
  if (!useCanWrite()) return null;
  const isPaused = webhook.state === 'paused';
  return (
    <>
      {!isPaused && <Button onPress={() => setOpen('test')}>{text('sendTestEllipsis')}</Button>}
      {!isPaused && <Button onPress={() => setOpen('pause')}>{text('pauseEllipsis')}</Button>}
      {/* It resumes automatically when its client has access again. */}
      {isPaused && webhook.pause_reason !== 'no-access' && (
        <Button onPress={() => setOpen('resume')}>{text('resumeEllipsis')}</Button>
      )}
      <Button onPress={() => setOpen('rotate')}>{text('rotateEllipsis')}</Button>
      <Button onPress={() => setOpen('delete')}>{text('deleteEllipsis')}</Button>
      {open === 'test' && <TestDialog {...dialog} />}
      {open === 'pause' && <PauseDialog {...dialog} />}
      {open === 'resume' && <ResumeDialog {...dialog} />}
      {open === 'rotate' && <RotateDialog {...dialog} onRotated={onRotated} />}
      {open === 'delete' && <DeleteDialog {...dialog} />}
    </>
  );
}

interface WebhookDialogProps {
  webhook: Webhook;
  onClose: () => void;
}

interface ActionDialogProps<T>
  extends Omit<ComponentProps<typeof ConfirmDialog>, 'isOpen' | 'onConfirm' | 'isPending' | 'error'> {
  path: string;
  method?: RequestOptions['method'];
  body?: object;
  onDone: (result: T) => unknown;
}

/** Asks before a change of a webhook, and makes it. */
function ActionDialog<T>({ path, method, body, onDone, ...props }: ActionDialogProps<T>) {
  const onSuccess = (result: T) => {
    props.onClose();
    return onDone(result);
  };
  const { mutate, isPending, error } = useWebhookMutation(path, onSuccess, method);
  return (
    <ConfirmDialog {...props} isOpen onConfirm={() => mutate(body)} isPending={isPending} error={error} />
  );
}

function TestDialog({ webhook, onClose }: WebhookDialogProps) {
  const [type, setType] = useState(generalTypes[0] as string);
  const levels = useQuery(accessLevelsQuery).data;
  const resources = levels ? namesOf(levels) : [];
  return (
    <ActionDialog
      path={`/${webhook.webhook_id}/test`}
      body={{ type }}
      title={text('sendTestEvent')}
      action={text('send')}
      tone="primary"
      onClose={onClose}
      onDone={() => notify(text('testEventIsSent'))}
    >
      <SelectField
        label={text('type')}
        value={type}
        onChange={setType}
        options={[...generalTypes, ...typesOf(resources)].map((value) => ({ value, label: value }))}
        description={text('testDescription')}
      />
    </ActionDialog>
  );
}

function PauseDialog({ webhook: { webhook_id, waiting }, onClose }: WebhookDialogProps) {
  return (
    <ActionDialog
      path={`/${webhook_id}/pause`}
      title={text('pauseQuestion')}
      action={text('pauseWebhook')}
      onClose={onClose}
      onDone={() => notify(text('webhookIsPaused'))}
    >
      <ul className="consequences">
        <li>
          <strong>{text('nothingIsSent')}</strong> {waiting > 0 && text('waitingNotSent', { count: waiting })}
        </li>
        <li>{text('afterResume')}</li>
      </ul>
    </ActionDialog>
  );
}

function ResumeDialog({ webhook, onClose }: WebhookDialogProps) {
  return (
    <ActionDialog
      path={`/${webhook.webhook_id}/resume`}
      title={text('resumeQuestion')}
      action={text('resumeWebhook')}
      tone="primary"
      onClose={onClose}
      onDone={() => notify(text('webhookIsResumed'))}
    >
      <p>{text('changesMeanwhile')}</p>
    </ActionDialog>
  );
}

/** A new secret. The current one signs for another day, too. */
function RotateDialog({ webhook, onClose, onRotated }: WebhookDialogProps & WebhookActionsProps) {
  const until = webhook.previous_secret_expires_at;
  return (
    <ActionDialog<WebhookWithSecret>
      path={`/${webhook.webhook_id}/rotate`}
      title={text('rotateQuestion')}
      action={text('createNewSecret')}
      tone={until ? 'danger' : 'primary'}
      onClose={onClose}
      onDone={onRotated}
    >
      <ul className="consequences">
        <li>{text('twoSignatures')}</li>
        {until && <li>{text('previousSecretEnds', { time: formatTimestamp(until), strong })}</li>}
      </ul>
    </ActionDialog>
  );
}

function DeleteDialog({ webhook: { webhook_id }, onClose }: WebhookDialogProps) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  return (
    <ActionDialog
      path={`/${webhook_id}`}
      method="DELETE"
      title={text('deleteQuestion')}
      action={text('deleteWebhook')}
      onClose={onClose}
      onDone={async () => {
        await navigate({ to: '/webhooks' });
        queries.removeQueries({ queryKey: ['webhooks', webhook_id] });
        notify(text('webhookIsDeleted'));
      }}
    >
      <ul className="consequences">
        <li>{text('receiverGetsNothing', { strong })}</li>
        <li>{text('pauseInstead')}</li>
      </ul>
    </ActionDialog>
  );
}
