import type { ReactNode } from 'react';
import styles from './styles.module.css';

interface ExampleProps {
  /** The component, and the code block that `remarkExamples` adds. */
  children: ReactNode;
  /** The language of the code block; the default is `jsx`. */
  language?: string;
}

/** A component as rendered, with its source below. */
export default function Example({ children }: ExampleProps) {
  return <figure className={styles.example}>{children}</figure>;
}
