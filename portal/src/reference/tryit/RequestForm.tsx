import requests from '@generated/folkmoot-reference/default/requests.json';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { provider } from '../../../provider';
import type { RequestDescription } from '../requests';
import { completeSample } from '../samples';
import type { RequestTemplate } from '../samples/request';
import BodyInput from './BodyInput';
import CopyText from './CopyText';
import { enteredRequest, enteredValues } from './enteredRequest';
import PageButtons from './PageButtons';
import ParameterInputs from './ParameterInputs';
import ResponseStatus from './ResponseStatus';
import ResponseView from './ResponseView';
import { type HttpResponse, send } from './send';
import { type Entry, getSession, updateEntry, useSession } from './session';
import styles from './styles.module.css';
import TokenInputs from './TokenInputs';

interface RequestFormProps {
  /** The id of the operation. */
  operation: string;
  description: RequestDescription;
  /** Whether the form was opened from an id in a response. */
  isFollowed: boolean;
  /** Opens the operation that reads the record with this id. */
  onFollow: (operation: string, id: string) => void;
}

/** The form of one operation beside the last response, and a bar that sends the request and shows the status. */
export default function RequestForm({ operation, description, isFollowed, onFollow }: RequestFormProps) {
  const { template, groups } = description;
  const { token, entries } = useSession();
  const entry = entries.get(operation) ?? {};
  const { values = new Map<string, string>(), outcome } = entry;
  const [isSending, setSending] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const form = useRef<HTMLDivElement>(null);
  const response = useRef<HTMLDivElement>(null);
  const hasNewResponse = useRef(false);
  const id = useId();
  const server = provider.apiUrl;

  // Again after the token is there: its inputs, which had the focus, are gone.
  useEffect(() => {
    if (isFollowed) button.current?.focus();
    else focusFirstInput(form.current, token !== undefined);
  }, [isFollowed, token]);

  // Where the response is below the form, it comes into view.
  useEffect(() => {
    if (isSending || !hasNewResponse.current) return;
    hasNewResponse.current = false;
    response.current?.scrollIntoView({ block: 'start' });
  }, [isSending]);

  const update = (change: Entry) => updateEntry(operation, change);
  const sendEntered = async () => {
    setSending(true);
    const session = getSession();
    const request = enteredRequest(template, session.entries.get(operation) ?? {}, {
      server,
      token: session.token,
    });
    update({ outcome: await send(request).catch(asError) });
    hasNewResponse.current = true;
    setSending(false);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    sendEntered();
  };
  const curl = () => {
    const tokenRequest = requests.operations[requests.tokenOperation ?? '']?.template;
    const entered = enteredValues(template, entry);
    return completeSample('curl', template, { server, token, tokenRequest, ...entered });
  };

  return (
    <>
      <div className={styles.panes}>
        <div ref={form} className={styles.pane}>
          <p className={styles.server}>
            <span>Requests go to </span>
            <code translate="no">{server}</code>
            <span>. The samples on this page show what you enter here.</span>
          </p>
          {template.token && <TokenInputs />}
          <form id={id} className={styles.form} onSubmit={submit} data-request-form>
            <ParameterInputs
              template={template}
              groups={groups}
              values={values}
              rejected={rejectedParameter(template, outcome)}
              onChange={(changed) => update({ values: changed })}
            />
            {template.body && <BodyInput template={template} entry={entry} onChange={update} />}
          </form>
        </div>
        <div ref={response} aria-live="polite" className={styles.pane}>
          {outcome === undefined && <p className={styles.empty}>The response appears here.</p>}
          {outcome instanceof Error && (
            <p role="alert" className={styles.failure}>
              {outcome.message}
            </p>
          )}
          {outcome && !(outcome instanceof Error) && (
            <>
              <ResponseView response={outcome} path={template.path} onFollow={onFollow} />
              <PageButtons
                template={template}
                response={outcome}
                disabled={isSending}
                onPage={(changed) => {
                  update({ values: new Map([...values, ...changed]) });
                  sendEntered();
                }}
              />
            </>
          )}
        </div>
      </div>
      <footer className={styles.actions}>
        <button ref={button} type="submit" form={id} className={styles.send} disabled={isSending}>
          {isSending ? <span key="sending">Sending…</span> : <span key="send">Send request</span>}
        </button>
        <ResponseStatus outcome={outcome} />
        <CopyText text={curl}>Copy as curl</CopyText>
      </footer>
    </>
  );
}

/** Focuses the first visible input: of the token, or of the request once there is a token. */
function focusFirstInput(form: HTMLElement | null, hasToken: boolean): void {
  const inputs = [
    ...(form?.querySelectorAll<HTMLElement>('input, select, textarea, details > summary') ?? []),
  ];
  const isUsable = (input: HTMLElement) =>
    input.checkVisibility() && (!hasToken || input.closest('[data-request-form]'));
  inputs.find(isUsable)?.focus();
}

/** The parameter that a problem response names, in a member of its own or in quotes in its detail. */
function rejectedParameter({ parameters }: RequestTemplate, outcome: HttpResponse | Error | undefined) {
  if (!outcome || outcome instanceof Error || outcome.status !== 400) return undefined;
  const { parameter_name, detail = '' } = (outcome.json ?? {}) as {
    parameter_name?: string;
    detail?: string;
  };
  const name = parameter_name ?? parameters.find((one) => detail.includes(`'${one.name}'`))?.name;
  return name === undefined ? undefined : { name, reason: detail };
}

const asError = (error: unknown) => (error instanceof Error ? error : new Error(String(error)));
