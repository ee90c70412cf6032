import styles from './parameters.module.css';

interface ValueChoiceProps {
  id: string;
  name: string;
  values: string[];
  /** The chosen values, separated by commas. */
  value: string;
  'aria-describedby': string;
  'aria-invalid'?: boolean | undefined;
  onChange: (value: string) => void;
}

/** Check boxes for the values of a parameter that takes several, in the order of the documentation. */
export default function ValueChoice(props: ValueChoiceProps) {
  const { id, name, values, value, onChange } = props;
  const chosen = value.split(',').filter(Boolean);
  const toggle = (choice: string) => {
    const isChosen = (one: string) => chosen.includes(one) !== (one === choice);
    onChange(values.filter(isChosen).join(','));
  };
  return (
    <details className={styles.choice} data-invalid={props['aria-invalid']}>
      <summary
        id={id}
        aria-label={`${name}: ${chosen.length} of ${values.length}`}
        aria-describedby={props['aria-describedby']}
      >
        {chosen.length === 0 ? (
          <span key="all">All</span>
        ) : (
          <span key="some" translate="no">
            {chosen.join(', ')}
          </span>
        )}
      </summary>
      <div className={styles.values}>
        {values.map((choice) => (
          <label key={choice}>
            <input type="checkbox" checked={chosen.includes(choice)} onChange={() => toggle(choice)} />
            <span translate="no">{choice}</span>
          </label>
        ))}
      </div>
    </details>
  );
}
