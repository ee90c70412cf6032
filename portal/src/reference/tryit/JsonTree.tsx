import { useState } from 'react';
import styles from './tree.module.css';

/** Lists and objects show this many members, and as many more on request. */
const step = 50;

/** Members at this depth and deeper are folded at first. */
const openDepth = 3;

export interface JsonLink {
  /** What the link opens. */
  title: string;
  open: () => void;
}

interface JsonTreeProps {
  value: unknown;
  /** The key of the value in its object. */
  name?: string;
  depth?: number;
  /** The link of a text in a field, if it has one. */
  linkOf: (field: string, text: string) => JsonLink | undefined;
}

/** A JSON value; lists and objects can be folded. */
export default function JsonTree({ value, name, depth = 0, linkOf }: JsonTreeProps) {
  const key = name === undefined ? null : <span className="hl-property">{JSON.stringify(name)}: </span>;
  if (typeof value !== 'object' || value === null || Object.keys(value).length === 0) {
    return (
      <div className={styles.line}>
        {key}
        <Scalar value={value} link={typeof value === 'string' ? linkOf(name ?? '', value) : undefined} />
      </div>
    );
  }
  return <Branch value={value} label={key} depth={depth} linkOf={linkOf} />;
}

interface BranchProps extends Pick<JsonTreeProps, 'linkOf'> {
  value: object;
  label: React.ReactNode;
  depth: number;
}

/** A list or an object. Its members are rendered once it is open. */
function Branch({ value, label, depth, linkOf }: BranchProps) {
  const [isOpen, setOpen] = useState(depth < openDepth);
  const [shown, setShown] = useState(step);
  const isList = Array.isArray(value);
  const members = Object.entries(value);
  const hidden = members.length - shown;
  return (
    <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className={styles.line}>
        {label}
        {isOpen ? isList ? '[' : '{' : <Folded value={value} />}
      </summary>
      {isOpen && (
        <>
          <ul className={styles.members}>
            {members.slice(0, shown).map(([key, member]) => (
              <li key={key}>
                <JsonTree value={member} {...(!isList && { name: key })} depth={depth + 1} linkOf={linkOf} />
              </li>
            ))}
          </ul>
          {hidden > 0 && (
            <button type="button" className={styles.more} onClick={() => setShown(shown + step)}>
              {`Show ${Math.min(step, hidden)} more of ${members.length}`}
            </button>
          )}
          <div className={styles.line}>{isList ? ']' : '}'}</div>
        </>
      )}
    </details>
  );
}

/** What a folded value contains. */
function Folded({ value }: { value: object }) {
  const count = Object.keys(value).length;
  const [start, unit, end] = Array.isArray(value) ? ['[', 'item', ']'] : ['{', 'field', '}'];
  return (
    <span className={styles.folded}>
      {start} {count} {count === 1 ? unit : `${unit}s`} {end}
    </span>
  );
}

function Scalar({ value, link }: { value: unknown; link: JsonLink | undefined }) {
  if (link) {
    return (
      <button type="button" className={styles.link} title={link.title} onClick={link.open}>
        {JSON.stringify(value)}
      </button>
    );
  }
  return <span className={classOf(value)}>{JSON.stringify(value)}</span>;
}

function classOf(value: unknown): string | undefined {
  if (typeof value === 'string') return 'hl-string';
  if (typeof value === 'number') return 'hl-number';
  return typeof value === 'object' && value !== null ? undefined : 'hl-keyword';
}
