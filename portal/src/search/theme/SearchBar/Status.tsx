import Translate from '@docusaurus/Translate';
import styles from './styles.module.css';

interface StatusProps {
  question: string;
  /** Whether there is something to look through yet. */
  ready: boolean;
  failed: boolean;
  retry: () => void;
  /** How much was found. */
  count: number;
}

/** The line under what was found, read out when it changes. */
export default function Status({ failed, retry, ...search }: StatusProps) {
  return (
    <p role="status" className={styles.status}>
      {failed ? (
        <>
          <Translate id="search.failed">The search could not be loaded.</Translate>{' '}
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

function Outcome({ question, ready, count }: Pick<StatusProps, 'question' | 'ready' | 'count'>) {
  if (!question.trim()) {
    return <Translate id="search.hint">Type a word; ↑ and ↓ choose, Enter opens, Esc closes.</Translate>;
  }
  if (!ready) {
    return <Translate id="search.loading">Loading …</Translate>;
  }
  return count ? (
    <Translate id="search.count" values={{ count }}>
      {'{count} found'}
    </Translate>
  ) : (
    <Translate id="search.none">Nothing found. Try another word.</Translate>
  );
}
