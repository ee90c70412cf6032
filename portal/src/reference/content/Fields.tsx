import useBaseUrl from '@docusaurus/useBaseUrl';
import useBrokenLinks from '@docusaurus/useBrokenLinks';
import { Fragment } from 'react';
import type { Field, FieldAccess } from '../model';
import styles from './fields.module.css';
import Guides from './Guides';
import Html from './Html';
import ShapeDetails from './ShapeDetails';
import TypeText from './TypeText';

interface FieldsProps {
  fields: Field[];
  /** Whether they are part of a response, where `required` does not matter to readers. */
  isResponse?: boolean;
  /** How many objects the fields' own fields are inside. */
  depth?: number;
}

/** The fields of an object or the parameters of an operation, each with its own anchor. */
export default function Fields({ fields, isResponse, depth = 1 }: FieldsProps) {
  const { collectAnchor } = useBrokenLinks();
  const personalData = useBaseUrl('/guides/use-personal-data');
  for (const { id } of fields) collectAnchor(id);
  return (
    <ul className={styles.fields}>
      {fields.map((field) => (
        <li key={field.id} id={field.id}>
          <a className={styles.name} href={`#${field.id}`}>
            <code translate="no">{field.name}</code>
          </a>{' '}
          <span className={styles.type}>
            <TypeText shape={field.shape} />
            {notes(field)}
          </span>
          {field.required && !isResponse && <span className={styles.required}> required</span>}{' '}
          {field.personal && (
            <a className={styles.personal} href={personalData}>
              personal data
            </a>
          )}
          <Html className={styles.description} html={field.description} />
          {field.guide !== undefined && <Guides guides={[field.guide]} />}
          {field.access !== undefined && <Access access={field.access} />}
          <ShapeDetails shape={field.shape} isResponse={isResponse} depth={depth} />
        </li>
      ))}
    </ul>
  );
}

/** What access levels below `full` see of a field. */
function Access({ access }: { access: FieldAccess[] }) {
  const guide = useBaseUrl('/guides/start-decide-access');
  return (
    <p className={styles.access}>
      <a href={guide}>Access levels</a>
      {access.map(({ levels, text }) => (
        <span key={text}>
          {levels.map((level, position) => (
            <Fragment key={level}>
              {position > 0 && ', '}
              <code translate="no">{level}</code>
            </Fragment>
          ))}{' '}
          {text}
        </span>
      ))}
    </p>
  );
}

/** The constraints of a field, shown after its type. */
function notes({ shape, deprecated, readOnly, writeOnly }: Field): string {
  const all = [
    ...(shape.constraints ?? []).map(([name, text]) => `${name.toLowerCase()} ${text}`),
    ...(readOnly ? ['read only'] : []),
    ...(writeOnly ? ['write only'] : []),
    ...(deprecated ? ['deprecated'] : []),
  ];
  return all.map((note) => ` · ${note}`).join('');
}
