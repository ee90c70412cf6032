import Link from '@docusaurus/Link';
import { preloadContent } from '@reference/content';
import clsx from 'clsx';
import { memo, useState } from 'react';
import method from '../content/method.module.css';
import styles from './menu.module.css';
import { contentName, type MenuEntry, type MenuGroup } from './menuGroups';

interface MenuSectionProps {
  group: MenuGroup;
  active?: string;
  isSinglePage: boolean;
  /** Whether a filter is active; then the group is open. */
  isFiltered: boolean;
  onChoose: () => void;
}

/** A group of the menu. It is open while one of its sections is in the viewport, while a filter is active, or on click. */
export default function MenuSection(props: MenuSectionProps) {
  const { group, active, isSinglePage, isFiltered, onChoose } = props;
  const [isOpen, setOpen] = useState(false);
  const hasActive = group.entries.some(({ id }) => id === active);
  return (
    <details
      className={styles.group}
      open={isOpen || hasActive || isFiltered}
      onToggle={({ currentTarget }) => {
        if (!hasActive && !isFiltered) setOpen(currentTarget.open);
      }}
    >
      <summary>{group.title}</summary>
      <ul>
        {group.entries.map((entry) => (
          <Entry
            key={entry.id}
            entry={entry}
            isActive={entry.id === active}
            isSinglePage={isSinglePage}
            onChoose={onChoose}
          />
        ))}
      </ul>
    </details>
  );
}

interface EntryProps {
  entry: MenuEntry;
  isActive: boolean;
  isSinglePage: boolean;
  onChoose: () => void;
}

const Entry = memo(function Entry({ entry, isActive, isSinglePage, onChoose }: EntryProps) {
  const content = (
    <>
      <span className={clsx(entry.deprecated && styles.deprecated)}>{entry.title}</span>
      {entry.method && entry.method !== 'GET' && (
        <span className={clsx(method.method, entry.method === 'DELETE' ? method.deletes : method.writes)}>
          {entry.method}
        </span>
      )}
    </>
  );
  if (isSinglePage) {
    return (
      <li>
        <a href={`#${entry.id}`} aria-current={isActive ? 'location' : undefined} onClick={onChoose}>
          {content}
        </a>
      </li>
    );
  }
  return (
    <li>
      <Link
        to={`/api/${entry.page}`}
        aria-current={isActive ? 'page' : undefined}
        onPointerEnter={() => preloadContent(contentName(entry))}
        onClick={onChoose}
      >
        {content}
      </Link>
    </li>
  );
});
