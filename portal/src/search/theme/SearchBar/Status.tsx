import Translate from '@docusaurus/Translate';
import styles from './styles.module.css';

interface StatusProps {
  query: string;
  /** Whether the search index is loaded. */
  ready: boolean;
  failed: boolean;
  retry: () => void;
  /** The number of results. */
  count: number;
}

/** The line under the results; screen readers announce its changes. */
export default function Status({ failed, retry, ...search }: StatusProps) {
  return (
    <p role="status" className={styles.status}>
      {failed ? (
        <>
          <Translate id="search.failed">The search failed to load.</Translate>{' '}
          <button type="button" className={styles.retry} onClick={retry}>
            <Translate id="search.retry">Retry</Translate>
          </button>
        </>
      ) : (
        <Outcome {...search} />
      )}
    </p>
  );
}

function Outcome({ query, ready, count }: Pick<StatusProps, 'query' | 'ready' | 'count'>) {
  if (!query.trim()) {
    return (
      <Translate id="search.hint">Type to search. ↑ ↓ to select, Enter to open, Esc to close.</Translate>
    );
  }
  if (!ready) {
    return <Translate id="search.loading">Loading…</Translate>;
  }
  return count ? (
    <Translate id="search.count" values={{ count }}>
      {'{count} results'}
    </Translate>
  ) : (
    <Translate id="search.none">No results. Try another word.</Translate>
  );
}
