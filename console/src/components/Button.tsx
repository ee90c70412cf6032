import type { ReactNode } from 'react';
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components/Button';

export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger';

export interface ButtonProps extends Omit<AriaButtonProps, 'className' | 'children' | 'style'> {
  variant?: ButtonVariant;
  size?: 'normal' | 'small';
  children: ReactNode;
}

/** A button. While pending it remains focused, ignores presses, and screen readers say that it is busy. */
export function Button({ variant = 'secondary', size = 'normal', children, ...props }: ButtonProps) {
  return (
    <AriaButton {...props} className={`button button-${variant} button-${size}`}>
      {children}
      {props.isPending && <span className="spinner" aria-hidden="true" />}
    </AriaButton>
  );
}
