import { type FormEvent, useState } from 'react';
import { buildRequest, type RequestTemplate } from '../samples/request';
import { send } from './send';
import { useSession } from './session';
import styles from './styles.module.css';

interface TokenInputsProps {
  server: string;
  /** The request that issues a token; without it, readers can only paste one. */
  tokenRequest?: RequestTemplate;
}

/** Asks for a token, or for a client ID and secret to request one. Neither is stored. */
export default function TokenInputs({ server, tokenRequest }: TokenInputsProps) {
  const [{ token }, updateSession] = useSession();
  if (token !== undefined) {
    return (
      <p className={styles.tokenStatus}>
        The token stays in memory until you leave or reload this page.{' '}
        <button type="button" onClick={() => updateSession({ token: undefined })}>
          Remove token
        </button>
      </p>
    );
  }
  return (
    <fieldset className={styles.token}>
      <legend>Token</legend>
      <p>Stays in memory only, until you leave or reload this page.</p>
      {tokenRequest && <ClientForm server={server} tokenRequest={tokenRequest} />}
      <TokenForm />
    </fieldset>
  );
}

function TokenForm() {
  const [, updateSession] = useSession();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const value = new FormData(event.currentTarget).get('token');
    updateSession({
      token: String(value)
        .trim()
        .replace(/^Bearer\s+/i, ''),
    });
  };
  return (
    <form className={styles.inline} onSubmit={submit}>
      <label className={styles.label}>
        Or paste a token
        <input name="token" required autoComplete="off" spellCheck={false} />
      </label>
      <button type="submit">Use token</button>
    </form>
  );
}

function ClientForm({ server, tokenRequest }: { server: string; tokenRequest: RequestTemplate }) {
  const [, updateSession] = useSession();
  const [failure, setFailure] = useState('');
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { client_id, client_secret } = Object.fromEntries(new FormData(event.currentTarget));
    const body = JSON.stringify({ auth: { client_id, client_secret } });
    try {
      const { status, text } = await send(buildRequest(tokenRequest, { server, values: new Map(), body }));
      const response = JSON.parse(text);
      if (response.jwt) updateSession({ token: response.jwt });
      else setFailure(response.detail ?? `The platform returned ${status}.`);
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error));
    }
  };
  return (
    <form className={styles.form} onSubmit={submit}>
      <div className={styles.grid}>
        <label className={styles.label}>
          Client ID
          <input name="client_id" required autoComplete="off" spellCheck={false} />
        </label>
        <label className={styles.label}>
          Client secret
          <input name="client_secret" type="password" required autoComplete="off" />
        </label>
      </div>
      <button type="submit">Get token</button>
      {failure && (
        <p role="alert" className={styles.failure}>
          {failure}
        </p>
      )}
    </form>
  );
}
