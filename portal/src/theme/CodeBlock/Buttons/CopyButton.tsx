import { translate } from '@docusaurus/Translate';
import { useCodeBlockContext } from '@docusaurus/theme-common/internal';
import { useEffect, useState } from 'react';
import { announce } from '../../../clipboard/announce';
import { copyText } from '../../../clipboard/copyText';
import styles from './styles.module.css';

type State = 'ready' | 'copied' | 'failed';

const labels: Record<State, () => string> = {
  ready: () => translate({ id: 'codeBlock.copy', message: 'Copy' }),
  copied: () => translate({ id: 'codeBlock.copied', message: 'Copied' }),
  failed: () => translate({ id: 'codeBlock.failed', message: 'Copy failed' }),
};

const confirmationMilliseconds = 2000;

/** Copies the code as shown. Screen readers announce the result. */
export default function CopyButton() {
  const { codeBlockRef } = useCodeBlockContext().wordWrap;
  const [state, setState] = useState<State>('ready');

  useEffect(() => {
    if (state === 'ready') return undefined;
    const timer = setTimeout(() => setState('ready'), confirmationMilliseconds);
    return () => clearTimeout(timer);
  }, [state]);

  const copy = async () => {
    const result = await copyShown(codeBlockRef.current);
    setState(result);
    announce(labels[result]());
  };

  const name = translate({ id: 'codeBlock.copyLabel', message: 'Copy code' });
  return (
    <button
      type="button"
      className={styles.button}
      aria-label={state === 'ready' ? name : `${labels[state]()}: ${name}`}
      onClick={copy}
    >
      <svg viewBox="0 0 20 20" aria-hidden="true">
        <rect x="7" y="7" width="10" height="10" rx="2" />
        <path d="M13 7V5a2 2 0 0 0-2-2H5a2 2 0 0 0-2 2v6a2 2 0 0 0 2 2h2" />
      </svg>
      <span>{labels[state]()}</span>
    </button>
  );
}

async function copyShown(code: HTMLElement | null): Promise<State> {
  try {
    await copyText(code?.textContent?.replace(/\n$/, '') ?? '');
    return 'copied';
  } catch (error) {
    console.warn('Copying failed.', error);
    return 'failed';
  }
}
