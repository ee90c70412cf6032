import { useDoc } from '@docusaurus/plugin-content-docs/client';
import DocBreadcrumbs from '@theme-original/DocBreadcrumbs';
import CopyMarkdown from '../../components/CopyMarkdown';
import styles from './styles.module.css';

/** The line above a guide: where it stands, and how to take it along. A page that brings its own title has none. */
export default function DocBreadcrumbsWithCopy() {
  const { frontMatter } = useDoc();
  if (frontMatter.hide_title) {
    return null;
  }
  return (
    <div className={styles.line}>
      <DocBreadcrumbs />
      <CopyMarkdown />
    </div>
  );
}
