import shared from 'messages:shared';
import text from 'messages:shell';
import { useQuery } from '@tanstack/react-query';
import { Announcer } from '@/components/Announcer';
import { ErrorNotice } from '@/components/ErrorNotice';
import { IdleWarning } from '@/features/sign-in/IdleWarning';
import { SignIn } from '@/features/sign-in/SignIn';
import { SignInAgain } from '@/features/sign-in/SignInAgain';
import { sessionQuery, useIsExpired } from '@/session/session';
import { Shell } from './Shell';

/** Shows the console to those who signed in, and the sign-in to others, at the same URL. */
export function Root() {
  return (
    <>
      <Content />
      <Announcer />
    </>
  );
}

function Content() {
  const { data: session, error, isFetching, isPending, refetch } = useQuery(sessionQuery);
  const isExpired = useIsExpired();
  if (session) {
    return (
      <>
        <Shell key={session.administrator.id} />
        {isExpired ? <SignInAgain /> : <IdleWarning session={session} />}
      </>
    );
  }
  if (isPending && !error) return <p className="visually-hidden">{shared('loading')}</p>;
  if (error) {
    return (
      <main className="centred">
        <title>{text('console')}</title>
        <h1 className="visually-hidden">{text('console')}</h1>
        <ErrorNotice error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
      </main>
    );
  }
  return <SignIn />;
}
