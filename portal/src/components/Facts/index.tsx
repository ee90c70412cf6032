import type { ReactNode } from 'react';
import styles from './styles.module.css';

/** Short facts, each under its name. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className={styles.facts}>{children}</dl>;
}

interface FactProps {
  name: string;
  children: ReactNode;
}

/** One fact: its name on the left, what it is on the right. */
export function Fact({ name, children }: FactProps) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}
