import text from 'messages:signIn';
import errors from 'messages:signInErrors';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { signInMethodsQuery } from '@/api/queries';
import { Notice } from '@/components/Notice';
import { useRemainsAtProvider } from '@/session/session';
import { errorCodeIn, SIGN_OUT_URL, signInUrl } from './provider';

/** Why a sign-in with an account of the organisation failed, or that a session at its provider remains after a sign-out. */
export function SignInNotice() {
  const code = useErrorCode();
  const remainsAtProvider = useRemainsAtProvider();
  const provider = useQuery(signInMethodsQuery).data?.openid_connect?.name;
  if (code && errors.has(code)) {
    const isOtherAccountUseful = code === 'no-role' || code === 'refused';
    return (
      <Notice tone="warning" title={code === 'no-sign-out' ? text('signedOut') : text('notSignedIn')} isAlert>
        <p>{errors(code)}</p>
        {provider && isOtherAccountUseful && (
          <a className="button button-secondary button-small" href={signInUrl('select_account')}>
            {text('useAnotherAccount')}
          </a>
        )}
      </Notice>
    );
  }
  if (!remainsAtProvider || !provider) return null;
  return (
    <Notice tone="info" title={text('signedOut')} isAlert>
      <p>{text('stillSignedInAt', { provider })}</p>
      <a className="button button-secondary button-small" href={SIGN_OUT_URL}>
        {text('signOutAt', { provider })}
      </a>
    </Notice>
  );
}

/** The code leaves the URL at once, so that it is shown once. */
function useErrorCode(): string | null {
  const { history } = useRouter();
  const [code] = useState(() => errorCodeIn(location.href));
  useEffect(() => {
    if (code !== null) history.replace(location.pathname);
  }, [code, history]);
  return code;
}
