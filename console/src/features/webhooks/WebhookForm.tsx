import text from 'messages:webhooks';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { accessLevelsQuery, clientQuery } from '@/api/queries';
import type { Webhook } from '@/api/types';
import { Button } from '@/components/Button';
import { ErrorNotice } from '@/components/ErrorNotice';
import { TextField } from '@/components/fields';
import { LeaveGuard } from '@/components/LeaveGuard';
import { QueryView } from '@/components/QueryView';
import { serverError } from '@/components/ServerText';
import { namesOf } from '@/features/clients/personalData';
import { ClientChoice } from '@/features/exports/ClientChoice';
import { EventChoice } from './EventChoice';
import { compact, expand } from './events';
import { ProjectChoice } from './ProjectChoice';
import { useWebhookMutation } from './useWebhookMutation';
import '@/components/access.css';
import '@/features/clients/clients.css';
import '@/features/exports/exports.css';

interface WebhookFormProps<T> {
  /** The webhook to change; a new one without it. */
  webhook?: Webhook;
  clientId?: string;
  action: string;
  /** The button that changes nothing. */
  cancel?: ReactNode;
  onSaved: (saved: T) => void;
}

const idsOf = (projects: string[]) => projects.map((id) => id.trim()).filter(Boolean);

/** What an administrator enters of a webhook: its client, URL, events and projects. */
export function WebhookForm<T>({ webhook, clientId, action, cancel, onSaved }: WebhookFormProps<T>) {
  const [initial] = useState({
    client: webhook?.client_id ?? clientId,
    url: webhook?.url ?? '',
    events: webhook?.events ? expand(webhook.events) : null,
    projects: webhook?.projects ?? null,
  });
  const [fields, setFields] = useState(initial);
  const [isChecked, setIsChecked] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const { client, url, events, projects } = fields;
  const path = webhook ? `/${webhook.webhook_id}` : '';
  const method = webhook ? 'PATCH' : 'POST';
  const { mutate, isPending, error, reset } = useWebhookMutation(path, onSaved, method);
  const readable = useQuery({ ...clientQuery(client ?? ''), enabled: Boolean(client) }).data?.resources;
  const levels = useQuery(accessLevelsQuery);
  const set = (values: Partial<typeof fields>) => {
    // The server's errors are about the previous values.
    reset();
    setFields({ ...fields, ...values });
  };
  const missing = {
    client_id: client ? undefined : text('chooseClient'),
    url: url.trim() ? undefined : text('enterUrl'),
    events: events?.length === 0 ? text('selectEvent') : undefined,
    projects: projects && idsOf(projects).length === 0 ? text('chooseProject') : undefined,
  };
  const errorOf = (name: keyof typeof missing) =>
    isChecked ? (missing[name] ?? serverError(error, name)) : undefined;
  const submit = () => {
    flushSync(() => setIsChecked(true));
    if (Object.values(missing).some(Boolean)) {
      form.current
        ?.querySelector<HTMLElement>('[aria-invalid=true], .resources:has(.field-error) input')
        ?.focus();
      return;
    }
    // A change sets a filter to `null` to remove it; a new webhook has none if the member is absent.
    const all = webhook ? null : undefined;
    mutate({
      ...(!webhook && { client_id: client }),
      url: url.trim(),
      events: events ? compact(events) : all,
      projects: projects ? idsOf(projects) : all,
    });
  };
  return (
    <form
      ref={form}
      className="questions"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {!webhook && (
        <ClientChoice
          value={client ?? null}
          onChange={(id) => set({ client: id })}
          description={text('clientDescription')}
          refusal={({ publishable_key }) => publishable_key && text('hasPublishableKey')}
          error={errorOf('client_id')}
        />
      )}
      <TextField
        label={text('url')}
        value={url}
        onChange={(value) => set({ url: value })}
        placeholder="https://example.org/hook"
        description={text('urlDescription')}
        spellCheck={false}
        error={errorOf('url')}
        isRequired
      />
      <QueryView query={levels} lines={2}>
        {(loaded) => (
          <EventChoice
            resources={readable ?? namesOf(loaded)}
            value={events}
            onChange={(value) => set({ events: value })}
            error={errorOf('events')}
          />
        )}
      </QueryView>
      <ProjectChoice
        value={projects}
        onChange={(value) => set({ projects: value })}
        error={errorOf('projects')}
      />
      {error && <ErrorNotice error={error} />}
      <div className="actions">
        {cancel}
        <Button type="submit" variant="primary" isPending={isPending}>
          {action}
        </Button>
      </div>
      <LeaveGuard
        isActive={() => fields !== initial}
        title={text('discardQuestion')}
        action={text('discard')}
      >
        <p>{text('notSavedYet')}</p>
      </LeaveGuard>
    </form>
  );
}
