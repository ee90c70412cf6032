import Link from '@docusaurus/Link';
import Translate, { translate } from '@docusaurus/Translate';
import { PageMetadata } from '@docusaurus/theme-common';
import Heading from '@theme/Heading';
import clsx from 'clsx';
import styles from './styles.module.css';

/** The not-found page, with its own title also when it is shown for a route in the browser. */
export default function NotFoundContent({ className }: { className?: string }) {
  return (
    <main className={clsx('container', styles.page, className)}>
      <PageMetadata title={translate({ id: 'theme.NotFound.title', message: 'Page Not Found' })} />
      <Illustration />
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

/** Two people and a missing one between them. */
function Illustration() {
  return (
    <svg className={styles.drawing} viewBox="0 0 176 96" aria-hidden="true">
      <g className={styles.person}>
        <circle cx="32" cy="34" r="12" />
        <path d="M12 94V72a20 20 0 0 1 40 0v22z" />
        <circle cx="144" cy="34" r="12" />
        <path d="M124 94V72a20 20 0 0 1 40 0v22z" />
      </g>
      <g className={styles.missing}>
        <circle cx="88" cy="20" r="14" />
        <path d="M65 94V64a23 23 0 0 1 46 0v30z" />
      </g>
    </svg>
  );
}
