import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { provider } from '../../../provider';
import Method from '../content/Method';
import type { Trial } from '../page/useTryButtons';
import { fill } from '../samples/request';
import { platformAddress } from './platformAddress';
import ReplyView from './ReplyView';
import SlotInputs from './SlotInputs';
import { type Reply, send } from './send';
import { useSession } from './session';
import styles from './styles.module.css';
import TokenInputs from './TokenInputs';

interface TryItProps {
  trial: Trial;
  onClose: () => void;
}

/** A form that sends a request of one operation from the browser and shows what comes back. */
export default function TryIt({ trial, onClose }: TryItProps) {
  const { title, request, tokenRequest } = trial;
  const [session, remember] = useSession();
  const server =
    session.server ?? platformAddress(location.origin, provider.siteAddress, provider.apiAddress);
  const [values, setValues] = useState(() => new Map<string, string>());
  const [body, setBody] = useState(request.body?.text);
  const [outcome, setOutcome] = useState<Reply | Error>();
  const [isSending, setSending] = useState(false);
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();

  useEffect(() => dialog.current?.showModal(), []);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setSending(true);
    setOutcome(await send(fill(request, { server, token: session.token, values, body })).catch(asError));
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
          <Method method={request.method} /> <code>{request.path}</code>
        </p>
      </header>
      <div className={styles.body}>
        <label className={styles.label}>
          Platform
          <input
            type="url"
            required
            form={`${id}form`}
            value={server}
            onChange={({ target }) => remember({ server: target.value.replace(/\/+$/, '') })}
          />
        </label>
        {request.token && <TokenInputs server={server} tokenRequest={tokenRequest} />}
        <form id={`${id}form`} className={styles.form} onSubmit={submit}>
          <div className={styles.pairs}>
            <SlotInputs slots={request.slots} values={values} onChange={setValues} />
          </div>
          {body !== undefined && (
            <label className={styles.label}>
              Body
              <textarea
                rows={Math.min(16, body.split('\n').length + 1)}
                spellCheck={false}
                value={body}
                onChange={({ target }) => setBody(target.value)}
              />
            </label>
          )}
          <button type="submit" className={styles.send} disabled={isSending}>
            {isSending ? 'Sending…' : 'Send the request'}
          </button>
        </form>
        <div aria-live="polite">
          {outcome instanceof Error && (
            <p role="alert" className={styles.failure}>
              {outcome.message}
            </p>
          )}
          {outcome && !(outcome instanceof Error) && <ReplyView reply={outcome} />}
        </div>
      </div>
    </dialog>
  );
}

const asError = (error: unknown) => (error instanceof Error ? error : new Error(String(error)));
