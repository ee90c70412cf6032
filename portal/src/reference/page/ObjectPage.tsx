import { useCallback, useRef, useState } from 'react';
import { contentName, entryOf, type MenuGroup } from './menuGroups';
import PageHead from './PageHead';
import ReferenceLayout from './ReferenceLayout';
import { useReferencePage } from './useReferencePage';

/** One object on its own page. */
export default function ObjectPage({ menu }: { menu: MenuGroup[] }) {
  const main = useRef<HTMLElement>(null);
  const [isReady, setReady] = useState(false);
  const onReady = useCallback(() => setReady(true), []);
  const { group, entry } = entryOf(menu, useReferencePage());

  return (
    <ReferenceLayout
      title={entry.title}
      description={`${entry.title} of the API: fields, types, personal data and an example. ${group.description}`}
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
