import requests from '@generated/folkmoot-reference/default/requests.json';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { provider } from '../../../provider';
import { sample } from '../samples';
import type { RequestTemplate } from '../samples/request';
import BodyInput from './BodyInput';
import CopyText from './CopyText';
import { enteredRequest, enteredValues } from './enteredRequest';
import PageButtons from './PageButtons';
import ParameterInputs from './ParameterInputs';
import ResponseView from './ResponseView';
import { send } from './send';
import { type Entry, getSession, updateEntry, useSession } from './session';
import styles from './styles.module.css';

interface RequestFormProps {
  /** The id of the operation. */
  operation: string;
  template: RequestTemplate;
  /** Whether the form was opened from an id in a response. */
  isFollowed: boolean;
  /** Opens the operation that reads the record with this id. */
  onFollow: (operation: string, id: string) => void;
}

/** The form of one operation, and the last response. */
export default function RequestForm({ operation, template, isFollowed, onFollow }: RequestFormProps) {
  const { token, entries } = useSession();
  const entry = entries.get(operation) ?? {};
  const { values = new Map<string, string>(), outcome } = entry;
  const [isSending, setSending] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const server = provider.apiUrl;

  useEffect(() => {
    if (isFollowed) button.current?.focus();
  }, [isFollowed]);

  const update = (change: Entry) => updateEntry(operation, change);
  const sendEntered = async () => {
    setSending(true);
    const session = getSession();
    const request = enteredRequest(template, session.entries.get(operation) ?? {}, {
      server,
      token: session.token,
    });
    update({ outcome: await send(request).catch(asError) });
    setSending(false);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    sendEntered();
  };
  const curl = () => {
    const tokenRequest = requests.operations[requests.tokenOperation ?? '']?.template;
    return sample('curl', template, { server, token, tokenRequest, ...enteredValues(template, entry) });
  };

  return (
    <>
      <form className={styles.form} onSubmit={submit}>
        <div className={styles.grid}>
          <ParameterInputs
            parameters={template.parameters}
            values={values}
            onChange={(changed) => update({ values: changed })}
          />
        </div>
        {template.body && <BodyInput template={template} entry={entry} onChange={update} />}
        <div className={styles.actions}>
          <button ref={button} type="submit" className={styles.send} disabled={isSending}>
            {isSending ? 'Sending…' : 'Send request'}
          </button>
          <CopyText text={curl}>Copy as curl</CopyText>
        </div>
      </form>
      <div aria-live="polite" className={styles.outcome}>
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
    </>
  );
}

const asError = (error: unknown) => (error instanceof Error ? error : new Error(String(error)));
