import type { Shape } from '../model';

/** Number formats that are not shown: they matter to code generators only. */
const hiddenFormats = ['int32', 'int64', 'float', 'double'];

/** The type of a shape in words: `list of idea`, `string (uuid) or null`. */
export default function TypeText({ shape }: { shape: Shape }) {
  const { name, format, nullable, link, items, variants } = shape;
  const type = format === undefined || hiddenFormats.includes(format) ? name : `${name} (${format})`;
  const suffix = nullable ? ' or null' : '';
  if (!link && !items && !variants) return type + suffix;
  return (
    <>
      {link ? <a href={`#${link.id}`}>{link.title}</a> : type}
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
      {suffix}
    </>
  );
}
