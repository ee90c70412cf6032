import styles from './illustration.module.css';

interface Row {
  count: number;
  /** The y coordinate of its people's feet. */
  y: number;
  size: number;
}

const rows: Row[] = [
  { count: 10, y: 226, size: 0.62 },
  { count: 9, y: 276, size: 0.78 },
  { count: 8, y: 334, size: 0.96 },
  { count: 7, y: 404, size: 1.18 },
];

const width = 560;
const tones = ['a', 'c', 'b', 'd', 'b', 'a', 'e', 'c', 'b', 'd', 'a', 'b'];

/** The illustration of the landing page: a crowd with speech bubbles. */
export function Illustration() {
  return (
    <svg
      className={styles.illustration}
      viewBox="0 0 560 400"
      role="img"
      aria-label="A crowd of people with speech bubbles."
    >
      <Bubble x={84} y={70} tail={16}>
        <path d="M-22-6h44M-22 6h28" className={styles.mark} />
      </Bubble>
      <Bubble x={218} y={38} tail={-14} tone="accent">
        <path d="M-14 1l9 10L15-11" className={styles.markOnAccent} />
      </Bubble>
      <Bubble x={356} y={64} tail={14}>
        <path
          d="M0 14c-11-8-17-13-17-20a9 9 0 0 1 17-4 9 9 0 0 1 17 4c0 7-6 12-17 20z"
          className={styles.fill}
        />
      </Bubble>
      <Bubble x={478} y={104} tail={-12}>
        <path d="M0 16c-8-10-12-15-12-20a12 12 0 0 1 24 0c0 5-4 10-12 20z" className={styles.fill} />
        <circle cy={-4} r={4} className={styles.hole} />
      </Bubble>
      {rows.flatMap((row, index) => people(row, index))}
    </svg>
  );
}

function people({ count, y, size }: Row, row: number) {
  const gap = width / (count - (row % 2 ? 0 : 1));
  return Array.from({ length: count }, (_, index) => {
    const tone = tones[(index * 5 + row * 7) % tones.length];
    const x = gap * (index + (row % 2 ? 0.5 : 0));
    return (
      <g
        key={`${row}-${x}`}
        transform={`translate(${x.toFixed(1)} ${y}) scale(${size})`}
        className={styles[`tone-${tone}`]}
      >
        <path d="M-27 170V-38a27 27 0 0 1 54 0V170z" />
        <circle cy={-84} r={17} />
      </g>
    );
  });
}

interface BubbleProps {
  x: number;
  y: number;
  /** The offset of the tail's tip: positive to the right. */
  tail: number;
  tone?: 'plain' | 'accent';
  children: React.ReactNode;
}

function Bubble({ x, y, tail, tone = 'plain', children }: BubbleProps) {
  return (
    <g transform={`translate(${x} ${y})`}>
      <path
        d={`M-38-32h76a12 12 0 0 1 12 12v36a12 12 0 0 1-12 12H10l${tail - 5} 20 ${-tail - 11} -20h-32a12 12 0 0 1-12-12v-36a12 12 0 0 1 12-12z`}
        className={styles[tone]}
      />
      <g transform="translate(0 -2)">{children}</g>
    </g>
  );
}
