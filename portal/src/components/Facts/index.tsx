import type { ReactNode } from 'react';
import styles from './styles.module.css';

/** A list of facts with their names. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className={styles.facts}>{children}</dl>;
}

interface FactProps {
  name: ReactNode;
  children: ReactNode;
}

/** One fact: the name on the left, the value on the right. */
export function Fact({ name, children }: FactProps) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}
