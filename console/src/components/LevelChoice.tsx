import { useId } from 'react';
import type { AccessLevel, AccessLevels } from '@/api/types';
import { AccessMark } from './AccessMark';
import { levelPurposes, levels as order } from './access';
import './access.css';

interface LevelChoiceProps {
  levels: AccessLevels;
  value: AccessLevel;
  onChange: (access: AccessLevel) => void;
}

/** The four access levels, each explained. */
export function LevelChoice({ levels, value, onChange }: LevelChoiceProps) {
  const id = useId();
  const chosen = levels.levels.find(({ access }) => access === value);
  return (
    <fieldset className="levels">
      <legend className="legend">Access level</legend>
      {order.map((access) => (
        <label key={access} className="level">
          <input
            type="radio"
            name={`${id}-level`}
            value={access}
            checked={value === access}
            onChange={() => onChange(access)}
            aria-describedby={`${id}-${access}`}
          />
          <span>
            <AccessMark access={access} />
            <span className="level-purpose" id={`${id}-${access}`}>
              {levelPurposes[access]}
            </span>
            {access === value && chosen && <span className="level-details">{chosen.description}</span>}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
