import useBrokenLinks from '@docusaurus/useBrokenLinks';
import { type ReactNode, useContext } from 'react';
import styles from './fold.module.css';
import { PageKindContext } from './pageKind';

interface FoldProps {
  /** Its anchor in the page of an operation; the complete reference has none. */
  anchor: string;
  title: ReactNode;
  /** What it contains, in one line. */
  summary: ReactNode;
  /** Whether the search finds what it contains. */
  isSearched?: boolean;
  children: ReactNode;
}

/** A part of an operation that is folded at first. The complete reference, which is printed, shows everything. */
export default function Fold({ anchor, title, summary, isSearched, children }: FoldProps) {
  const { collectAnchor } = useBrokenLinks();
  const isComplete = useContext(PageKindContext) === 'all';
  const Heading = isComplete ? 'h4' : 'h2';
  if (!isComplete) collectAnchor(anchor);
  return (
    <details
      className={styles.fold}
      open={isComplete}
      data-disclosure
      data-searched={isSearched}
      {...(!isComplete && { id: anchor })}
    >
      <summary>
        <Heading className={styles.title}>{title}</Heading> <span className={styles.summary}>{summary}</span>
      </summary>
      {children}
    </details>
  );
}
