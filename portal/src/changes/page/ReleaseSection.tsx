import Heading from '@theme/Heading';
import type { Change } from '../change';
import { grouped } from '../groups';
import type { Release } from '../releases';
import styles from './styles.module.css';

const kinds: Record<Change['kind'], string> = {
  added: 'Added',
  changed: 'Changed',
  deprecated: 'Deprecated',
  removed: 'Removed',
};

/** One release with its changes by kind. */
export default function ReleaseSection({ release }: { release: Release }) {
  const { id, version, date, isFirst, operations, changes } = release;
  return (
    <section className={styles.release}>
      <Heading as="h2" id={id}>
        {version ? `Version ${version}` : 'Next release'}
      </Heading>
      <p className={styles.date}>
        {date ? (
          <time dateTime={date}>{dateText(date)}</time>
        ) : (
          'In this server, but not in a release yet; may still change'
        )}
      </p>
      {isFirst && <p>First release, with {operations} operations.</p>}
      {!isFirst && changes.length === 0 && <p>No changes of the API.</p>}
      {(Object.keys(kinds) as Change['kind'][]).map((kind) => (
        <Changes key={kind} title={kinds[kind]} changes={changes.filter((change) => change.kind === kind)} />
      ))}
    </section>
  );
}

function Changes({ title, changes }: { title: string; changes: Change[] }) {
  if (changes.length === 0) return null;
  return (
    <>
      <h3>{title}</h3>
      <ul className={styles.changes}>
        {grouped(changes).map(({ subject, text, breaking, operations }) => (
          <li key={subject + text + operations[0]}>
            <code translate="no">{subject}</code>
            {breaking && <span className={styles.breaking}>breaking</span>}
            {/* biome-ignore lint/security/noDangerouslySetInnerHtml: made from Markdown with all HTML escaped. */}
            {text && <span className={styles.text} dangerouslySetInnerHTML={{ __html: text }} />}
            {operations.length > 0 && <Operations operations={operations} />}
          </li>
        ))}
      </ul>
    </>
  );
}

/** The operations of a group of changes, folded. */
function Operations({ operations }: { operations: string[] }) {
  return (
    <details className={styles.operations}>
      <summary>{`${operations.length} operations`}</summary>
      <ul>
        {operations.map((operation) => (
          <li key={operation}>
            <code translate="no">{operation}</code>
          </li>
        ))}
      </ul>
    </details>
  );
}

const dateText = (date: string) =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(date));
