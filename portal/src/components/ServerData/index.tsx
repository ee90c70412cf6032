import type { ReactNode } from 'react';
import OnDemand from '../../loading/OnDemand';
import InlineCode from '../InlineCode';
import styles from './styles.module.css';

interface ServerDataProps<Data> {
  /** Reads the data; it must be the same function in every render. */
  load: () => Promise<Data>;
  children: (data: Data) => ReactNode;
}

/** A part of a page that shows data of the server, which the browser reads. */
export default function ServerData<Data>({ load, children }: ServerDataProps<Data>) {
  return (
    <>
      <noscript>This part of the page needs JavaScript.</noscript>
      <div className={styles.data}>
        <OnDemand load={load}>{children}</OnDemand>
      </div>
    </>
  );
}

/** States why the data is missing. */
export function Notice({ children }: { children: ReactNode }) {
  return (
    <p className={styles.notice} role="status">
      {children}
    </p>
  );
}

interface DataSectionProps {
  title: string;
  /** A short fact beside the title. */
  note?: string | undefined;
  text: string;
  children: ReactNode;
}

/** One of several things that the server has. */
export function DataSection({ title, note, text, children }: DataSectionProps) {
  return (
    <section className={styles.section} aria-label={title}>
      <h3>
        {title} {note && <small>{note}</small>}
      </h3>
      <p>
        <InlineCode>{text}</InlineCode>
      </p>
      {children}
    </section>
  );
}
