import type { ReactNode } from 'react';
import { formatNumber } from '@/components/format';

export interface Share {
  key: string;
  label: ReactNode;
  value: number;
  isError?: boolean;
}

/** Values with their names, the largest first, each with a bar as long as its share of the largest. */
export function Shares({ shares }: { shares: Share[] }) {
  const largest = Math.max(1, ...shares.map(({ value }) => value));
  return (
    <ul className="shares">
      {shares
        .toSorted((one, other) => other.value - one.value)
        .map(({ key, label, value, isError }) => (
          <li key={key} className={`share ${isError ? 'share-errors' : ''}`}>
            <span>{label}</span>
            <span className="numeric">{formatNumber(value)}</span>
            <svg viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
              <rect width={(100 * value) / largest} height="1" />
            </svg>
          </li>
        ))}
    </ul>
  );
}
