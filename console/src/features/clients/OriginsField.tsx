import { TextArea } from '@/components/fields';
import { originsError, originsOf } from './origins';

interface OriginsFieldProps {
  /** What was entered, line by line. */
  value: string[];
  onChange: (value: string[]) => void;
  error?: string;
}

/** The websites that may use a key. Complete URLs are shortened to their origins when the field loses the focus. */
export function OriginsField({ value, onChange, error }: OriginsFieldProps) {
  return (
    <TextArea
      label="Websites"
      rows={3}
      value={value.join('\n')}
      onChange={(text) => onChange(text.split('\n'))}
      onBlur={() => !originsError(value) && onChange(originsOf(value))}
      placeholder="https://www.city.example"
      description="One on each line, at most 50. The URL of any page will do: the key works on every page of its origin, and not on its subdomains."
      error={error}
    />
  );
}
