import { useDoc } from '@docusaurus/plugin-content-docs/client';
import DocBreadcrumbs from '@theme-original/DocBreadcrumbs';
import CopyMarkdown from '../../components/CopyMarkdown';
import styles from './styles.module.css';

/** The line above a guide: breadcrumbs and the button that copies it as Markdown. Pages with their own title have none. */
export default function DocBreadcrumbsWithCopy() {
  const { frontMatter } = useDoc();
  if (frontMatter.hide_title) {
    return null;
  }
  return (
    <div className={styles.row}>
      <DocBreadcrumbs />
      <CopyMarkdown />
    </div>
  );
}
