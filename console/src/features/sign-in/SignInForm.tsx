import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { signInMethodsQuery } from '@/api/queries';
import { Button } from '@/components/Button';
import { ErrorNotice } from '@/components/ErrorNotice';
import { TextField } from '@/components/fields';
import { signIn } from '@/session/session';

/** Sign-in with an admin key, or with the accounts of the organisation if the server offers it. */
export function SignInForm() {
  const { data: methods } = useQuery(signInMethodsQuery);
  const queries = useQueryClient();
  const [adminKey, setAdminKey] = useState('');
  const { mutate, isPending, error } = useMutation({ mutationFn: (key: string) => signIn(queries, key) });
  const provider = methods?.openid_connect;
  return (
    <div className="sign-in-methods">
      {provider && (
        <>
          <a className="button button-primary button-normal" href={openIdConnectUrl()}>
            Sign in with {provider.name}
          </a>
          <p className="divider">or</p>
        </>
      )}
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          mutate(adminKey.trim());
        }}
      >
        <TextField
          label="Admin key"
          type="password"
          autoComplete="current-password"
          value={adminKey}
          onChange={setAdminKey}
          placeholder="fma_…"
          description={
            <>
              Create one on the server with <code translate="no">folkmoot admin-keys create NAME</code>.
            </>
          }
          isRequired
          autoFocus
          spellCheck={false}
        />
        {error && <ErrorNotice error={error} />}
        <Button type="submit" variant={provider ? 'secondary' : 'primary'} isPending={isPending}>
          Sign in
        </Button>
      </form>
    </div>
  );
}

/** The sign-in returns to the current page. */
function openIdConnectUrl(): string {
  const returnTo = location.pathname + location.search;
  return `/admin/sign-in/openid-connect?${new URLSearchParams({ return_to: returnTo })}`;
}
