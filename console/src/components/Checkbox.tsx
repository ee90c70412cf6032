import type { ReactNode } from 'react';
import { Checkbox as AriaCheckbox, type CheckboxProps } from 'react-aria-components/Checkbox';
import { Icon } from './Icon';

export function Checkbox({
  children,
  ...props
}: Omit<CheckboxProps, 'children' | 'className'> & { children: ReactNode }) {
  return (
    <AriaCheckbox {...props} className="checkbox">
      <span className="checkbox-box" aria-hidden="true">
        <Icon name="check" />
      </span>
      <span>{children}</span>
    </AriaCheckbox>
  );
}
