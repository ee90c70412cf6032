import Content from '@reference/content';
import Layout from '@theme/Layout';
import { useCallback, useRef, useState } from 'react';
import CopyMarkdown from '../../components/CopyMarkdown';
import Menu from './Menu';
import type { MenuGroup } from './menuGroups';
import styles from './styles.module.css';
import TryItPanel from './TryItPanel';
import { useActiveSection } from './useActiveSection';
import { useCopyButtons } from './useCopyButtons';
import { useSamples } from './useSamples';
import { useScrollToHash } from './useScrollToHash';
import { useTryItButtons } from './useTryItButtons';

/** The API reference: every operation on one page, with a menu that highlights the current section. */
export default function ReferencePage({ menu }: { menu: MenuGroup[] }) {
  const main = useRef<HTMLElement>(null);
  const [isReady, setReady] = useState(false);
  const onReady = useCallback(() => setReady(true), []);
  const active = useActiveSection(main, isReady);
  useSamples(main, isReady);
  useCopyButtons(main);
  useScrollToHash(isReady);
  const [operation, closeTryIt] = useTryItButtons(main);

  return (
    <Layout
      title="API reference"
      description="Every operation of the public API: parameters, request bodies, responses, errors and code samples."
      wrapperClassName={styles.wrapper}
    >
      <div className={styles.page}>
        <Menu groups={menu} active={active} />
        <main ref={main} className={styles.main}>
          <div className={styles.tools}>
            <CopyMarkdown />
          </div>
          <Content onReady={onReady} />
        </main>
      </div>
      {operation && <TryItPanel key={operation} operation={operation} onClose={closeTryIt} />}
    </Layout>
  );
}
