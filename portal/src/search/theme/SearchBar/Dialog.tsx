import { useHistory } from '@docusaurus/router';
import Translate, { translate } from '@docusaurus/Translate';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import type { ResultGroup } from '../../ranking';
import { groupsOfMatches, groupsOfQueries, type Option } from './options';
import QueryInput from './QueryInput';
import Results from './Results';
import Status from './Status';
import styles from './styles.module.css';
import { useRecentQueries } from './useRecentQueries';
import { useSearchEngine } from './useSearchEngine';

/** The search dialog: shows results while the reader types. */
export default function Dialog({ onClose }: { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const history = useHistory();
  const id = useId();
  const [query, setQuery] = useState('');
  const [selected, setSelected] = useState(0);
  const [expanded, setExpanded] = useState<ResultGroup[]>([]);
  const { engine, failed, retry } = useSearchEngine();
  const recent = useRecentQueries();
  const isEmpty = !query.trim();
  const matches = engine && !isEmpty ? engine(query) : [];
  const groups = isEmpty ? groupsOfQueries(recent.queries) : groupsOfMatches(matches, expanded);
  const options = groups.flatMap((group) => group.options);

  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  useEffect(() => {
    document.getElementById(`${id}-${selected}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, selected]);

  const onChange = (text: string) => {
    setQuery(text);
    setSelected(0);
    setExpanded([]);
  };
  const choose = (option: Option) => {
    if (option.kind === 'query') onChange(option.query);
    else if (option.kind === 'more') setExpanded([...expanded, option.group]);
    else {
      recent.add(query);
      dialog.current?.close();
      history.push(option.match.url);
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const next = nextSelected(event.key, selected, options.length);
    const option = options[selected];
    if (event.key === 'Escape') {
      // Otherwise the browser first clears the input.
      event.preventDefault();
      dialog.current?.close();
    } else if (next !== undefined) {
      event.preventDefault();
      setSelected(next);
    } else if (event.key === 'Enter' && option) {
      event.preventDefault();
      choose(option);
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
        <div className={styles.head}>
          <QueryInput
            value={query}
            onChange={onChange}
            onKeyDown={onKeyDown}
            listId={id}
            selectedId={options[selected] && `${id}-${selected}`}
          />
          <button type="button" className={styles.close} onClick={() => dialog.current?.close()}>
            <Translate id="search.close">Close</Translate>
          </button>
        </div>
        <Results id={id} groups={groups} selected={selected} onSelect={setSelected} onChoose={choose} />
        <Status
          isEmpty={isEmpty}
          ready={engine !== undefined}
          failed={failed}
          retry={retry}
          count={matches.length}
          onLeave={() => dialog.current?.close()}
          {...(recent.queries.length > 0 && { onClear: recent.clear })}
        />
      </div>
    </dialog>
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
