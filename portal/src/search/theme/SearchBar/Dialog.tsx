import { useHistory } from '@docusaurus/router';
import { translate } from '@docusaurus/Translate';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import type { Match } from '../../engine';
import QueryInput from './QueryInput';
import ResultItem from './ResultItem';
import Status from './Status';
import styles from './styles.module.css';
import { useSearchEngine } from './useSearchEngine';

/** The search dialog: shows results while the reader types. */
export default function Dialog({ onClose }: { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const history = useHistory();
  const id = useId();
  const [query, setQuery] = useState('');
  const [selected, setSelected] = useState(0);
  const { engine, failed, retry } = useSearchEngine();
  const matches = engine && query.trim() ? engine(query) : [];

  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  useEffect(() => {
    document.getElementById(`${id}-${selected}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, selected]);

  const onChange = (text: string) => {
    setQuery(text);
    setSelected(0);
  };
  const open = ({ url }: Match) => {
    dialog.current?.close();
    history.push(url);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const next = nextSelected(event.key, selected, matches.length);
    if (next !== undefined) {
      event.preventDefault();
      setSelected(next);
    } else if (event.key === 'Enter' && matches[selected]) {
      event.preventDefault();
      open(matches[selected]);
    }
  };

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the browser closes a dialog on Escape
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-label={translate({ id: 'search.open', message: 'Search' })}
      onClose={onClose}
      onClick={(event) => event.target === dialog.current && dialog.current?.close()}
    >
      <div className={styles.content}>
        <QueryInput
          value={query}
          onChange={onChange}
          onKeyDown={onKeyDown}
          listId={`${id}-list`}
          selectedId={matches[selected] && `${id}-${selected}`}
        />
        <Results id={id} matches={matches} selected={selected} onSelect={setSelected} onOpen={open} />
        <Status
          query={query}
          ready={engine !== undefined}
          failed={failed}
          retry={retry}
          count={matches.length}
        />
      </div>
    </dialog>
  );
}

interface ResultsProps {
  id: string;
  matches: Match[];
  selected: number;
  onSelect: (index: number) => void;
  onOpen: (match: Match) => void;
}

function Results({ id, matches, selected, onSelect, onOpen }: ResultsProps) {
  const label = translate({ id: 'search.results', message: 'Results' });
  return (
    <div id={`${id}-list`} role="listbox" aria-label={label} className={styles.results}>
      {matches.map((match, index) => (
        <ResultItem
          key={match.url}
          id={`${id}-${index}`}
          match={match}
          selected={index === selected}
          onSelect={() => onSelect(index)}
          onOpen={() => onOpen(match)}
        />
      ))}
    </div>
  );
}

/** The index that a key selects; undefined for keys that do not move the selection. */
function nextSelected(key: string, selected: number, count: number): number | undefined {
  const moves: Record<string, number> = {
    ArrowDown: (selected + 1) % count,
    ArrowUp: (selected - 1 + count) % count,
  };
  return count ? moves[key] : undefined;
}
