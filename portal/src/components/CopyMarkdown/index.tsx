import { useLocation } from '@docusaurus/router';
import { translate } from '@docusaurus/Translate';
import useDocusaurusContext from '@docusaurus/useDocusaurusContext';
import { useEffect, useState } from 'react';
import { announce } from '../../clipboard/announce';
import { copyText } from '../../clipboard/copyText';
import { markdownUrl } from '../../machine-readable/urls';
import styles from './styles.module.css';

type State = 'ready' | 'copied' | 'failed';

const labels: Record<State, () => string> = {
  ready: () => translate({ id: 'copyMarkdown.ready', message: 'Copy as Markdown' }),
  copied: () => translate({ id: 'copyMarkdown.copied', message: 'Copied' }),
  failed: () => translate({ id: 'copyMarkdown.failed', message: 'Copy failed' }),
};

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
    const result = await copyFrom(url);
    setState(result);
    announce(labels[result]());
  };

  return (
    <div className={styles.copy} data-ui-only>
      <button type="button" className={styles.button} onClick={copy}>
        <svg viewBox="0 0 20 20" aria-hidden="true">
          <rect x="7" y="7" width="10" height="10" rx="2" />
          <path d="M13 7V5a2 2 0 0 0-2-2H5a2 2 0 0 0-2 2v6a2 2 0 0 0 2 2h2" />
        </svg>
        <span>{labels[state]()}</span>
      </button>
      <a className={styles.link} href={url}>
        .md
      </a>
    </div>
  );
}

async function copyFrom(url: string): Promise<State> {
  try {
    const response = await fetch(url);
    if (!response.ok) throw new Error(`${url} returned ${response.status}`);
    await copyText(await response.text());
    return 'copied';
  } catch (error) {
    console.warn('Copying the page failed.', error);
    return 'failed';
  }
}
