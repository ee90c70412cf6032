import Link from '@docusaurus/Link';
import Translate, { translate } from '@docusaurus/Translate';
import { PageMetadata } from '@docusaurus/theme-common';
import Heading from '@theme/Heading';
import clsx from 'clsx';
import { openSearch } from '../../../search/theme/SearchBar/openSearch';
import styles from './styles.module.css';

/** The link check skips them: other sites with this theme do not have these pages. */
const links = [
  { to: '/', title: 'Development Portal', text: 'All guides and what the API offers' },
  { to: '/guides/start-first-request', title: 'First request', text: 'From a client ID to the newest ideas' },
  { to: '/api', title: 'API reference', text: 'Every operation, parameter and field' },
  { to: '/guides/reference-problems', title: 'Errors', text: 'What each error code means' },
];

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
      <button type="button" className={styles.search} aria-haspopup="dialog" onClick={openSearch}>
        <svg viewBox="0 0 20 20" aria-hidden="true">
          <circle cx="8.5" cy="8.5" r="5.5" />
          <path d="M13 13l4.5 4.5" />
        </svg>
        <Translate id="search.placeholder">Search guides and API</Translate>
      </button>
      <ul className={styles.links}>
        {links.map(({ to, title, text }) => (
          <li key={to}>
            <Link to={to} data-noBrokenLinkCheck>
              {title}
            </Link>
            <span>{text}</span>
          </li>
        ))}
      </ul>
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
