import { type Box, boxes, boxHeight, boxWidth, type Relation, relations, size, userFields } from './model';
import styles from './styles.module.css';

/** The diagram of all resources and of the fields that connect them. Narrow screens scroll it. */
export default function DataModel() {
  return (
    <figure className={styles.figure} data-ui-only>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll the diagram. */}
      <section className={styles.scroll} aria-label="Diagram of the data model" tabIndex={0}>
        <svg
          viewBox={`-1 -1 ${size.width + 2} ${size.height + 2}`}
          className={styles.diagram}
          role="img"
          aria-label="Folders contain projects, projects have phases, and ideas belong to a project and to phases. Comments, reactions and votes refer to ideas. The table below lists every connection."
        >
          {relations.map((relation) => (
            <Line key={relation.path} {...relation} />
          ))}
          {boxes.map((box) => (
            <Resource key={box.name} {...box} />
          ))}
          <Users />
        </svg>
      </section>
      <figcaption className={styles.legend}>
        <span>
          <svg viewBox="0 0 44 16" aria-hidden="true">
            <path className={styles.line} d="M0 8H44" />
            <Fork x={44} y={8} from="left" />
          </svg>
          One record, many records
        </span>
        <span>
          <svg viewBox="0 0 44 16" aria-hidden="true">
            <path className={styles.line} strokeDasharray="3 4" d="M0 8H44" />
          </svg>
          Filter only
        </span>
        <span>
          <svg viewBox="0 0 16 16" aria-hidden="true">
            <Person x={2} y={13} />
          </svg>
          ID of a user
        </span>
      </figcaption>
    </figure>
  );
}

function Resource({ name, x, y, references, tone }: Box) {
  const height = boxHeight(references.length);
  return (
    <g transform={`translate(${x} ${y})`}>
      <rect className={styles.box} width={boxWidth} height={height} rx="8" />
      <path className={styles[tone]} d={header(references.length ? 36 : height, !references.length)} />
      <text className={styles.name} x="14" y="24">
        {name}
      </text>
      {references.map((field, index) => (
        <g key={field} transform={`translate(14 ${56 + index * 20})`}>
          <text className={styles.field}>{field}</text>
          {userFields.includes(field) && <Person x={boxWidth - 38} y={2} />}
        </g>
      ))}
    </g>
  );
}

/** The coloured upper part of a box; a box without fields has no other part. */
function header(height: number, isWhole: boolean): string {
  const bottom = isWhole ? `V${height - 8}a8 8 0 0 1 -8 8H8a8 8 0 0 1 -8 -8` : `V${height}H0`;
  return `M0 8a8 8 0 0 1 8 -8H${boxWidth - 8}a8 8 0 0 1 8 8${bottom}Z`;
}

function Line({ path, many, label, filterOnly }: Relation) {
  return (
    <g>
      <path className={styles.gap} d={path} />
      <path className={styles.line} d={path} strokeDasharray={filterOnly ? '3 4' : undefined} />
      {many.map((end) => (
        <Fork key={`${end.x} ${end.y}`} {...end} />
      ))}
      {label && (
        <text className={styles.label} x={label.x} y={label.y} textAnchor={label.anchor}>
          {label.text}
        </text>
      )}
    </g>
  );
}

/** Three prongs at the end of a line with many records. */
function Fork({ x, y, from }: Relation['many'][number]) {
  const angle = { right: 0, below: 90, left: 180, above: 270 }[from];
  return (
    <path className={styles.line} d="M0 -6L11 0L0 6" transform={`translate(${x} ${y}) rotate(${angle})`} />
  );
}

function Person({ x, y }: { x: number; y: number }) {
  return (
    <g className={styles.person} transform={`translate(${x} ${y})`}>
      <circle cx="6" cy="-8.5" r="3" />
      <path d="M0 0a6 5.5 0 0 1 12 0z" />
    </g>
  );
}

function Users() {
  return (
    <g transform={`translate(0 ${size.height - 62})`}>
      <rect className={styles.box} width={size.width} height="62" rx="8" />
      <path className={styles.people} d="M0 8a8 8 0 0 1 8 -8H110V62H8a8 8 0 0 1 -8 -8Z" />
      <text className={styles.name} x="14" y="37">
        users
      </text>
      <text className={styles.note} x="130" y="37">
        Every field with
      </text>
      <Person x={236} y={37} />
      <text className={styles.note} x="255" y="37">
        contains the ID of a user, or null if the user is unknown or was deleted.
      </text>
    </g>
  );
}
