import clsx from 'clsx';
import { useEffect, useId, useRef, useState } from 'react';
import MenuSection from './MenuSection';
import styles from './menu.module.css';
import { filtered, type MenuGroup } from './menuGroups';

interface MenuProps {
  groups: MenuGroup[];
  /** The part of the page that is being read. */
  active?: string;
}

/** All operations by group, with a filter; on narrow screens it unfolds from a bar at the top. */
export default function Menu({ groups, active }: MenuProps) {
  const [filter, setFilter] = useState('');
  const [isOpen, setOpen] = useState(false);
  const list = useRef<HTMLDivElement>(null);
  const id = useId();
  const found = filtered(groups, filter);
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
        <span>{isOpen ? 'Close the menu' : (current?.title ?? 'All operations')}</span>
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
          {found.map((group) => (
            <MenuSection
              key={group.id}
              group={group}
              active={active}
              isFiltered={filter.trim() !== ''}
              onChoose={() => setOpen(false)}
            />
          ))}
          {found.length === 0 && <p className={styles.none}>No operation matches.</p>}
        </div>
        <p className={styles.count} role="status">
          {filter.trim() !== '' && `${found.reduce((sum, { entries }) => sum + entries.length, 0)} found`}
        </p>
      </nav>
    </aside>
  );
}

/** The list loses so much of its height when the navbar comes back, and some more. */
const margin = 110;

/** Scrolls the list, and only the list, so far that the current entry is seen. */
function showCurrent(list: HTMLElement | null) {
  const current = list?.querySelector('[aria-current]');
  if (!list || !current) return;
  const outer = list.getBoundingClientRect();
  const inner = current.getBoundingClientRect();
  if (inner.top < outer.top || inner.bottom > outer.bottom - margin) {
    list.scrollTop += inner.top - outer.top - outer.height / 3;
  }
}
