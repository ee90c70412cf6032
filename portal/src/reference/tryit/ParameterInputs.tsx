import { useId } from 'react';
import { keyOf, type RequestParameter } from '../samples/request';
import styles from './styles.module.css';

interface ParameterInputsProps {
  parameters: RequestParameter[];
  /** The values by the parameters' `keyOf`. */
  values: ReadonlyMap<string, string>;
  onChange: (values: Map<string, string>) => void;
}

/** An input for every parameter of a request. */
export default function ParameterInputs({ parameters, values, onChange }: ParameterInputsProps) {
  return parameters.map((parameter) => {
    const key = keyOf(parameter);
    return (
      <ParameterInput
        key={key}
        parameter={parameter}
        value={values.get(key) ?? ''}
        onChange={(value) => onChange(new Map(values).set(key, value))}
      />
    );
  });
}

interface ParameterInputProps {
  parameter: RequestParameter;
  value: string;
  onChange: (value: string) => void;
}

function ParameterInput({ parameter, value, onChange }: ParameterInputProps) {
  const id = useId();
  const { name, required, values, example } = parameter;
  return (
    <div className={styles.label}>
      <label htmlFor={id}>
        <code translate="no">{name}</code>
        {required && ' required'}
      </label>
      {values ? (
        <select id={id} required={required} value={value} onChange={({ target }) => onChange(target.value)}>
          <option value="">{required ? 'Select a value' : 'Any'}</option>
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
