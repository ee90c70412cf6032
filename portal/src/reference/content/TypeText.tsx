import Link from '@docusaurus/Link';
import { useContext } from 'react';
import type { Shape } from '../model';
import styles from './fields.module.css';
import { PageKindContext } from './pageKind';

/** Number formats that are not shown: they matter to code generators only. */
const hiddenFormats = ['int32', 'int64', 'float', 'double'];

/** The type of a shape in words: `list of idea`, `map of locale to string`, `string (uuid) or null`. */
export default function TypeText({ shape }: { shape: Shape }) {
  const { name, format, nullable, link, key, items, variants } = shape;
  const type = format === undefined || hiddenFormats.includes(format) ? name : `${name} (${format})`;
  return (
    <>
      {link ? <ObjectLink {...link} /> : type}
      {!link && items && (
        <>
          {key ? ` of ${key} to ` : ' of '}
          <TypeText shape={items} />
        </>
      )}
      {!link &&
        variants?.map((variant, index) => (
          <span key={JSON.stringify(variant)}>
            {index === 0 ? ': ' : index === variants.length - 1 ? ' or ' : ', '}
            <TypeText shape={variant} />
          </span>
        ))}
      {nullable && <span className={styles.nullable}> or null</span>}
    </>
  );
}

/** A link to an object: to its section in the complete reference, otherwise to its page. */
function ObjectLink({ id, title, page }: NonNullable<Shape['link']>) {
  const isHere = useContext(PageKindContext) === 'all';
  return isHere ? <a href={`#${id}`}>{title}</a> : <Link to={`/api/${page}`}>{title}</Link>;
}
