import Link from '@docusaurus/Link';
import Translate from '@docusaurus/Translate';
import styles from './styles.module.css';

interface StatusProps {
  /** Whether nothing has been typed. */
  isEmpty: boolean;
  /** Whether the search index is loaded. */
  ready: boolean;
  failed: boolean;
  retry: () => void;
  /** The number of results. */
  count: number;
  /** Called when the reader follows a link. */
  onLeave: () => void;
  /** Deletes the recent searches; absent if there are none. */
  onClear?: () => void;
}

/**
 * The line under the results; screen readers announce its changes. Each text has an element of its own: browsers that
 * translate the page replace texts, which React could not remove then.
 */
export default function Status({ failed, retry, onLeave, onClear, ...search }: StatusProps) {
  return (
    <div className={styles.status}>
      <p role="status">
        {failed ? (
          <span key="failed">
            <Translate id="search.failed">The search failed to load.</Translate>{' '}
            <button type="button" className={styles.textButton} onClick={retry}>
              <Translate id="search.retry">Retry</Translate>
            </button>
          </span>
        ) : (
          <span key={`${search.isEmpty} ${search.ready} ${search.count}`}>
            <Outcome {...search} />
          </span>
        )}
      </p>
      {search.ready && !search.isEmpty && search.count === 0 && (
        <nav className={styles.ways} aria-label="Other ways">
          {ways.map(({ to, label }) => (
            <Link key={to} to={to} onClick={onLeave}>
              {label}
            </Link>
          ))}
        </nav>
      )}
      {search.isEmpty && onClear && (
        <button type="button" className={styles.textButton} onClick={onClear}>
          <Translate id="search.clear">Clear recent searches</Translate>
        </button>
      )}
    </div>
  );
}

/** Where readers look if the search finds nothing. */
const ways = [
  { to: '/', label: 'Guides' },
  { to: '/api', label: 'API reference' },
  { to: '/guides/reference-problems', label: 'Errors' },
];

function Outcome({ isEmpty, ready, count }: Pick<StatusProps, 'isEmpty' | 'ready' | 'count'>) {
  if (isEmpty) {
    return <Translate id="search.hint">↑ ↓ to select, Enter to open, Esc to close</Translate>;
  }
  if (!ready) {
    return <Translate id="search.loading">Loading…</Translate>;
  }
  if (count === 0) {
    return <Translate id="search.none">No results. Try another word.</Translate>;
  }
  return count === 1 ? (
    <Translate id="search.one">1 result</Translate>
  ) : (
    <Translate id="search.count" values={{ count }}>
      {'{count} results'}
    </Translate>
  );
}
