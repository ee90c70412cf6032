import Link from '@docusaurus/Link';
import { translate } from '@docusaurus/Translate';
import { PageMetadata } from '@docusaurus/theme-common';
import { useDateTimeFormat } from '@docusaurus/theme-common/internal';
import type { ArchiveBlogPost, Props } from '@theme/BlogArchivePage';
import Heading from '@theme/Heading';
import Layout from '@theme/Layout';
import styles from './styles.module.css';

/** All posts of the blog by year, newest first. */
export default function BlogArchivePage({ archive }: Props) {
  const title = translate({ id: 'theme.blog.archive.title', message: 'Archive' });
  const description = translate({
    id: 'theme.blog.archive.description',
    message: 'All posts, newest first.',
  });
  const format = useDateTimeFormat({ day: 'numeric', month: 'long', timeZone: 'UTC' });
  return (
    <>
      <PageMetadata title={title} description={description} />
      <Layout>
        <main className={styles.page}>
          <Heading as="h1">{title}</Heading>
          {byYear(archive.blogPosts).map(([year, posts]) => (
            <section key={year} className={styles.year}>
              <Heading as="h2" id={year}>
                {year}
              </Heading>
              <ul className={styles.posts}>
                {posts.map(({ metadata }) => (
                  <li key={metadata.permalink}>
                    <time dateTime={metadata.date}>{format.format(new Date(metadata.date))}</time>
                    <Link to={metadata.permalink}>{metadata.title}</Link>
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </main>
      </Layout>
    </>
  );
}

function byYear(posts: readonly ArchiveBlogPost[]): [string, ArchiveBlogPost[]][] {
  const years = new Map<string, ArchiveBlogPost[]>();
  for (const post of posts) {
    const year = post.metadata.date.slice(0, 4);
    years.set(year, [...(years.get(year) ?? []), post]);
  }
  return [...years];
}
