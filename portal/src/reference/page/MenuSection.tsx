import clsx from 'clsx';
import { memo, useState } from 'react';
import method from '../content/method.module.css';
import styles from './menu.module.css';
import type { MenuEntry, MenuGroup } from './menuGroups';

interface MenuSectionProps {
  group: MenuGroup;
  active?: string;
  /** Whether all that is left of the group shall be seen. */
  isFiltered: boolean;
  onChoose: () => void;
}

/** A group that unfolds: while it is being read, while a filter finds something in it, and on a click. */
export default function MenuSection({ group, active, isFiltered, onChoose }: MenuSectionProps) {
  const [isOpen, setOpen] = useState(false);
  const isRead = group.entries.some(({ id }) => id === active);
  return (
    <details
      className={styles.group}
      open={isOpen || isRead || isFiltered}
      onToggle={({ currentTarget }) => {
        if (!isRead && !isFiltered) setOpen(currentTarget.open);
      }}
    >
      <summary>{group.title}</summary>
      <ul>
        {group.entries.map((entry) => (
          <Entry key={entry.id} entry={entry} isActive={entry.id === active} onChoose={onChoose} />
        ))}
      </ul>
    </details>
  );
}

interface EntryProps {
  entry: MenuEntry;
  isActive: boolean;
  onChoose: () => void;
}

const Entry = memo(function Entry({ entry, isActive, onChoose }: EntryProps) {
  return (
    <li>
      <a href={`#${entry.id}`} aria-current={isActive ? 'location' : undefined} onClick={onChoose}>
        <span className={clsx(entry.deprecated && styles.deprecated)}>{entry.title}</span>
        {entry.method && entry.method !== 'GET' && (
          <span className={clsx(method.method, entry.method === 'DELETE' ? method.deletes : method.writes)}>
            {entry.method}
          </span>
        )}
      </a>
    </li>
  );
});
