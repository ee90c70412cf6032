import requests from '@generated/folkmoot-reference/default/requests.json';
import type { FormGroup } from '../requests';
import { keyOf, type RequestTemplate } from '../samples/request';
import ParameterInput from './ParameterInput';
import styles from './parameters.module.css';

interface ParameterInputsProps {
  template: RequestTemplate;
  groups: FormGroup[];
  /** The values by the parameters' `keyOf`. */
  values: ReadonlyMap<string, string>;
  /** The parameter that the last response rejected, and why. */
  rejected?: { name: string; reason: string };
  onChange: (values: Map<string, string>) => void;
}

/** An input for every parameter of a request, by what they are for. Shared parameters are folded while they have no values. */
export default function ParameterInputs(props: ParameterInputsProps) {
  const { template, groups, values, rejected, onChange } = props;
  const byKey = new Map(template.parameters.map((parameter) => [keyOf(parameter), parameter]));
  return groups.map(({ title, isFolded, parameters }) => {
    const inputs = parameters.flatMap(([key, text]) => {
      const parameter = byKey.get(key);
      if (!parameter) return [];
      return (
        <ParameterInput
          key={key}
          parameter={parameter}
          text={requests.texts[text] ?? ''}
          value={values.get(key) ?? ''}
          isFilter={!isFolded}
          {...(parameter.name === rejected?.name && { error: rejected.reason })}
          onChange={(value) => onChange(new Map(values).set(key, value))}
        />
      );
    });
    const isUsed = parameters.some(([key]) => values.get(key) || key.endsWith(` ${rejected?.name}`));
    return isFolded ? (
      <details key={title} className={styles.group} open={isUsed || undefined}>
        <summary>{title}</summary>
        <div className={styles.grid}>{inputs}</div>
      </details>
    ) : (
      <fieldset key={title} className={styles.group}>
        <legend>{title}</legend>
        <div className={styles.grid}>{inputs}</div>
      </fieldset>
    );
  });
}
