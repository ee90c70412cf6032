import type { Props } from '@theme/Error';
import ErrorPageContent from '@theme-original/ErrorPageContent';

/**
 * The page that is shown when a page crashed. If the reason is a script that failed to load, rendering again fails
 * again, because React caches the failure: reload the page instead.
 */
export default function ErrorPage({ error, tryAgain }: Props) {
  const retry = error.name === 'ChunkLoadError' ? () => window.location.reload() : tryAgain;
  return <ErrorPageContent error={causeOf(error)} tryAgain={retry} />;
}

/** The first of the errors that caused each other; the later ones name parts of the theme. */
const causeOf = (error: Error): Error => (error.cause instanceof Error ? causeOf(error.cause) : error);
