import clsx from 'clsx';
import { useEffect, useId, useRef, useState } from 'react';
import MenuSection from './MenuSection';
import styles from './menu.module.css';
import { filtered, type MenuGroup } from './menuGroups';

interface MenuProps {
  groups: MenuGroup[];
  /** The id of the section in the viewport. */
  active?: string;
}

/** All operations by group, with a filter; on narrow screens a bar at the top opens it. */
export default function Menu({ groups, active }: MenuProps) {
  const [filter, setFilter] = useState('');
  const [isOpen, setOpen] = useState(false);
  const list = useRef<HTMLDivElement>(null);
  const id = useId();
  const matches = filtered(groups, filter);
  const current = groups.flatMap(({ entries }) => entries).find((entry) => entry.id === active);

  useEffect(() => {
    if (active !== undefined) showCurrent(list.current);
  }, [active]);

  return (
    <aside
      className={clsx(styles.menu, isOpen && styles.open)}
      onKeyDown={({ key }) => key === 'Escape' && setOpen(false)}
    >
      <button
        type="button"
        className={styles.bar}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        <span>{isOpen ? 'Close menu' : (current?.title ?? 'All operations')}</span>
      </button>
      <nav id={id} className={styles.panel} aria-label="Operations">
        <input
          type="search"
          className={styles.filter}
          placeholder="Filter operations"
          aria-label="Filter operations"
          value={filter}
          onChange={({ target }) => setFilter(target.value)}
        />
        <div ref={list} className={styles.list}>
          {matches.map((group) => (
            <MenuSection
              key={group.id}
              group={group}
              active={active}
              isFiltered={filter.trim() !== ''}
              onChoose={() => setOpen(false)}
            />
          ))}
          {matches.length === 0 && <p className={styles.none}>No matching operations.</p>}
        </div>
        <p className={styles.count} role="status">
          {filter.trim() !== '' && `${matches.reduce((sum, { entries }) => sum + entries.length, 0)} found`}
        </p>
      </nav>
    </aside>
  );
}

/** The navbar covers part of the list when it reappears. */
const margin = 110;

/** Scrolls the list, and nothing else, so that the current entry is visible. */
function showCurrent(list: HTMLElement | null) {
  const current = list?.querySelector('[aria-current]');
  if (!list || !current) return;
  const outer = list.getBoundingClientRect();
  const inner = current.getBoundingClientRect();
  if (inner.top < outer.top || inner.bottom > outer.bottom - margin) {
    list.scrollTop += inner.top - outer.top - outer.height / 3;
  }
}
