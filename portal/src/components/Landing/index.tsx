import Link from '@docusaurus/Link';
import type { ReactNode } from 'react';
import { Assembly } from './Assembly';
import styles from './styles.module.css';

interface HeroProps {
  title: string;
  /** What the product gives, in a sentence or two. */
  children: ReactNode;
}

/** The top of the landing page. */
export function Hero({ title, children }: HeroProps) {
  return (
    <header className={styles.hero}>
      <div className={styles.words}>
        <h1>{title}</h1>
        <div className={styles.lead}>{children}</div>
        <p className={styles.actions}>
          <Link className={styles.main} to="/guides/start-first-request">
            Make your first request
          </Link>
          <Link className={styles.other} to="/api">
            Browse the API
          </Link>
        </p>
      </div>
      <Assembly />
    </header>
  );
}

/** Who the product is for, side by side. */
export function Readers({ children }: { children: ReactNode }) {
  return <div className={styles.readers}>{children}</div>;
}
