import clsx from 'clsx';
import type { Found } from '../../engine';
import { excerpt, type Piece, pieces } from '../../excerpt';
import styles from './styles.module.css';

interface ResultProps {
  id: string;
  result: Found;
  chosen: boolean;
  onPoint: () => void;
  onGo: () => void;
}

/** One section that was found: its heading, its page and the words around what was asked for. */
export default function Result({ id, result, chosen, onPoint, onGo }: ResultProps) {
  const { title, page, text, words } = result;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the input moves through the options and opens them
    // biome-ignore lint/a11y/useFocusableInteractive: focus stays in the input, which names the active option
    <div
      id={id}
      role="option"
      aria-selected={chosen}
      className={clsx(styles.result, chosen && styles.chosen)}
      onMouseMove={onPoint}
      onClick={onGo}
    >
      <span className={styles.title}>
        <span>
          <Marked pieces={pieces(title, words)} />
        </span>
        {page !== title && <span className={styles.page}>{page}</span>}
      </span>
      <span className={styles.excerpt}>
        <Marked pieces={excerpt(text, words)} />
      </span>
    </div>
  );
}

function Marked({ pieces }: { pieces: Piece[] }) {
  return pieces.map(({ text, hit, at }) => (hit ? <mark key={at}>{text}</mark> : text));
}
