import Link from '@docusaurus/Link';
import type { Reference } from '../model';
import CopyButton from './CopyButton';
import Downloads from './Downloads';
import Html from './Html';
import styles from './styles.module.css';

/** What the API is, its base URL and its OpenAPI document. */
export default function Introduction({ reference }: { reference: Reference }) {
  const { description, version, server, links, groups } = reference;
  const count = groups.reduce((sum, { operations }) => sum + operations.length, 0);
  return (
    <header className={styles.introduction}>
      <h1>API reference</h1>
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
          <dd>{version}</dd>
        </div>
        <div>
          <dt>Operations</dt>
          <dd>{count}</dd>
        </div>
      </dl>
      <p className={styles.links}>
        {links.map(({ label, to }) => (
          <Link key={to} to={to}>
            {label}
          </Link>
        ))}
      </p>
      <Downloads />
      <Html className={styles.lead} html={description} />
    </header>
  );
}
