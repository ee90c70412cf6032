import type { ErrorComponentProps } from '@tanstack/react-router';
import { ConnectionError } from '@/api/problem';
import { ErrorNotice } from '@/components/ErrorNotice';

/** A page whose code did not load, or that failed. Loading it again also reads the code of a newer version. */
export function PageError({ error }: ErrorComponentProps) {
  const isLoading = error instanceof Error && /import|module|fetch|preload/i.test(error.message);
  return (
    <div className="page">
      <ErrorNotice error={isLoading ? new ConnectionError(error) : error} onRetry={() => location.reload()} />
    </div>
  );
}
