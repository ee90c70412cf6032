import Translate from '@docusaurus/Translate';
import { HtmlClassNameProvider, PageMetadata, ThemeClassNames } from '@docusaurus/theme-common';
import useBaseUrl from '@docusaurus/useBaseUrl';
import BlogLayout from '@theme/BlogLayout';
import type { Props } from '@theme/BlogListPage';
import BlogListPageStructuredData from '@theme/BlogListPage/StructuredData';
import BlogListPaginator from '@theme/BlogListPaginator';
import BlogPostItems from '@theme/BlogPostItems';
import Heading from '@theme/Heading';
import clsx from 'clsx';
import styles from './styles.module.css';

/** The newest posts, with a title and links to the feeds. */
export default function BlogListPage(props: Props) {
  const { metadata, items, sidebar } = props;
  return (
    <HtmlClassNameProvider
      className={clsx(ThemeClassNames.wrapper.blogPages, ThemeClassNames.page.blogListPage)}
    >
      <PageMetadata title={metadata.blogTitle} description={metadata.blogDescription} />
      <BlogListPageStructuredData {...props} />
      <BlogLayout sidebar={sidebar}>
        <header className={styles.header}>
          <Heading as="h1">{metadata.blogTitle}</Heading>
          <p>{metadata.blogDescription}</p>
          <Follow />
        </header>
        <BlogPostItems items={items} />
        <BlogListPaginator metadata={metadata} />
      </BlogLayout>
    </HtmlClassNameProvider>
  );
}

/** Plain links: the router and the link check know pages only, not feeds. */
function Follow() {
  const blog = useBaseUrl('/blog');
  const links = {
    archive: 'Archive',
    tags: 'Tags',
    'rss.xml': 'RSS',
    'atom.xml': 'Atom',
    'feed.json': 'JSON feed',
  };
  return (
    <p className={styles.links}>
      <Translate id="blog.follow">Browse or subscribe:</Translate>
      {Object.entries(links).map(([file, name]) => (
        <a key={file} href={`${blog}/${file}`}>
          {name}
        </a>
      ))}
    </p>
  );
}
