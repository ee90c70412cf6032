import Link from '@docusaurus/Link';
import type { ReactNode } from 'react';
import { Icon, type IconName } from '../Icon';
import styles from './styles.module.css';

/** Cards side by side, as many as fit. */
export function Cards({ children }: { children: ReactNode }) {
  return <div className={styles.cards}>{children}</div>;
}

interface CardProps {
  title: string;
  /** Where the card leads. */
  to: string;
  icon?: IconName;
  /** What the reader finds there. */
  children: ReactNode;
}

/** A way to another page; the whole card can be clicked. */
export function Card({ title, to, icon, children }: CardProps) {
  return (
    <div className={styles.card}>
      {icon && <Icon name={icon} />}
      <Link className={styles.title} to={to}>
        {title}
      </Link>
      <div className={styles.text}>{children}</div>
    </div>
  );
}
