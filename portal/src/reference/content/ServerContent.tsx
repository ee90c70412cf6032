import pages from '@generated/folkmoot-reference/default/pages.json';
import Content from './Content';
import OperationContent from './OperationContent';

/** There is nothing to load at build time. */
export function preloadContent(): void {}

/** The content as prerendered at build time, in the element that `PrerenderedContent` keeps. */
export default function ServerContent({ operation }: { operation?: string }) {
  const shown = operation === undefined ? undefined : pages[operation];
  return (
    <div id="reference" data-content={operation ?? 'all'}>
      {shown ? <OperationContent operation={shown} /> : <Content />}
    </div>
  );
}
