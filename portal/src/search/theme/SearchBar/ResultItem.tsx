import Translate from '@docusaurus/Translate';
import clsx from 'clsx';
import Method from '../../../reference/content/Method';
import type { Match } from '../../engine';
import { excerpt, type Segment, segments } from '../../excerpt';
import type { Option } from './options';
import styles from './styles.module.css';

interface ResultItemProps {
  id: string;
  option: Option;
  selected: boolean;
  onSelect: () => void;
  onChoose: () => void;
}

/** One entry of the list: a result, a query, or a button for more results. */
export default function ResultItem({ id, option, selected, onSelect, onChoose }: ResultItemProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the input handles the keys for the options
    // biome-ignore lint/a11y/useFocusableInteractive: the input keeps the focus and refers to the active option
    <div
      id={id}
      role="option"
      aria-selected={selected}
      className={clsx(styles.result, selected && styles.selected)}
      onMouseMove={onSelect}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onChoose}
    >
      {option.kind === 'match' && <MatchText match={option.match} />}
      {option.kind === 'query' && <span className={styles.suggestion}>{option.query}</span>}
      {option.kind === 'more' && (
        <span className={styles.more}>
          <Translate id="search.more" values={{ count: option.count }}>
            {'Show {count} more'}
          </Translate>
        </span>
      )}
    </div>
  );
}

/** Heading, page or operation, and an excerpt around the match. */
function MatchText({ match }: { match: Match }) {
  const { title, page, text, words, operation } = match;
  return (
    <>
      <span className={styles.title}>
        {operation && <Method method={operation.method} />}
        <span>
          <Highlighted segments={segments(title, words)} />
        </span>
        {operation ? (
          <code translate="no" className={styles.path}>
            {operation.path}
          </code>
        ) : (
          page !== title && <span className={styles.page}>{page}</span>
        )}
      </span>
      <span className={styles.excerpt}>
        <Highlighted segments={excerpt(text, words)} />
      </span>
    </>
  );
}

/** Each segment is an element: browsers that translate the page replace texts, which React could not remove then. */
function Highlighted({ segments }: { segments: Segment[] }) {
  return segments.map(({ text, isMatch, position }) =>
    isMatch ? <mark key={position}>{text}</mark> : <span key={position}>{text}</span>,
  );
}
