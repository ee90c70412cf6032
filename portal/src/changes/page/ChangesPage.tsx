import Head from '@docusaurus/Head';
import Link from '@docusaurus/Link';
import useBaseUrl from '@docusaurus/useBaseUrl';
import Layout from '@theme/Layout';
import PageHead from '../../reference/page/PageHead';
import type { Release } from '../releases';
import ReleaseSection from './ReleaseSection';
import styles from './styles.module.css';

/** The changes of the API in each release, newest first. */
export default function ChangesPage({ releases }: { releases: Release[] }) {
  const feed = useBaseUrl('/api/changes.atom');
  return (
    <Layout
      title="API changes"
      description="Added, changed, deprecated and removed operations, parameters and fields of the API in each release."
    >
      <Head>
        <link rel="alternate" type="application/atom+xml" href={feed} title="API changes" />
      </Head>
      <main className={styles.page}>
        <PageHead title="API changes" />
        <h1>API changes</h1>
        <p>
          Changes of the API in each release, generated from its OpenAPI documents. A change marked{' '}
          <span className={styles.breaking}>breaking</span> can make existing programs fail;{' '}
          <Link to="/guides/start-upgrades">Versions and upgrades</Link> explains what you can rely on. Follow
          the <a href={feed}>Atom feed</a> to be notified of releases.
        </p>
        {releases.map((release) => (
          <ReleaseSection key={release.id} release={release} />
        ))}
      </main>
    </Layout>
  );
}
