import Link from '@docusaurus/Link';
import type { ReactNode } from 'react';
import { Illustration } from './Illustration';
import styles from './styles.module.css';

interface HeroProps {
  title: string;
  /** What the product does, in a sentence or two. */
  children: ReactNode;
}

/** The top of the landing page. */
export function Hero({ title, children }: HeroProps) {
  return (
    <header className={styles.hero}>
      <div className={styles.text}>
        <h1>{title}</h1>
        <div className={styles.lead}>{children}</div>
        <p className={styles.actions}>
          <Link className={styles.primary} to="/guides/start-first-request">
            Make your first request
          </Link>
          <Link className={styles.secondary} to="/api">
            Browse the API reference
          </Link>
        </p>
      </div>
      <Illustration />
    </header>
  );
}

/** Who the product is for, side by side. */
export function Readers({ children }: { children: ReactNode }) {
  return <div className={styles.readers}>{children}</div>;
}
