import { type ReactNode, useContext } from 'react';
import AnchoredHeading from './AnchoredHeading';
import { PageKindContext } from './pageKind';
import styles from './styles.module.css';

interface SubheadingProps {
  /** Its anchor in the page of an operation; the single page has none. */
  anchor: string;
  /** Its text, for the accessible name of the link beside it. */
  title: string;
  children: ReactNode;
}

/** The heading of a part of an operation. */
export default function Subheading({ anchor, title, children }: SubheadingProps) {
  if (useContext(PageKindContext) === 'all') {
    return <h4 className={styles.subheading}>{children}</h4>;
  }
  return (
    <AnchoredHeading as="h2" id={anchor} title={title} className={styles.subheading}>
      {children}
    </AnchoredHeading>
  );
}
