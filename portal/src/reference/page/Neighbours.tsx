import PaginatorNavLink from '@theme/PaginatorNavLink';
import type { OperationEntry } from './menuGroups';
import styles from './styles.module.css';

interface NeighboursProps {
  previous?: OperationEntry;
  next?: OperationEntry;
}

/** Links to the operations before and after this one in the menu. */
export default function Neighbours({ previous, next }: NeighboursProps) {
  return (
    <nav className={`pagination-nav ${styles.neighbours}`} aria-label="Operations before and after this one">
      {previous && (
        <PaginatorNavLink permalink={`/api/${previous.page}`} title={previous.title} subLabel="Previous" />
      )}
      {next && <PaginatorNavLink permalink={`/api/${next.page}`} title={next.title} subLabel="Next" isNext />}
    </nav>
  );
}
