import { type ComponentProps, useEffect, useRef, useState } from 'react';
import styles from './styles.module.css';

/** A table that scrolls sideways if it is wider than the page. */
export default function Table(table: ComponentProps<'table'>) {
  const frame = useRef<HTMLDivElement>(null);
  const [label, setLabel] = useState<string>();

  useEffect(() => {
    const { current } = frame;
    if (!current) return;
    const observer = new ResizeObserver(() => {
      setLabel(current.scrollWidth > current.clientWidth ? labelOf(current) : undefined);
    });
    observer.observe(current);
    return () => observer.disconnect();
  }, []);

  // A region that the keyboard can scroll needs the focus and a name; a table that fits needs neither.
  const region = label && { role: 'region', tabIndex: 0, 'aria-label': label };
  return (
    <div ref={frame} className={styles.frame} {...region}>
      <table {...table} />
    </div>
  );
}

/** The names of the columns. */
function labelOf(frame: HTMLElement): string {
  const names = [...frame.querySelectorAll('thead th')].map(({ textContent }) => textContent);
  return `Table: ${names.join(', ')}`;
}
