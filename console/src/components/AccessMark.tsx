import text from 'messages:levels';
import type { AccessLevel } from '@/api/types';
import { levels } from './access';
import './access.css';

/** An access level with as many filled steps as it shows. */
export function AccessMark({ access }: { access: AccessLevel }) {
  const filled = levels.indexOf(access) + 1;
  return (
    <span className="access-level">
      <svg viewBox="0 0 22 12" aria-hidden="true">
        {levels.map((level, index) => (
          <rect
            key={level}
            className={index < filled ? 'step-filled' : 'step'}
            x={index * 6}
            y={9 - index * 3}
            width="4"
            height={3 + index * 3}
            rx="1"
          />
        ))}
      </svg>
      {text(access)}
    </span>
  );
}
