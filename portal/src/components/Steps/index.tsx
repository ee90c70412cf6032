import type { ReactNode } from 'react';
import styles from './styles.module.css';

/** A procedure: its steps are numbered and joined by a line. */
export function Steps({ children }: { children: ReactNode }) {
  return <ol className={styles.steps}>{children}</ol>;
}

interface StepProps {
  /** What the reader does, as a command. */
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
