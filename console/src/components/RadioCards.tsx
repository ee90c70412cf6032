import { type ReactNode, useId } from 'react';
import './access.css';

interface RadioCardsProps<Value> {
  legend: string;
  /** Whether only screen readers have the legend, because a heading says the same. */
  isLegendHidden?: boolean;
  options: { value: Value; title: ReactNode; purpose?: string; details?: ReactNode }[];
  value: Value;
  onChange: (value: Value) => void;
}

/** A choice between values that need an explanation. */
export function RadioCards<Value extends string>({
  legend,
  isLegendHidden,
  options,
  ...props
}: RadioCardsProps<Value>) {
  const id = useId();
  return (
    <fieldset className="levels">
      <legend className={isLegendHidden ? 'visually-hidden' : 'legend'}>{legend}</legend>
      {options.map(({ value, title, purpose, details }) => (
        <label key={value} className="level">
          <input
            type="radio"
            name={id}
            value={value}
            checked={value === props.value}
            onChange={() => props.onChange(value)}
            aria-describedby={purpose && `${id}-${value}`}
          />
          <span>
            <span className="level-title">{title}</span>
            {purpose && (
              <span className="level-purpose" id={`${id}-${value}`}>
                {purpose}
              </span>
            )}
            {details && <span className="level-details">{details}</span>}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
