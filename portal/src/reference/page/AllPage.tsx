import { useCallback, useRef, useState } from 'react';
import CopyMarkdown from '../../components/CopyMarkdown';
import type { MenuGroup } from './menuGroups';
import ReferenceLayout from './ReferenceLayout';
import styles from './styles.module.css';
import { useActiveSection } from './useActiveSection';

/** The API reference: every operation on one page, with a menu that highlights the current section. */
export default function ReferencePage({ menu }: { menu: MenuGroup[] }) {
  const main = useRef<HTMLElement>(null);
  const [isReady, setReady] = useState(false);
  const onReady = useCallback(() => setReady(true), []);
  const active = useActiveSection(main, isReady);

  return (
    <ReferenceLayout
      title="API reference"
      description="Every operation of the public API: parameters, request bodies, responses, errors and code samples."
      menu={menu}
      active={active}
      main={main}
      isReady={isReady}
      onReady={onReady}
      header={
        <div className={styles.tools}>
          <CopyMarkdown />
        </div>
      }
    />
  );
}
