import Link from '@docusaurus/Link';
import type { Overview, Reference } from '../model';
import CopyButton from './CopyButton';
import styles from './styles.module.css';

/** The base URL, the version and the number of operations. */
export function Facts({
  server,
  version,
  groups,
}: Pick<Reference | Overview, 'server' | 'version' | 'groups'>) {
  const count = groups.reduce((sum, { operations }) => sum + operations.length, 0);
  return (
    <dl className={styles.summary}>
      <div>
        <dt>Base URL</dt>
        <dd>
          <code translate="no">{server}</code>
          <CopyButton text={server} label="Copy the base URL" />
        </dd>
      </div>
      <div>
        <dt>Version</dt>
        <dd translate="no">{version}</dd>
      </div>
      <div>
        <dt>Operations</dt>
        <dd>{count}</dd>
      </div>
    </dl>
  );
}

/** Links to related pages. */
export function RelatedPages({ links }: Pick<Reference, 'links'>) {
  return (
    <p className={styles.links}>
      {links.map(({ label, to }) => (
        <Link key={to} to={to}>
          {label}
        </Link>
      ))}
    </p>
  );
}
