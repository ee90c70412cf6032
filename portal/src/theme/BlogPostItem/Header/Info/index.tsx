import { useBlogPost } from '@docusaurus/plugin-content-blog/client';
import type { Props } from '@theme/BlogPostItem/Header/Info';
import Info from '@theme-original/BlogPostItem/Header/Info';
import CopyMarkdown from '../../../../components/CopyMarkdown';
import styles from './styles.module.css';

/** The line under a post's title: its date and, on its own page, its authors and the button that copies it as Markdown. */
export default function InfoWithCopy(props: Props) {
  const { isBlogPostPage, metadata } = useBlogPost();
  const authors = metadata.authors.flatMap(({ name }) => name ?? []).join(', ');
  return (
    <div className={styles.row}>
      <div className={styles.facts}>
        <Info {...props} />
        {isBlogPostPage && authors && <span>&nbsp;· {authors}</span>}
      </div>
      {isBlogPostPage && <CopyMarkdown />}
    </div>
  );
}
