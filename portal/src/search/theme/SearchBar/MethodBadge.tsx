import clsx from 'clsx';
import styles from './styles.module.css';

/** The HTTP method of an operation, coloured as in the reference. */
export default function MethodBadge({ method }: { method: string }) {
  const tone = { GET: undefined, DELETE: styles.deletes }[method] ?? (method !== 'GET' && styles.writes);
  return <span className={clsx(styles.method, tone)}>{method}</span>;
}
