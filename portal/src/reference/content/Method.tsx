import clsx from 'clsx';
import styles from './method.module.css';

/** The HTTP method of an operation; methods that change data have their own colours. */
export default function Method({ method }: { method: string }) {
  const isRead = method === 'GET' || method === 'HEAD';
  return (
    <span
      translate="no"
      className={clsx(styles.method, !isRead && (method === 'DELETE' ? styles.deletes : styles.writes))}
    >
      {method}
    </span>
  );
}
