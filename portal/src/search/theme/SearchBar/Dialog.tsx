import { useHistory } from '@docusaurus/router';
import Translate, { translate } from '@docusaurus/Translate';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import type { Found } from '../../engine';
import Result from './Result';
import styles from './styles.module.css';
import { useEngine } from './useEngine';

/** The search over the page: a question, and what was found while it is typed. */
export default function Dialog({ onClose }: { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const history = useHistory();
  const id = useId();
  const [question, setQuestion] = useState('');
  const [chosen, setChosen] = useState(0);
  const { engine, failure, retry } = useEngine();
  const found = engine && question.trim() ? engine(question) : [];

  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  useEffect(() => {
    document.getElementById(`${id}-${chosen}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, chosen]);

  const go = ({ address }: Found) => {
    dialog.current?.close();
    history.push(address);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const next = nextChosen(event.key, chosen, found.length);
    if (next !== undefined) {
      event.preventDefault();
      setChosen(next);
    } else if (event.key === 'Enter' && found[chosen]) {
      event.preventDefault();
      go(found[chosen]);
    }
  };

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a dialog by itself
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-label={translate({ id: 'search.open', message: 'Search' })}
      onClose={onClose}
      onClick={(event) => event.target === dialog.current && dialog.current?.close()}
    >
      <div className={styles.inside}>
        <input
          type="search"
          className={styles.question}
          placeholder={translate({ id: 'search.placeholder', message: 'Search guides and API' })}
          aria-label={translate({ id: 'search.placeholder', message: 'Search guides and API' })}
          role="combobox"
          aria-expanded={found.length > 0}
          aria-controls={`${id}-list`}
          aria-activedescendant={found[chosen] ? `${id}-${chosen}` : undefined}
          aria-autocomplete="list"
          autoComplete="off"
          spellCheck={false}
          value={question}
          onChange={(event) => {
            setQuestion(event.target.value);
            setChosen(0);
          }}
          onKeyDown={onKeyDown}
        />
        <div
          id={`${id}-list`}
          role="listbox"
          aria-label={translate({ id: 'search.results', message: 'Results' })}
          className={styles.results}
        >
          {found.map((result, index) => (
            <Result
              key={result.address}
              id={`${id}-${index}`}
              result={result}
              chosen={index === chosen}
              onPoint={() => setChosen(index)}
              onGo={() => go(result)}
            />
          ))}
        </div>
        <p role="status" className={styles.status}>
          {failure ? (
            <>
              <Translate id="search.failed">The search could not be loaded.</Translate>{' '}
              <button type="button" className={styles.retry} onClick={retry}>
                <Translate id="search.retry">Retry</Translate>
              </button>
            </>
          ) : (
            <Status question={question} ready={engine !== undefined} count={found.length} />
          )}
        </p>
      </div>
    </dialog>
  );
}

function nextChosen(key: string, chosen: number, count: number): number | undefined {
  const moves: Record<string, number> = {
    ArrowDown: (chosen + 1) % count,
    ArrowUp: (chosen - 1 + count) % count,
  };
  return count ? moves[key] : undefined;
}

function Status({ question, ready, count }: { question: string; ready: boolean; count: number }) {
  if (!question.trim()) {
    return <Translate id="search.hint">Type a word; ↑ and ↓ choose, Enter opens, Esc closes.</Translate>;
  }
  if (!ready) {
    return <Translate id="search.loading">Loading …</Translate>;
  }
  return count ? (
    <Translate id="search.count" values={{ count }}>
      {'{count} found'}
    </Translate>
  ) : (
    <Translate id="search.none">Nothing found. Try another word.</Translate>
  );
}
