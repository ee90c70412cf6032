import useBrokenLinks from '@docusaurus/useBrokenLinks';
import clsx from 'clsx';
import type { ReactNode } from 'react';
import styles from './styles.module.css';

interface AnchoredHeadingProps {
  as: 'h1' | 'h2' | 'h3' | 'h5';
  id: string;
  /** For the accessible name of the link beside the heading. */
  title: string;
  className?: string;
  children: ReactNode;
}

/** A heading with a link to itself. */
export default function AnchoredHeading({ as: Level, id, title, className, children }: AnchoredHeadingProps) {
  useBrokenLinks().collectAnchor(id);
  return (
    <Level id={id} className={clsx(styles.heading, className)}>
      {children}
      <a className="hash-link" href={`#${id}`} aria-label={`Direct link to ${title}`}>
        {'\u200B'}
      </a>
    </Level>
  );
}
