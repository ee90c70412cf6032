import clsx from 'clsx';
import styles from './method.module.css';

/** The method of an operation; those that change something stand out. */
export default function Method({ method }: { method: string }) {
  const isRead = method === 'GET' || method === 'HEAD';
  return (
    <span className={clsx(styles.method, !isRead && (method === 'DELETE' ? styles.deletes : styles.writes))}>
      {method}
    </span>
  );
}
