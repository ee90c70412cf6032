import type { Props } from '@theme/CodeBlock';
import ElementContent from '@theme/CodeBlock/Content/Element';
import StringContent from '@theme/CodeBlock/Content/String';
import { Children, isValidElement } from 'react';
import { codeOfHtml, escapeHtml } from '../../highlighting/html';
import { HighlightedHtml } from './HighlightedHtml';

interface CodeBlockProps extends Props {
  /** The code as HTML; fenced code blocks have it from `rehypeHighlight` instead of children. */
  highlightedHtml?: string;
}

/**
 * A code block whose code was highlighted at build time. The original component renders twice, because it highlights
 * in the browser.
 */
export default function CodeBlock({ children, highlightedHtml, ...props }: CodeBlockProps) {
  const parts = Children.toArray(children);
  if (parts.some((part) => isValidElement(part))) {
    return <ElementContent {...props}>{children}</ElementContent>;
  }
  const html = highlightedHtml ?? escapeHtml(parts.join('').replace(/\n$/, ''));
  return (
    <HighlightedHtml value={html}>
      <StringContent {...props}>{codeOfHtml(html)}</StringContent>
    </HighlightedHtml>
  );
}
