import clsx from 'clsx';
import type { HttpResponse } from './send';
import styles from './styles.module.css';

/** The status of a response, how long it took, and its size. */
export default function ResponseStatus({ outcome }: { outcome: HttpResponse | Error | undefined }) {
  if (outcome === undefined) return <p className={styles.status} role="status" />;
  if (outcome instanceof Error) {
    return (
      <p className={styles.status} role="status">
        <b className={styles.bad}>No response</b>
      </p>
    );
  }
  const { status, statusText, milliseconds, bytes, isCut } = outcome;
  return (
    <p className={styles.status} role="status">
      <b className={clsx(status >= 400 && styles.bad)}>{`${status} ${statusText}`}</b>
      <span>{` in ${milliseconds} ms, ${isCut ? 'more than ' : ''}${sizeText(bytes)}`}</span>
    </p>
  );
}

function sizeText(bytes: number): string {
  return bytes < 1000 ? `${bytes} bytes` : `${(bytes / 1000).toFixed(1)} kB`;
}
