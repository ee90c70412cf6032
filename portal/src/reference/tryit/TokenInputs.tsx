import requests from '@generated/folkmoot-reference/default/requests.json';
import { type FormEvent, useEffect, useState } from 'react';
import { provider } from '../../../provider';
import { buildRequest, type RequestTemplate } from '../samples/request';
import { send } from './send';
import { setToken, useSession } from './session';
import styles from './styles.module.css';
import { tokenDetails } from './tokenDetails';

/** The request that issues a token; without it, readers can only paste one. */
const tokenRequest = requests.operations[requests.tokenOperation ?? '']?.template;

/** The request that says what a token may read. */
const platformRequest = requests.operations.getPlatform?.template;

/** Asks for a token, or for a client ID and secret to request one. Neither is stored. */
export default function TokenInputs() {
  const { token } = useSession();
  if (token !== undefined) {
    return (
      <p className={styles.tokenStatus}>
        <TokenText token={token} />{' '}
        <button type="button" onClick={() => setToken(undefined)}>
          Remove token
        </button>
      </p>
    );
  }
  return (
    <fieldset className={styles.token}>
      <legend>Token</legend>
      <p>Stays in memory only, until you leave or reload this site.</p>
      {tokenRequest && <ClientForm request={tokenRequest} />}
      <TokenForm />
    </fieldset>
  );
}

/** Whose token it is, what it may read, and how long it is valid. */
function TokenText({ token }: { token: string }) {
  const { client, expiresAt } = tokenDetails(token);
  const access = useAccess(token);
  return (
    <>
      {client && (
        <>
          <span>Token for client </span>
          <code translate="no">{client}</code>
          {access && <span> ({access})</span>}
          {expiresAt && <span>, valid until {timeText(expiresAt)}</span>}
          <span>. </span>
        </>
      )}
      <span>The token stays in memory until you leave or reload this site.</span>
    </>
  );
}

/** The access level of a token, once the platform has said it. */
function useAccess(token: string): string | undefined {
  const [access, setAccess] = useState<string>();
  useEffect(() => {
    if (!platformRequest) return undefined;
    let isCurrent = true;
    send(buildRequest(platformRequest, { server: provider.apiUrl, token, values: new Map() }))
      .then(({ json }) => {
        const { platform } = (json ?? {}) as { platform?: { access?: string } };
        if (isCurrent) setAccess(platform?.access);
      })
      // The form works without it.
      .catch(() => undefined);
    return () => {
      isCurrent = false;
    };
  }, [token]);
  return access;
}

const timeText = (time: Date) => time.toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short' });

function TokenForm() {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const value = new FormData(event.currentTarget).get('token');
    setToken(
      String(value)
        .trim()
        .replace(/^Bearer\s+/i, ''),
    );
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

function ClientForm({ request }: { request: RequestTemplate }) {
  const [failure, setFailure] = useState('');
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { client_id, client_secret } = Object.fromEntries(new FormData(event.currentTarget));
    const body = JSON.stringify({ auth: { client_id, client_secret } });
    try {
      const server = provider.apiUrl;
      const { status, json } = await send(buildRequest(request, { server, values: new Map(), body }));
      const { jwt, detail } = (json ?? {}) as { jwt?: string; detail?: string };
      if (jwt) setToken(jwt);
      else setFailure(detail ?? `The platform returned ${status}.`);
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
