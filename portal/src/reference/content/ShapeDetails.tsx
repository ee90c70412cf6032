import type { Shape } from '../model';
import Disclosure from './Disclosure';
import EnumValues from './EnumValues';
import Fields from './Fields';
import styles from './fields.module.css';
import TypeText from './TypeText';

interface ShapeDetailsProps {
  shape: Shape;
  /** Whether the value is part of a response. */
  isResponse?: boolean;
  /** How many objects it is inside; fields inside another field can be folded. */
  depth?: number;
}

/** What a shape has besides its type and constraints: allowed values, fields and alternatives, recursively. */
export default function ShapeDetails({ shape, isResponse, depth = 0 }: ShapeDetailsProps) {
  const { values, fields, items, variants, discriminator, valueDescription } = shape;
  const inner = { isResponse, depth };
  const hasDetails = variants?.some((variant) => variant.fields || variant.values || variant.items);
  return (
    <>
      {values && <EnumValues values={values} />}
      {valueDescription && (
        // biome-ignore lint/security/noDangerouslySetInnerHtml: made from Markdown with all HTML escaped.
        <p className={styles.note} dangerouslySetInnerHTML={{ __html: `Each value: ${valueDescription}` }} />
      )}
      {fields && depth === 0 && <Fields fields={fields} isResponse={isResponse} depth={1} />}
      {fields && depth > 0 && (
        <Disclosure summary={count(fields.length, 'field')}>
          <Fields fields={fields} isResponse={isResponse} depth={depth + 1} />
        </Disclosure>
      )}
      {items && <ShapeDetails shape={items} {...inner} />}
      {discriminator && (
        <p className={styles.note}>
          Discriminator: <code translate="no">{discriminator}</code>
        </p>
      )}
      {variants && hasDetails && (
        <ol className={styles.variants}>
          {variants.map((variant) => (
            <li key={JSON.stringify(variant)}>
              <span className={styles.type}>
                <TypeText shape={variant} />
              </span>
              <ShapeDetails shape={variant} isResponse={isResponse} depth={depth + 1} />
            </li>
          ))}
        </ol>
      )}
    </>
  );
}

const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`;
