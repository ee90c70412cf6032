import type { Props } from '@theme/CodeBlock';
import ElementContent from '@theme/CodeBlock/Content/Element';
import StringContent from '@theme/CodeBlock/Content/String';
import { Children, isValidElement } from 'react';

/**
 * A block of code. The original is built a second time once a page has loaded, because its colours stand in
 * the HTML; here they stand in the style sheet, so it is built once.
 */
export default function CodeBlock({ children, ...props }: Props) {
  if (Children.toArray(children).some((child) => isValidElement(child))) {
    return <ElementContent {...props}>{children}</ElementContent>;
  }
  return <StringContent {...props}>{Children.toArray(children).join('')}</StringContent>;
}
