import { useBlogPost } from '@docusaurus/plugin-content-blog/client';
import type { Props } from '@theme/BlogPostItem/Header/Info';
import Info from '@theme-original/BlogPostItem/Header/Info';
import CopyMarkdown from '../../../../components/CopyMarkdown';
import styles from './styles.module.css';

/** The line under a post's title: its date and, on its own page, how to take it along. */
export default function InfoWithCopy(props: Props) {
  const { isBlogPostPage } = useBlogPost();
  return (
    <div className={styles.line}>
      <Info {...props} />
      {isBlogPostPage && <CopyMarkdown />}
    </div>
  );
}
