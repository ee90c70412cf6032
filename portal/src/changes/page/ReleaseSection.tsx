import Heading from '@theme/Heading';
import type { Change } from '../change';
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
        {date ? <time dateTime={date}>{dateText(date)}</time> : 'Not released yet; may still change'}
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
        {changes.map(({ subject, text, breaking }) => (
          <li key={subject + text}>
            <code translate="no">{subject}</code>
            {breaking && <span className={styles.breaking}>breaking</span>}
            {/* biome-ignore lint/security/noDangerouslySetInnerHtml: made from Markdown with all HTML escaped. */}
            {text && <span className={styles.text} dangerouslySetInnerHTML={{ __html: text }} />}
          </li>
        ))}
      </ul>
    </>
  );
}

const dateText = (date: string) =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(date));
