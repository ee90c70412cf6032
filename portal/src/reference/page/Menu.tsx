import clsx from 'clsx';
import { Fragment, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import MenuSection from './MenuSection';
import styles from './menu.module.css';
import { filtered, type MenuGroup } from './menuGroups';

interface MenuProps {
  groups: MenuGroup[];
  /** The id of the section in the viewport, or of the page's operation. */
  active?: string;
  /** Whether the entries are sections of this page; otherwise operations are pages of their own. */
  isSinglePage: boolean;
}

/** The filter and the scroll position; they survive navigation between pages of the reference. */
const remembered = { filter: '', scrollTop: 0 };

/** All operations by theme and group, with a filter; on narrow screens a bar at the top opens it. */
export default function Menu({ groups, active, isSinglePage }: MenuProps) {
  const [filter, setFilter] = useState(() => remembered.filter);
  const [isOpen, setOpen] = useState(false);
  const list = useRef<HTMLDivElement>(null);
  const id = useId();
  const matches = filtered(groups, filter);
  const current = groups.flatMap(({ entries }) => entries).find((entry) => entry.id === active);

  useEffect(() => {
    remembered.filter = filter;
  }, [filter]);

  useLayoutEffect(() => {
    const element = list.current;
    if (!element) return undefined;
    element.scrollTop = remembered.scrollTop;
    return () => {
      remembered.scrollTop = element.scrollTop;
    };
  }, []);

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
          {matches.map((group, index) => (
            <Fragment key={group.id}>
              <ThemeHeading title={themeHeading(matches, index)} />
              <MenuSection
                group={group}
                active={active}
                isSinglePage={isSinglePage}
                isFiltered={filter.trim() !== ''}
                onChoose={() => setOpen(false)}
              />
            </Fragment>
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

function ThemeHeading({ title }: { title?: string }) {
  return title === undefined ? null : <p className={styles.theme}>{title}</p>;
}

/** The heading above the first group of a theme; blank if the theme is a single group with the same name. */
function themeHeading(groups: MenuGroup[], index: number): string | undefined {
  const group = groups[index];
  if (!group || index === 0 || group.theme === groups[index - 1]?.theme) return undefined;
  const isAlone = group.theme === group.title && groups[index + 1]?.theme !== group.theme;
  return isAlone ? '' : (group.theme ?? '');
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
