import type { ReactNode, Ref } from 'react';

export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger';

export interface ButtonProps {
  variant?: ButtonVariant;
  size?: 'normal' | 'small';
  type?: 'button' | 'submit';
  onPress?: () => void;
  isDisabled?: boolean;
  /** Whether what it started still runs. It remains focused, ignores presses, and is announced as busy. */
  isPending?: boolean;
  autoFocus?: boolean;
  children: ReactNode;
  ref?: Ref<HTMLButtonElement>;
  'aria-label'?: string;
  'aria-expanded'?: boolean;
}

/** The browser's own button: the first view needs nothing more, and the code of React Aria's is 15 kB. */
export function Button(props: ButtonProps) {
  const {
    variant = 'secondary',
    size = 'normal',
    type = 'button',
    isPending,
    isDisabled,
    onPress,
    ref,
  } = props;
  return (
    <button
      ref={ref}
      type={type}
      className={`button button-${variant} button-${size}`}
      disabled={isDisabled}
      aria-disabled={isPending || undefined}
      aria-busy={isPending || undefined}
      // biome-ignore lint/a11y/noAutofocus: only the button of a dialog that changes nothing.
      autoFocus={props.autoFocus}
      aria-label={props['aria-label']}
      aria-expanded={props['aria-expanded']}
      onClick={(event) => {
        if (isPending) event.preventDefault();
        else onPress?.();
      }}
    >
      {/* A text in an element of its own can still change after the browser has translated it. */}
      {typeof props.children === 'string' ? <span>{props.children}</span> : props.children}
      {isPending && <span className="spinner" aria-hidden="true" />}
    </button>
  );
}
