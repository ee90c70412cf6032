import text from 'messages:shared';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ProblemError } from '@/api/problem';
import { ErrorNotice } from './ErrorNotice';
import { formatTimestamp } from './format';

interface QueryViewProps<T> {
  query: UseQueryResult<T>;
  /** The number of grey lines while the data loads. */
  lines?: number;
  children: (data: T) => ReactNode;
}

/**
 * The data of a query, or why there is none. If a refresh fails, the earlier data remains with a notice. The data of an
 * earlier query, such as the previous page, is dimmed until the data of this one arrives.
 */
export function QueryView<T>({ query, lines = 4, children }: QueryViewProps<T>) {
  const { data, error, isPending, isPlaceholderData, isFetching, dataUpdatedAt, refetch } = query;
  const isMissing = error instanceof ProblemError && error.status === 404;
  const retry = isMissing ? undefined : () => void refetch();
  if (isPending && !error) return <Skeleton lines={lines} />;
  if (data === undefined) return <ErrorNotice error={error} onRetry={retry} isRetrying={isFetching} />;
  return (
    <>
      {error && (
        <>
          <ErrorNotice error={error} onRetry={retry} isRetrying={isFetching} />
          <p className="quiet small">
            {text('showingDataFrom', { time: formatTimestamp(new Date(dataUpdatedAt).toISOString()) })}
          </p>
        </>
      )}
      <div className={isPlaceholderData ? 'stale' : 'contents'} aria-busy={isPlaceholderData}>
        {children(data)}
      </div>
    </>
  );
}

const LINE_IDS = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

export function Skeleton({ lines = 4 }: { lines?: number }) {
  return (
    <div className="skeleton" role="status">
      <span className="visually-hidden">{text('loading')}</span>
      {LINE_IDS.slice(0, lines).map((id) => (
        <span key={id} className="skeleton-line" aria-hidden="true" />
      ))}
    </div>
  );
}
