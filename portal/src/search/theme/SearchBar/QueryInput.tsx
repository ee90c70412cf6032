import { translate } from '@docusaurus/Translate';
import type { KeyboardEvent } from 'react';
import styles from './styles.module.css';

interface QueryInputProps {
  value: string;
  onChange: (value: string) => void;
  onKeyDown: (event: KeyboardEvent) => void;
  /** The id of the list of results. */
  listId: string;
  /** The id of the selected result, if there is one. */
  selectedId: string | undefined;
}

/** The search input. It has the focus all the time and refers to the selected result. */
export default function QueryInput({ value, onChange, onKeyDown, listId, selectedId }: QueryInputProps) {
  const label = translate({ id: 'search.placeholder', message: 'Search guides and API' });
  return (
    <input
      type="search"
      className={styles.query}
      placeholder={label}
      aria-label={label}
      role="combobox"
      aria-expanded={selectedId !== undefined}
      aria-controls={listId}
      aria-activedescendant={selectedId}
      aria-autocomplete="list"
      autoComplete="off"
      spellCheck={false}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      onKeyDown={onKeyDown}
    />
  );
}
