import { useLocation } from '@docusaurus/router';
import Translate from '@docusaurus/Translate';
import useDocusaurusContext from '@docusaurus/useDocusaurusContext';
import { useEffect, useState } from 'react';
import { markdownUrl } from '../../machine-readable/urls';
import styles from './styles.module.css';

type State = 'ready' | 'copied' | 'failed';

/** Copies the page as Markdown, and links to its Markdown copy. */
export default function CopyMarkdown() {
  const { pathname } = useLocation();
  const { baseUrl } = useDocusaurusContext().siteConfig;
  const [state, setState] = useState<State>('ready');
  const url = markdownUrl(pathname, baseUrl);

  useEffect(() => {
    if (state === 'ready') {
      return;
    }
    const timer = setTimeout(() => setState('ready'), 2500);
    return () => clearTimeout(timer);
  }, [state]);

  const copy = async () => {
    try {
      const response = await fetch(url);
      if (!response.ok) {
        throw new Error(`${url} returned ${response.status}`);
      }
      await navigator.clipboard.writeText(await response.text());
      setState('copied');
    } catch (error) {
      console.warn('Copying the page failed.', error);
      setState('failed');
    }
  };

  return (
    <div className={styles.copy} data-ui-only>
      <button type="button" className={styles.button} onClick={copy}>
        <svg viewBox="0 0 20 20" aria-hidden="true">
          <rect x="7" y="7" width="10" height="10" rx="2" />
          <path d="M13 7V5a2 2 0 0 0-2-2H5a2 2 0 0 0-2 2v6a2 2 0 0 0 2 2h2" />
        </svg>
        <span aria-live="polite">
          {state === 'ready' && <Translate id="copyMarkdown.ready">Copy as Markdown</Translate>}
          {state === 'copied' && <Translate id="copyMarkdown.copied">Copied</Translate>}
          {state === 'failed' && <Translate id="copyMarkdown.failed">Copy failed</Translate>}
        </span>
      </button>
      <a className={styles.link} href={url}>
        .md
      </a>
    </div>
  );
}
