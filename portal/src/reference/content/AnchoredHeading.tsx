import useBrokenLinks from '@docusaurus/useBrokenLinks';
import type { ReactNode } from 'react';
import styles from './styles.module.css';

interface AnchoredHeadingProps {
  as: 'h2' | 'h3';
  id: string;
  /** Names the link beside the heading. */
  title: string;
  children: ReactNode;
}

/** A heading that can be linked to. */
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
