import DocBreadcrumbs from '@theme-original/DocBreadcrumbs';
import CopyMarkdown from '../../components/CopyMarkdown';
import styles from './styles.module.css';

/** The line above a guide: where it stands, and how to take it along. */
export default function DocBreadcrumbsWithCopy() {
  return (
    <div className={styles.line}>
      <DocBreadcrumbs />
      <CopyMarkdown />
    </div>
  );
}
