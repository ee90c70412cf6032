import Link from '@docusaurus/Link';
import Translate, { translate } from '@docusaurus/Translate';
import { PageMetadata } from '@docusaurus/theme-common';
import Heading from '@theme/Heading';
import clsx from 'clsx';
import styles from './styles.module.css';

/** The page for every address that has none, with a title of its own wherever it shows. */
export default function NotFoundContent({ className }: { className?: string }) {
  return (
    <main className={clsx('container', styles.page, className)}>
      <PageMetadata title={translate({ id: 'theme.NotFound.title', message: 'Page Not Found' })} />
      <Heading as="h1">
        <Translate id="theme.NotFound.title">Page Not Found</Translate>
      </Heading>
      <p>
        <Translate id="theme.NotFound.p1">We could not find what you were looking for.</Translate>
      </p>
      <p>
        <Translate id="theme.NotFound.p2">
          Please contact the owner of the site that linked you to the original URL and let them know their
          link is broken.
        </Translate>
      </p>
      <p>
        <Link to="/">Development Portal</Link>
      </p>
    </main>
  );
}
