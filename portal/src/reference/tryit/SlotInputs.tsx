import { useId } from 'react';
import { keyOf, type Slot } from '../samples/request';
import styles from './styles.module.css';

interface SlotInputsProps {
  slots: Slot[];
  /** The values given so far, by `keyOf` their slot. */
  values: Map<string, string>;
  onChange: (values: Map<string, string>) => void;
}

/** An input for every value that a request can carry. */
export default function SlotInputs({ slots, values, onChange }: SlotInputsProps) {
  return slots.map((slot) => {
    const key = keyOf(slot);
    return (
      <SlotInput
        key={key}
        slot={slot}
        value={values.get(key) ?? ''}
        onChange={(value) => onChange(new Map(values).set(key, value))}
      />
    );
  });
}

interface SlotInputProps {
  slot: Slot;
  value: string;
  onChange: (value: string) => void;
}

function SlotInput({ slot, value, onChange }: SlotInputProps) {
  const id = useId();
  const { name, required, values, example } = slot;
  return (
    <div className={styles.label}>
      <label htmlFor={id}>
        <code>{name}</code>
        {required && ' required'}
      </label>
      {values ? (
        <select id={id} required={required} value={value} onChange={({ target }) => onChange(target.value)}>
          <option value="">{required ? 'Choose one' : 'Any'}</option>
          {values.map((choice) => (
            <option key={choice}>{choice}</option>
          ))}
        </select>
      ) : (
        <input
          id={id}
          required={required}
          placeholder={example}
          spellCheck={false}
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </div>
  );
}
