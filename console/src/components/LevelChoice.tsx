import levelPurposes from 'messages:levelPurposes';
import text from 'messages:shared';
import type { AccessLevel, AccessLevels } from '@/api/types';
import { AccessMark } from './AccessMark';
import { levels as order } from './access';
import { RadioCards } from './RadioCards';
import { ServerText } from './ServerText';

interface LevelChoiceProps {
  levels: AccessLevels;
  value: AccessLevel;
  onChange: (access: AccessLevel) => void;
}

/** The four access levels, each explained. */
export function LevelChoice({ levels, value, onChange }: LevelChoiceProps) {
  const descriptionOf = (access: AccessLevel) => (
    <ServerText>{levels.levels.find((level) => level.access === access)?.description}</ServerText>
  );
  const options = order.map((access) => ({
    value: access,
    title: <AccessMark access={access} />,
    purpose: levelPurposes(access),
    details: access === value ? descriptionOf(access) : undefined,
  }));
  return <RadioCards legend={text('accessLevel')} options={options} value={value} onChange={onChange} />;
}
