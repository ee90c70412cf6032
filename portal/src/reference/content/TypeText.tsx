import type { Shape } from '../model';

/** Formats that say only how a program may store a number. */
const unsaid = ['int32', 'int64', 'float', 'double'];

/** What kind of value a shape is, in words: `list of idea`, `string (uuid) or null`. */
export default function TypeText({ shape }: { shape: Shape }) {
  const { name, format, nullable, link, items, variants } = shape;
  const kind = format === undefined || unsaid.includes(format) ? name : `${name} (${format})`;
  const end = nullable ? ' or null' : '';
  if (!link && !items && !variants) return kind + end;
  return (
    <>
      {link ? <a href={`#${link.id}`}>{link.title}</a> : kind}
      {items && (
        <>
          {' of '}
          <TypeText shape={items} />
        </>
      )}
      {variants?.map((variant, index) => (
        <span key={JSON.stringify(variant)}>
          {index === 0 ? ': ' : index === variants.length - 1 ? ' or ' : ', '}
          <TypeText shape={variant} />
        </span>
      ))}
      {end}
    </>
  );
}
