import { type FormEvent, useState } from 'react';
import { fill, type RequestTemplate } from '../samples/request';
import { send } from './send';
import { useSession } from './session';
import styles from './styles.module.css';

interface TokenInputsProps {
  server: string;
  /** How a token is obtained; without it, one can only be pasted. */
  tokenRequest?: RequestTemplate;
}

/** Asks for a token, or for a client id and secret to get one with; neither is kept beyond the page. */
export default function TokenInputs({ server, tokenRequest }: TokenInputsProps) {
  const [{ token }, remember] = useSession();
  if (token !== undefined) {
    return (
      <p className={styles.held}>
        A token is in memory until you leave or reload this page.{' '}
        <button type="button" onClick={() => remember({ token: undefined })}>
          Forget it
        </button>
      </p>
    );
  }
  return (
    <fieldset className={styles.token}>
      <legend>Token</legend>
      <p>Kept in memory only, until you leave or reload this page.</p>
      {tokenRequest && <ClientForm server={server} tokenRequest={tokenRequest} />}
      <TokenForm />
    </fieldset>
  );
}

function TokenForm() {
  const [, remember] = useSession();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const given = new FormData(event.currentTarget).get('token');
    remember({
      token: String(given)
        .trim()
        .replace(/^Bearer\s+/i, ''),
    });
  };
  return (
    <form className={styles.inline} onSubmit={submit}>
      <label className={styles.label}>
        Or a token that you have
        <input name="token" required autoComplete="off" spellCheck={false} />
      </label>
      <button type="submit">Use it</button>
    </form>
  );
}

function ClientForm({ server, tokenRequest }: { server: string; tokenRequest: RequestTemplate }) {
  const [, remember] = useSession();
  const [failure, setFailure] = useState('');
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { client_id, client_secret } = Object.fromEntries(new FormData(event.currentTarget));
    const body = JSON.stringify({ auth: { client_id, client_secret } });
    try {
      const { status, text } = await send(fill(tokenRequest, { server, values: new Map(), body }));
      const answer = JSON.parse(text);
      if (answer.jwt) remember({ token: answer.jwt });
      else setFailure(answer.detail ?? `The platform answered ${status}.`);
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error));
    }
  };
  return (
    <form className={styles.form} onSubmit={submit}>
      <div className={styles.pairs}>
        <label className={styles.label}>
          Client id
          <input name="client_id" required autoComplete="off" spellCheck={false} />
        </label>
        <label className={styles.label}>
          Client secret
          <input name="client_secret" type="password" required autoComplete="off" />
        </label>
      </div>
      <button type="submit">Get a token</button>
      {failure && (
        <p role="alert" className={styles.failure}>
          {failure}
        </p>
      )}
    </form>
  );
}
