import objects from '@generated/folkmoot-reference/default/objects.json';
import overview from '@generated/folkmoot-reference/default/overview.json';
import pages from '@generated/folkmoot-reference/default/pages.json';
import reference from '@generated/folkmoot-reference/default/reference.json';
import webhooks from '@generated/folkmoot-reference/default/webhooks.json';
import type { ReactNode } from 'react';
import AllContent from './AllContent';
import ObjectContent from './ObjectContent';
import OperationContent from './OperationContent';
import OverviewContent from './OverviewContent';
import WebhooksContent from './WebhooksContent';

/** There is nothing to load at build time. */
export function preloadContent(): void {}

/** The content as prerendered at build time, in the element that `PrerenderedContent` keeps. */
export default function ServerContent({ name }: { name: string }) {
  return (
    <div id="reference" data-content={name}>
      {contentOf(name)}
    </div>
  );
}

function contentOf(name: string): ReactNode {
  const [kind = '', id = ''] = name.split(/-(.*)/s);
  const operation = kind === 'operation' && pages[id];
  if (operation) return <OperationContent operation={operation} />;
  const object = kind === 'object' && objects[id];
  if (object) return <ObjectContent object={object} />;
  if (name === 'webhooks') return <WebhooksContent webhooks={webhooks} />;
  return name === 'all' ? <AllContent reference={reference} /> : <OverviewContent overview={overview} />;
}
