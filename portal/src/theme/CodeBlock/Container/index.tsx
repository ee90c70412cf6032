import { ThemeClassNames } from '@docusaurus/theme-common';
import clsx from 'clsx';
import type { ComponentProps } from 'react';

/** What stands around a block of code; `css/code.css` gives it its looks. */
export default function CodeBlockContainer<As extends 'div' | 'pre'>({
  as,
  className,
  ...props
}: { as: As } & ComponentProps<As>) {
  const Element: 'div' | 'pre' = as;
  return <Element {...(props as object)} className={clsx(className, ThemeClassNames.common.codeBlock)} />;
}
