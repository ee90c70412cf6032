import Content from '@reference/content';
import Layout from '@theme/Layout';
import { lazy, Suspense, useCallback, useRef, useState } from 'react';
import CopyMarkdown from '../../components/CopyMarkdown';
import Menu from './Menu';
import type { MenuGroup } from './menuGroups';
import styles from './styles.module.css';
import { useActivePart } from './useActivePart';
import { useCopyButtons } from './useCopyButtons';
import { useSamples } from './useSamples';
import { useTarget } from './useTarget';
import { useTryButtons } from './useTryButtons';

const TryIt = lazy(() => import('../tryit/TryIt'));

/** The API reference: every operation on one page, with a menu that follows the reader. */
export default function ReferencePage({ menu }: { menu: MenuGroup[] }) {
  const main = useRef<HTMLElement>(null);
  const [isReady, setReady] = useState(false);
  const onReady = useCallback(() => setReady(true), []);
  const active = useActivePart(main, isReady);
  useSamples(main, isReady);
  useCopyButtons(main);
  useTarget(isReady);
  const [trial, endTrial] = useTryButtons(main);

  return (
    <Layout
      title="API reference"
      description="Every operation of the public API: parameters, bodies, answers, problems and code samples."
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
      {trial && (
        <Suspense>
          <TryIt key={trial.id} trial={trial} onClose={endTrial} />
        </Suspense>
      )}
    </Layout>
  );
}
