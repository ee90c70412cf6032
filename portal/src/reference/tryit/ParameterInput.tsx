import { type ReactNode, useId } from 'react';
import Html from '../content/Html';
import type { RequestParameter } from '../samples/request';
import DateRange from './DateRange';
import styles from './parameters.module.css';
import ValueChoice from './ValueChoice';

interface ParameterInputProps {
  parameter: RequestParameter;
  /** HTML: what it is, in one sentence. */
  text: string;
  value: string;
  /** Whether it selects records; without a value, it selects all. */
  isFilter: boolean;
  /** Why the server rejected the value. */
  error?: string;
  onChange: (value: string) => void;
}

/** The input of one parameter with its description. */
export default function ParameterInput(props: ParameterInputProps) {
  const { parameter, text, value, isFilter, error, onChange } = props;
  const id = useId();
  const { name, required, values, isList, dates, example } = parameter;
  const control = {
    id,
    'aria-describedby': `${id}-text${error === undefined ? '' : ` ${id}-error`}`,
    'aria-invalid': error === undefined ? undefined : true,
  };
  let input: ReactNode;
  if (values && isList) {
    input = <ValueChoice {...control} name={name} values={values} value={value} onChange={onChange} />;
  } else if (values) {
    input = (
      <select
        {...control}
        required={required}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      >
        <option value="">{emptyChoice(parameter, isFilter)}</option>
        {values.map((choice) => (
          <option key={choice} translate="no">
            {choice}
          </option>
        ))}
      </select>
    );
  } else {
    input = (
      <input
        {...control}
        required={required}
        placeholder={example && `e.g. ${example}`}
        spellCheck={false}
        translate="no"
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    );
  }
  return (
    <div className={styles.parameter}>
      <label htmlFor={id}>
        <code translate="no">{name}</code>
        {required && <span> required</span>}
      </label>
      <div id={`${id}-text`} className={styles.text}>
        <Html html={text} />
      </div>
      {input}
      {dates && <DateRange name={name} order={dates} value={value} onChange={onChange} />}
      {error !== undefined && (
        <p id={`${id}-error`} className={styles.error}>
          {error}
        </p>
      )}
    </div>
  );
}

function emptyChoice({ required, default: value }: RequestParameter, isFilter: boolean): string {
  if (required) return 'Select a value';
  if (value !== undefined) return `Default: ${value}`;
  return isFilter ? 'Any' : 'Default';
}
