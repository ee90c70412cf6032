import type { Shape } from '../model';
import Fields from './Fields';
import styles from './fields.module.css';
import TypeText from './TypeText';

interface ShapeDetailsProps {
  shape: Shape;
  /** Whether the value is answered and not sent. */
  isAnswer?: boolean;
}

/** All that is known of a shape beside its type and limits: values, fields and alternatives, nested ones included. */
export default function ShapeDetails({ shape, isAnswer }: ShapeDetailsProps) {
  const { values, fields, items, variants, discriminator } = shape;
  const isWorthShowing = variants?.some((variant) => variant.fields || variant.values || variant.items);
  return (
    <>
      {values && <Values values={values} />}
      {fields && <Fields fields={fields} isAnswer={isAnswer} />}
      {items && <ShapeDetails shape={items} isAnswer={isAnswer} />}
      {discriminator && (
        <p className={styles.facts}>
          Told apart by <code>{discriminator}</code>
        </p>
      )}
      {variants && isWorthShowing && (
        <ol className={styles.variants}>
          {variants.map((variant) => (
            <li key={JSON.stringify(variant)}>
              <span className={styles.type}>
                <TypeText shape={variant} />
              </span>
              <ShapeDetails shape={variant} isAnswer={isAnswer} />
            </li>
          ))}
        </ol>
      )}
    </>
  );
}

function Values({ values }: { values: string[] }) {
  return (
    <p className={styles.facts}>
      {values.length > 1 ? 'One of ' : 'Always '}
      {values.map((value, index) => (
        <span key={value}>
          {index > 0 && ', '}
          <code>{value}</code>
        </span>
      ))}
    </p>
  );
}
