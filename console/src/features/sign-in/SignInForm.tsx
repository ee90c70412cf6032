import text from 'messages:signIn';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { signInMethodsQuery } from '@/api/queries';
import { Button } from '@/components/Button';
import { code } from '@/components/Code';
import { ErrorNotice } from '@/components/ErrorNotice';
import { TextField } from '@/components/fields';
import { signIn } from '@/session/session';
import { signInUrl } from './provider';

interface SignInFormProps {
  /** Whether the sign-in of the organisation leaves a page on which something may have been typed. */
  leavesPage?: boolean;
}

/** Sign-in with an admin key, or with the accounts of the organisation if the server offers it. */
export function SignInForm({ leavesPage }: SignInFormProps) {
  const { data: methods } = useQuery(signInMethodsQuery);
  const queries = useQueryClient();
  const [adminKey, setAdminKey] = useState('');
  const { mutate, isPending, error } = useMutation({ mutationFn: (key: string) => signIn(queries, key) });
  const provider = methods?.openid_connect;
  return (
    <div className="sign-in-methods">
      {provider && (
        <>
          <a className="button button-primary button-normal" href={signInUrl()}>
            {text('signInWith', { provider: provider.name })}
          </a>
          {leavesPage && <p className="quiet small">{text('losesInput')}</p>}
          <p className="divider">{text('or')}</p>
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
          label={text('adminKey')}
          type="password"
          autoComplete="current-password"
          value={adminKey}
          onChange={setAdminKey}
          placeholder="fma_…"
          description={text('createAdminKey', { code })}
          isRequired
          autoFocus
          spellCheck={false}
        />
        {error && <ErrorNotice error={error} />}
        <Button type="submit" variant={provider ? 'secondary' : 'primary'} isPending={isPending}>
          {text('signIn')}
        </Button>
      </form>
    </div>
  );
}
