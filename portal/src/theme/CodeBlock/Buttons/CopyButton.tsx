import Translate, { translate } from '@docusaurus/Translate';
import { useCodeBlockContext } from '@docusaurus/theme-common/internal';
import { useEffect, useState } from 'react';
import { copyText } from '../../../clipboard/copyText';
import styles from './styles.module.css';

type State = 'ready' | 'copied' | 'failed';

const confirmationMilliseconds = 2000;

/** Copies the code as shown. The result is a text that screen readers announce. */
export default function CopyButton() {
  const { codeBlockRef } = useCodeBlockContext().wordWrap;
  const [state, setState] = useState<State>('ready');

  useEffect(() => {
    if (state === 'ready') return undefined;
    const timer = setTimeout(() => setState('ready'), confirmationMilliseconds);
    return () => clearTimeout(timer);
  }, [state]);

  const copy = async () => {
    try {
      await copyText(codeBlockRef.current?.textContent?.replace(/\n$/, '') ?? '');
      setState('copied');
    } catch (error) {
      console.warn('Copying failed.', error);
      setState('failed');
    }
  };

  return (
    <>
      <button
        type="button"
        className={styles.button}
        aria-label={translate({ id: 'codeBlock.copyLabel', message: 'Copy code' })}
        onClick={copy}
      >
        <svg viewBox="0 0 20 20" aria-hidden="true">
          <rect x="7" y="7" width="10" height="10" rx="2" />
          <path d="M13 7V5a2 2 0 0 0-2-2H5a2 2 0 0 0-2 2v6a2 2 0 0 0 2 2h2" />
        </svg>
        <span>
          <Label state={state} />
        </span>
      </button>
      <span role="status" className={styles.announcement}>
        {state !== 'ready' && <Label state={state} />}
      </span>
    </>
  );
}

function Label({ state }: { state: State }) {
  if (state === 'copied') return <Translate id="codeBlock.copied">Copied</Translate>;
  if (state === 'failed') return <Translate id="codeBlock.failed">Copy failed</Translate>;
  return <Translate id="codeBlock.copy">Copy</Translate>;
}
