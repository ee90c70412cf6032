import { type ReactNode, useId } from 'react';
import { Icon } from './Icon';

interface FieldProps {
  label: string;
  description?: ReactNode;
  /** Why the value is not accepted. */
  error?: ReactNode;
}

/** The label, the description and the error around a field; they belong to the field for screen readers too. */
function Field({
  id,
  label,
  description,
  error,
  children,
}: FieldProps & { id: string; children: ReactNode }) {
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children}
      {description && (
        <p className="field-description" id={`${id}-description`}>
          {description}
        </p>
      )}
      {error && (
        <p className="field-error" id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  );
}

const describedBy = (id: string, description: ReactNode, error?: ReactNode) =>
  [description && `${id}-description`, error && `${id}-error`].filter(Boolean).join(' ') || undefined;

export interface TextFieldProps extends FieldProps {
  value: string;
  onChange: (value: string) => void;
  type?: 'text' | 'password' | 'search' | 'date' | 'color';
  autoComplete?: string;
  placeholder?: string;
  isRequired?: boolean;
  autoFocus?: boolean;
  minimum?: string;
  maximum?: string;
  spellCheck?: boolean;
}

export function TextField({ label, description, error, value, onChange, ...props }: TextFieldProps) {
  const id = useId();
  return (
    <Field id={id} label={label} description={description} error={error}>
      <input
        id={id}
        className="input"
        type={props.type ?? 'text'}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        autoComplete={props.autoComplete ?? 'off'}
        placeholder={props.placeholder}
        required={props.isRequired}
        // biome-ignore lint/a11y/noAutofocus: only fields that a dialog or the sign-in page opens with.
        autoFocus={props.autoFocus}
        min={props.minimum}
        max={props.maximum}
        spellCheck={props.spellCheck}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(id, description, error)}
      />
    </Field>
  );
}

interface TextAreaProps extends FieldProps {
  value: string;
  onChange: (value: string) => void;
  onBlur?: () => void;
  rows: number;
  placeholder?: string;
  /** Whether it is for sentences, otherwise for codes, such as URLs. */
  isProse?: boolean;
}

/** A field of several lines. */
export function TextArea({ label, description, error, onChange, isProse, ...props }: TextAreaProps) {
  const id = useId();
  return (
    <Field id={id} label={label} description={description} error={error}>
      <textarea
        {...props}
        id={id}
        className="input"
        onChange={(event) => onChange(event.target.value)}
        spellCheck={isProse ?? false}
        translate={isProse ? undefined : 'no'}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(id, description, error)}
      />
    </Field>
  );
}

interface SelectFieldProps extends FieldProps {
  value: string;
  onChange: (value: string) => void;
  options: { value: string; label: string }[];
}

/** The browser's own list of choices, which phones show best. */
export function SelectField({ label, description, error, value, onChange, options }: SelectFieldProps) {
  const id = useId();
  return (
    <Field id={id} label={label} description={description} error={error}>
      <span className="select">
        <select
          id={id}
          className="input"
          value={value}
          onChange={(event) => onChange(event.target.value)}
          aria-describedby={describedBy(id, description, error)}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        <Icon name="chevron" />
      </span>
    </Field>
  );
}
