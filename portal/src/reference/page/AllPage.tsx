import { useCallback, useRef, useState } from 'react';
import type { MenuGroup } from './menuGroups';
import PageHead from './PageHead';
import ReferenceLayout from './ReferenceLayout';
import { useActiveSection } from './useActiveSection';

/** Every operation and object on one page, with a menu that highlights the current section. */
export default function AllPage({ menu }: { menu: MenuGroup[] }) {
  const main = useRef<HTMLElement>(null);
  const [isReady, setReady] = useState(false);
  const onReady = useCallback(() => setReady(true), []);
  const active = useActiveSection(main, isReady);

  return (
    <ReferenceLayout
      title="Complete API reference"
      description="Every operation and object of the public API on one page, to print and for programs."
      menu={menu}
      content="all"
      active={active}
      main={main}
      isReady={isReady}
      onReady={onReady}
      header={<PageHead title="All on one page" />}
    />
  );
}
