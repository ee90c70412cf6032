import useBrokenLinks from '@docusaurus/useBrokenLinks';
import type { Field } from '../model';
import styles from './fields.module.css';
import Html from './Html';
import ShapeDetails from './ShapeDetails';
import TypeText from './TypeText';

interface FieldsProps {
  fields: Field[];
  /** Whether they are answered, where nothing is required of the reader. */
  isAnswer?: boolean;
}

/** Fields of an object or parameters, each with an address of its own. */
export default function Fields({ fields, isAnswer }: FieldsProps) {
  const { collectAnchor } = useBrokenLinks();
  for (const { id } of fields) collectAnchor(id);
  return (
    <ul className={styles.fields}>
      {fields.map((field) => (
        <li key={field.id} id={field.id}>
          <a className={styles.name} href={`#${field.id}`}>
            <code>{field.name}</code>
          </a>{' '}
          <span className={styles.type}>
            <TypeText shape={field.shape} />
            {notes(field)}
          </span>
          {field.required && !isAnswer && <span className={styles.required}> required</span>}
          <Html className={styles.description} html={field.description} />
          <ShapeDetails shape={field.shape} isAnswer={isAnswer} />
        </li>
      ))}
    </ul>
  );
}

/** The limits of a field and how it may be used, after its type. */
function notes({ shape, deprecated, readOnly, writeOnly }: Field): string {
  const all = [
    ...(shape.facts ?? []).map(([name, text]) => `${name.toLowerCase()} ${text}`),
    ...(readOnly ? ['read only'] : []),
    ...(writeOnly ? ['write only'] : []),
    ...(deprecated ? ['deprecated'] : []),
  ];
  return all.map((note) => ` · ${note}`).join('');
}
