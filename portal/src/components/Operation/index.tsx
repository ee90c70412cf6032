import Link from '@docusaurus/Link';
import pagePaths from '@generated/folkmoot-reference/default/page-paths.json';
import clsx from 'clsx';
import styles from './styles.module.css';

interface OperationProps {
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  /** The path with `/api/v2` and with its parameters in braces. */
  path: string;
}

/** A link to the page of an operation; an unknown operation fails the build. */
export default function Operation({ method, path }: OperationProps) {
  const page = pagePaths[`${method} ${path}`];
  if (page === undefined) throw new Error(`The API reference has no operation ${method} ${path}.`);
  return (
    <Link className={styles.operation} to={`/api/${page}`}>
      <span translate="no" className={clsx(styles.method, method !== 'GET' && styles.writes)}>
        {method}
      </span>
      <code translate="no">{path}</code>
    </Link>
  );
}
