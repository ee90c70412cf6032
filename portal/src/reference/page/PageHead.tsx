import Link from '@docusaurus/Link';
import CopyMarkdown from '../../components/CopyMarkdown';
import type { MenuGroup } from './menuGroups';
import styles from './pageHead.module.css';

interface PageHeadProps {
  group?: MenuGroup;
  title: string;
}

/** The line above the content: where it is in the reference, and the button that copies it as Markdown. */
export default function PageHead({ group, title }: PageHeadProps) {
  return (
    <div className={styles.row}>
      <nav aria-label="Breadcrumbs">
        <ol className={styles.items}>
          <li>
            <Link to="/api">API reference</Link>
          </li>
          {group && (
            <li>
              <Link to={`/api#${group.id}`}>{group.title}</Link>
            </li>
          )}
          <li aria-current="page">{title}</li>
        </ol>
      </nav>
      <CopyMarkdown />
    </div>
  );
}
