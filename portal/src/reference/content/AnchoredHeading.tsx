import useBrokenLinks from '@docusaurus/useBrokenLinks';
import type { ReactNode } from 'react';
import styles from './styles.module.css';

interface AnchoredHeadingProps {
  as: 'h2' | 'h3';
  id: string;
  /** For the accessible name of the link beside the heading. */
  title: string;
  children: ReactNode;
}

/** A heading with a link to itself. */
export default function AnchoredHeading({ as: Level, id, title, children }: AnchoredHeadingProps) {
  useBrokenLinks().collectAnchor(id);
  return (
    <Level id={id} className={styles.heading}>
      {children}
      <a className="hash-link" href={`#${id}`} aria-label={`Direct link to ${title}`}>
        {'\u200B'}
      </a>
    </Level>
  );
}
