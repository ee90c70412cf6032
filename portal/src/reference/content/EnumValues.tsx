import type { EnumValue } from '../model';
import styles from './fields.module.css';

/** The allowed values of an enumeration: a list with their meanings, or one line if there are none. */
export default function EnumValues({ values }: { values: EnumValue[] }) {
  if (values.some(({ meaning }) => meaning)) {
    return (
      <ul className={styles.values}>
        {values.map(({ value, meaning }) => (
          <li key={value}>
            <code translate="no">{value}</code>
            {/* biome-ignore lint/security/noDangerouslySetInnerHtml: made from Markdown with all HTML escaped. */}
            {meaning && <span dangerouslySetInnerHTML={{ __html: ` — ${meaning}` }} />}
          </li>
        ))}
      </ul>
    );
  }
  return (
    <p className={styles.note}>
      {values.length > 1 ? 'One of ' : 'Always '}
      {values.map(({ value }, index) => (
        <span key={value}>
          {index > 0 && ', '}
          <code translate="no">{value}</code>
        </span>
      ))}
    </p>
  );
}
