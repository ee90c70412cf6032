import Link from '@docusaurus/Link';
import CopyMarkdown from '../../components/CopyMarkdown';
import styles from './breadcrumb.module.css';
import type { MenuGroup } from './menuGroups';

interface BreadcrumbProps {
  group: MenuGroup;
  title: string;
}

/** The line above an operation: where it is in the reference, and the button that copies it as Markdown. */
export default function Breadcrumb({ group, title }: BreadcrumbProps) {
  return (
    <div className={styles.row}>
      <nav aria-label="Breadcrumbs">
        <ol className={styles.items}>
          <li>
            <Link to="/api">API reference</Link>
          </li>
          <li>
            <Link to={`/api#${group.id}`}>{group.title}</Link>
          </li>
          <li aria-current="page">{title}</li>
        </ol>
      </nav>
      <CopyMarkdown />
    </div>
  );
}
