import text from 'messages:shared';
import type { Day } from '@/api/types';
import { Checkbox } from './Checkbox';
import { lastDay } from './expiry';
import { TextField } from './fields';
import { formatDay, today } from './format';

interface ExpiryFieldProps {
  value: Day | null;
  onChange: (value: Day | null) => void;
  /** The day that is proposed if the box is unticked. */
  proposed: Day;
  maxDays: number;
  error?: string;
}

/** The last day on which a client or an admin key works. If the policy sets no maximum, it may have none. */
export function ExpiryField({ value, onChange, proposed, maxDays, error }: ExpiryFieldProps) {
  const last = lastDay(maxDays, today());
  return (
    <div className="stack">
      {value !== null && (
        <TextField
          label={text('lastDay')}
          type="date"
          value={value}
          onChange={onChange}
          minimum={today()}
          maximum={last}
          error={error}
          description={last ? text('untilEndOfDayAtMost', { last: formatDay(last) }) : text('untilEndOfDay')}
        />
      )}
      {!last && (
        <Checkbox isSelected={value === null} onChange={(isNever) => onChange(isNever ? null : proposed)}>
          {text('noLastDay')}
        </Checkbox>
      )}
    </div>
  );
}
