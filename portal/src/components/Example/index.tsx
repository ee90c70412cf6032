import CodeBlock from '@theme/CodeBlock';
import type { ReactNode } from 'react';
import styles from './styles.module.css';

interface ExampleProps {
  children: ReactNode;
  /** The source of the children, filled in when the guide is compiled. */
  source?: string;
}

/** A building block as it looks, above the code that makes it. */
export default function Example({ children, source }: ExampleProps) {
  return (
    <figure className={styles.example}>
      <div className={styles.stage}>{children}</div>
      {source && <CodeBlock language="jsx">{source}</CodeBlock>}
    </figure>
  );
}
