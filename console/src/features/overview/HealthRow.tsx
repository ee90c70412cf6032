import text from 'messages:overview';
import shared from 'messages:shared';
import type { ReactNode } from 'react';
import type { HealthState } from '@/api/types';
import { Badge, type BadgeTone } from '@/components/Badge';

const tones: Record<HealthState, BadgeTone> = { ok: 'good', warning: 'warning', problem: 'danger' };

interface HealthRowProps {
  label: ReactNode;
  /** `undefined` if it has not happened yet, such as an import. */
  state?: HealthState;
  children: ReactNode;
  /** Where it is seen or done. */
  action?: ReactNode;
}

/** One thing that must work, its state, and what to do about it. */
export function HealthRow({ label, state, children, action }: HealthRowProps) {
  return (
    <li className="health-row">
      <span className="health-state">
        <Badge tone={state ? tones[state] : 'quiet'}>
          {state ? text(`state_${state}`) : shared('never')}
        </Badge>
      </span>
      <strong>{label}</strong>
      <div className="health-found">{children}</div>
      <div className="health-action">{action}</div>
    </li>
  );
}
