import { translate } from '@docusaurus/Translate';
import type { KeyboardEvent } from 'react';
import styles from './styles.module.css';

interface QuestionProps {
  value: string;
  onChange: (value: string) => void;
  onKeyDown: (event: KeyboardEvent) => void;
  /** The list of what was found, by its id. */
  list: string;
  /** The chosen entry of the list, by its id; none where nothing was found. */
  chosen: string | undefined;
}

/** The field that the question is typed into. It keeps the focus, and names the entry that is chosen. */
export default function Question({ value, onChange, onKeyDown, list, chosen }: QuestionProps) {
  const label = translate({ id: 'search.placeholder', message: 'Search guides and API' });
  return (
    <input
      type="search"
      className={styles.question}
      placeholder={label}
      aria-label={label}
      role="combobox"
      aria-expanded={chosen !== undefined}
      aria-controls={list}
      aria-activedescendant={chosen}
      aria-autocomplete="list"
      autoComplete="off"
      spellCheck={false}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      onKeyDown={onKeyDown}
    />
  );
}
