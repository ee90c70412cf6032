import clsx from 'clsx';
import type { Match } from '../../engine';
import { excerpt, type Segment, segments } from '../../excerpt';
import styles from './styles.module.css';

interface ResultItemProps {
  id: string;
  match: Match;
  selected: boolean;
  onSelect: () => void;
  onOpen: () => void;
}

/** One search result: heading, page and an excerpt around the match. */
export default function ResultItem({ id, match, selected, onSelect, onOpen }: ResultItemProps) {
  const { title, page, text, words } = match;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the input handles the keys for the options
    // biome-ignore lint/a11y/useFocusableInteractive: the input keeps the focus and refers to the active option
    <div
      id={id}
      role="option"
      aria-selected={selected}
      className={clsx(styles.result, selected && styles.selected)}
      onMouseMove={onSelect}
      onClick={onOpen}
    >
      <span className={styles.title}>
        <span>
          <Highlighted segments={segments(title, words)} />
        </span>
        {page !== title && <span className={styles.page}>{page}</span>}
      </span>
      <span className={styles.excerpt}>
        <Highlighted segments={excerpt(text, words)} />
      </span>
    </div>
  );
}

function Highlighted({ segments }: { segments: Segment[] }) {
  return segments.map(({ text, isMatch, position }) => (isMatch ? <mark key={position}>{text}</mark> : text));
}
