import type { ReactNode } from 'react';

export type BadgeTone = 'good' | 'quiet' | 'warning' | 'danger';

export function Badge({ tone, children }: { tone: BadgeTone; children: ReactNode }) {
  return <span className={`badge badge-${tone}`}>{children}</span>;
}
