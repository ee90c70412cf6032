import { useHistory } from '@docusaurus/router';
import { translate } from '@docusaurus/Translate';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import type { Found } from '../../engine';
import Question from './Question';
import Result from './Result';
import Status from './Status';
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

  const ask = (text: string) => {
    setQuestion(text);
    setChosen(0);
  };
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
        <Question
          value={question}
          onChange={ask}
          onKeyDown={onKeyDown}
          list={`${id}-list`}
          chosen={found[chosen] && `${id}-${chosen}`}
        />
        <Results id={id} found={found} chosen={chosen} onPoint={setChosen} onGo={go} />
        <Status
          question={question}
          ready={engine !== undefined}
          failed={failure}
          retry={retry}
          count={found.length}
        />
      </div>
    </dialog>
  );
}

interface ResultsProps {
  id: string;
  found: Found[];
  chosen: number;
  onPoint: (index: number) => void;
  onGo: (result: Found) => void;
}

function Results({ id, found, chosen, onPoint, onGo }: ResultsProps) {
  const label = translate({ id: 'search.results', message: 'Results' });
  return (
    <div id={`${id}-list`} role="listbox" aria-label={label} className={styles.results}>
      {found.map((result, index) => (
        <Result
          key={result.address}
          id={`${id}-${index}`}
          result={result}
          chosen={index === chosen}
          onPoint={() => onPoint(index)}
          onGo={() => onGo(result)}
        />
      ))}
    </div>
  );
}

/** The entry that a key leads to; none for keys that do not move. */
function nextChosen(key: string, chosen: number, count: number): number | undefined {
  const moves: Record<string, number> = {
    ArrowDown: (chosen + 1) % count,
    ArrowUp: (chosen - 1 + count) % count,
  };
  return count ? moves[key] : undefined;
}
