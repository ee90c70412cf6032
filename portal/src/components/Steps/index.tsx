import type { ReactNode } from 'react';
import styles from './styles.module.css';

/** The numbered steps of a procedure. */
export function Steps({ children }: { children: ReactNode }) {
  return <ol className={styles.steps}>{children}</ol>;
}

interface StepProps {
  /** The step in the imperative. */
  title: string;
  children: ReactNode;
}

/** One step of a procedure. */
export function Step({ title, children }: StepProps) {
  return (
    <li className={styles.step}>
      <p className={styles.title}>{title}</p>
      {children}
    </li>
  );
}
