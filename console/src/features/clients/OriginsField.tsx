import text from 'messages:credentials';
import type { ReactNode } from 'react';
import { TextArea } from '@/components/fields';
import { originsError, originsOf } from './origins';

interface OriginsFieldProps {
  /** What was entered, line by line. */
  value: string[];
  onChange: (value: string[]) => void;
  error?: ReactNode;
}

/** The websites that may use a key. Complete URLs are shortened to their origins when the field loses the focus. */
export function OriginsField({ value, onChange, error }: OriginsFieldProps) {
  return (
    <TextArea
      label={text('websites')}
      rows={3}
      value={value.join('\n')}
      onChange={(entered) => onChange(entered.split('\n'))}
      onBlur={() => !originsError(value) && onChange(originsOf(value))}
      placeholder="https://www.city.example"
      description={text('websitesDescription')}
      error={error}
    />
  );
}
