import type { EnumValue, Shape } from '../model';
import Fields from './Fields';
import styles from './fields.module.css';
import TypeText from './TypeText';

interface ShapeDetailsProps {
  shape: Shape;
  /** Whether the value is part of a response. */
  isResponse?: boolean;
}

/** What a shape has besides its type and constraints: allowed values, fields and alternatives, recursively. */
export default function ShapeDetails({ shape, isResponse }: ShapeDetailsProps) {
  const { values, fields, items, variants, discriminator } = shape;
  const hasDetails = variants?.some((variant) => variant.fields || variant.values || variant.items);
  return (
    <>
      {values && <EnumValues values={values} />}
      {fields && <Fields fields={fields} isResponse={isResponse} />}
      {items && <ShapeDetails shape={items} isResponse={isResponse} />}
      {discriminator && (
        <p className={styles.note}>
          Discriminator: <code>{discriminator}</code>
        </p>
      )}
      {variants && hasDetails && (
        <ol className={styles.variants}>
          {variants.map((variant) => (
            <li key={JSON.stringify(variant)}>
              <span className={styles.type}>
                <TypeText shape={variant} />
              </span>
              <ShapeDetails shape={variant} isResponse={isResponse} />
            </li>
          ))}
        </ol>
      )}
    </>
  );
}

/** The allowed values of an enumeration: a list with their meanings, or one line if there are none. */
function EnumValues({ values }: { values: EnumValue[] }) {
  if (values.some(({ meaning }) => meaning)) {
    return (
      <ul className={styles.values}>
        {values.map(({ value, meaning }) => (
          <li key={value}>
            <code>{value}</code>
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
          <code>{value}</code>
        </span>
      ))}
    </p>
  );
}
