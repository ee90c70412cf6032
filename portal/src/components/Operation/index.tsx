import Link from '@docusaurus/Link';
import clsx from 'clsx';
import styles from './styles.module.css';

interface OperationProps {
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  path: string;
  /** The operation's anchor in the API reference; without it, the link goes to the top of the page. */
  anchor?: string;
}

/** A link to an operation in the API reference. */
export default function Operation({ method, path, anchor }: OperationProps) {
  return (
    <Link className={styles.operation} to={anchor ? `/api#${anchor}` : '/api'}>
      <span className={clsx(styles.method, method !== 'GET' && styles.writes)}>{method}</span>
      <code translate="no">{path}</code>
    </Link>
  );
}
