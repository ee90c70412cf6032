import type { ReactNode } from 'react';
import styles from './disclosure.module.css';

interface DisclosureProps {
  summary: ReactNode;
  /** Whether it is open at first. */
  isOpen?: boolean;
  children: ReactNode;
}

/** Details that can be folded without JavaScript; `useDisclosures` folds all of an operation at once. */
export default function Disclosure({ summary, isOpen, children }: DisclosureProps) {
  return (
    <details className={styles.disclosure} open={isOpen} data-disclosure>
      <summary>{summary}</summary>
      {children}
    </details>
  );
}
