import type { ReactNode } from 'react';
import styles from './disclosure.module.css';

interface DisclosureProps {
  summary: ReactNode;
  children: ReactNode;
}

/** Details that can be folded without JavaScript; `useDisclosures` folds all of an operation at once. */
export default function Disclosure({ summary, children }: DisclosureProps) {
  return (
    <details className={styles.disclosure} data-disclosure>
      <summary>{summary}</summary>
      {children}
    </details>
  );
}
