/** The parameter with the code of a failed sign-in, with which the server redirects to the console. */
const ERROR = 'sign_in_error';

export const errorCodeIn = (url: string) => new URL(url).searchParams.get(ERROR);

/** The page at which a sign-in with the accounts of the organisation begins. It returns to the current page. */
export function signInUrl(prompt?: 'select_account'): string {
  const url = new URL(location.href);
  url.searchParams.delete(ERROR);
  const parameters = new URLSearchParams({ return_to: url.pathname + url.search });
  if (prompt) parameters.set('prompt', prompt);
  return `/admin/sign-in/openid-connect?${parameters}`;
}

/** The page at which a sign-out at the provider of the accounts begins. */
export const SIGN_OUT_URL = '/admin/sign-out/openid-connect';
