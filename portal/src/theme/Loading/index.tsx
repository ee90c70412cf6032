import type { LoadingComponentProps } from 'react-loadable';
import styles from './styles.module.css';

/** Shown while the script of a page or of a part of it loads, and if loading fails. */
export default function Loading({ error, retry, pastDelay }: LoadingComponentProps) {
  if (error) {
    return (
      <div role="alert" className="load-failure">
        <p>{String(error)}</p>
        <button type="button" className="button button--primary" onClick={retry}>
          Retry
        </button>
      </div>
    );
  }
  return pastDelay ? (
    <div role="status" aria-label="Loading" className={styles.waiting}>
      <span className="spinner" />
    </div>
  ) : null;
}
