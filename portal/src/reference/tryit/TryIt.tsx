import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { provider } from '../../../provider';
import Method from '../content/Method';
import type { TryItRequest } from '../page/useTryItButtons';
import { buildRequest } from '../samples/request';
import ParameterInputs from './ParameterInputs';
import ResponseView from './ResponseView';
import { type HttpResponse, send } from './send';
import { useSession } from './session';
import styles from './styles.module.css';
import TokenInputs from './TokenInputs';

interface TryItProps {
  request: TryItRequest;
  onClose: () => void;
}

/** A form that sends a request of one operation from the browser and shows the response. */
export default function TryIt({ request, onClose }: TryItProps) {
  const { title, template, tokenRequest } = request;
  const [session, updateSession] = useSession();
  const server = session.server ?? provider.apiUrl;
  const [values, setValues] = useState(() => new Map<string, string>());
  const [body, setBody] = useState(template.body?.text);
  const [outcome, setOutcome] = useState<HttpResponse | Error>();
  const [isSending, setSending] = useState(false);
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();

  useEffect(() => dialog.current?.showModal(), []);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setSending(true);
    const filled = buildRequest(template, { server, token: session.token, values, body });
    setOutcome(await send(filled).catch(asError));
    setSending(false);
  };

  return (
    <dialog ref={dialog} className={styles.dialog} aria-labelledby={id} onClose={onClose}>
      <header className={styles.head}>
        <h2 id={id}>{title}</h2>
        <button type="button" className={styles.close} onClick={() => dialog.current?.close()}>
          Close
        </button>
        <p>
          <Method method={template.method} /> <code>{template.path}</code>
        </p>
      </header>
      <div className={styles.body}>
        <label className={styles.label}>
          Base URL
          <input
            type="url"
            required
            form={`${id}form`}
            value={server}
            onChange={({ target }) => updateSession({ server: target.value.replace(/\/+$/, '') })}
          />
        </label>
        {template.token && <TokenInputs server={server} tokenRequest={tokenRequest} />}
        <form id={`${id}form`} className={styles.form} onSubmit={submit}>
          <div className={styles.grid}>
            <ParameterInputs parameters={template.parameters} values={values} onChange={setValues} />
          </div>
          {body !== undefined && (
            <label className={styles.label}>
              Request body
              <textarea
                rows={Math.min(16, body.split('\n').length + 1)}
                spellCheck={false}
                value={body}
                onChange={({ target }) => setBody(target.value)}
              />
            </label>
          )}
          <button type="submit" className={styles.send} disabled={isSending}>
            {isSending ? 'Sending…' : 'Send request'}
          </button>
        </form>
        <div aria-live="polite">
          {outcome instanceof Error && (
            <p role="alert" className={styles.failure}>
              {outcome.message}
            </p>
          )}
          {outcome && !(outcome instanceof Error) && <ResponseView response={outcome} />}
        </div>
      </div>
    </dialog>
  );
}

const asError = (error: unknown) => (error instanceof Error ? error : new Error(String(error)));
