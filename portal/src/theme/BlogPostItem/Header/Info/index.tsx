import { useBlogPost } from '@docusaurus/plugin-content-blog/client';
import type { Props } from '@theme/BlogPostItem/Header/Info';
import Info from '@theme-original/BlogPostItem/Header/Info';
import CopyMarkdown from '../../../../components/CopyMarkdown';
import styles from './styles.module.css';

/** The line under a post's title: its date and, on its own page, the button that copies it as Markdown. */
export default function InfoWithCopy(props: Props) {
  const { isBlogPostPage } = useBlogPost();
  return (
    <div className={styles.row}>
      <Info {...props} />
      {isBlogPostPage && <CopyMarkdown />}
    </div>
  );
}
