import Link from '@docusaurus/Link';
import clsx from 'clsx';
import type { ReactNode } from 'react';
import { Icon, type IconName } from '../Icon';
import styles from './styles.module.css';

/** A grid of cards. */
export function Cards({ children }: { children: ReactNode }) {
  return <div className={styles.cards}>{children}</div>;
}

interface CardProps {
  title: string;
  /** The URL that the card links to. */
  to: string;
  icon?: IconName;
  className?: string;
  /** The contents of the page. */
  children: ReactNode;
}

/** A link to another page; the whole card is clickable. */
export function Card({ title, to, icon, className, children }: CardProps) {
  return (
    <div className={clsx(styles.card, className)}>
      {icon && <Icon name={icon} />}
      <Link className={styles.title} to={to}>
        {title}
      </Link>
      <div className={styles.text}>{children}</div>
    </div>
  );
}
