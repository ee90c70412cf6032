import type { AccessLevel, AccessLevels } from '@/api/types';
import { AccessMark } from './AccessMark';
import { levelPurposes, levels as order } from './access';
import { RadioCards } from './RadioCards';

interface LevelChoiceProps {
  levels: AccessLevels;
  value: AccessLevel;
  onChange: (access: AccessLevel) => void;
}

/** The four access levels, each explained. */
export function LevelChoice({ levels, value, onChange }: LevelChoiceProps) {
  const options = order.map((access) => ({
    value: access,
    title: <AccessMark access={access} />,
    purpose: levelPurposes[access],
    details:
      access === value ? levels.levels.find((level) => level.access === access)?.description : undefined,
  }));
  return <RadioCards legend="Access level" options={options} value={value} onChange={onChange} />;
}
