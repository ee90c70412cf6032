import { useCallback, useRef, useState } from 'react';
import { webhooksPath } from '../document/operationPaths';
import { contentName, entryOf, type MenuGroup } from './menuGroups';
import PageHead from './PageHead';
import ReferenceLayout from './ReferenceLayout';

/** The requests that the platform sends. */
export default function WebhooksPage({ menu }: { menu: MenuGroup[] }) {
  const main = useRef<HTMLElement>(null);
  const [isReady, setReady] = useState(false);
  const onReady = useCallback(() => setReady(true), []);
  const { group, entry } = entryOf(menu, webhooksPath);

  return (
    <ReferenceLayout
      title={entry.title}
      description="Every type of webhook event: headers, signature, body and an example."
      menu={menu}
      content={contentName(entry)}
      active={entry.id}
      main={main}
      isReady={isReady}
      onReady={onReady}
      header={<PageHead group={group} title={entry.title} />}
    />
  );
}
