import { ThemeClassNames } from '@docusaurus/theme-common';
import clsx from 'clsx';
import type { ComponentProps } from 'react';

/** The box around a code block. The original adds Prism's colours as inline styles; `css/code.css` has the styles here. */
export default function CodeBlockContainer<As extends 'div' | 'pre'>({
  as,
  className,
  ...props
}: { as: As } & ComponentProps<As>) {
  const Element: 'div' | 'pre' = as;
  return <Element {...(props as object)} className={clsx(className, ThemeClassNames.common.codeBlock)} />;
}
