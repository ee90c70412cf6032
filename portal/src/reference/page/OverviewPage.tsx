import { useHistory, useLocation } from '@docusaurus/router';
import useBaseUrl from '@docusaurus/useBaseUrl';
import { useCallback, useEffect, useRef, useState } from 'react';
import CopyMarkdown from '../../components/CopyMarkdown';
import { type MenuGroup, pageOfAnchor } from './menuGroups';
import ReferenceLayout from './ReferenceLayout';
import styles from './styles.module.css';

/** The overview of the reference, which leads to all operations and objects. */
export default function OverviewPage({ menu }: { menu: MenuGroup[] }) {
  const main = useRef<HTMLElement>(null);
  const [isReady, setReady] = useState(false);
  const onReady = useCallback(() => setReady(true), []);
  useOldAnchors(menu);

  return (
    <ReferenceLayout
      title="API reference"
      description="Every operation and object of the public API: parameters, request bodies, responses, errors and code samples."
      menu={menu}
      content="overview"
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

/** Follows links to operations, objects and fields that were on this page before each got a page of its own. */
function useOldAnchors(menu: MenuGroup[]): void {
  const history = useHistory();
  const { hash } = useLocation();
  const base = useBaseUrl('/api/');
  useEffect(() => {
    const page = pageOfAnchor(menu, decodeURIComponent(hash.slice(1)));
    if (page !== undefined) history.replace(base + page);
  }, [menu, history, hash, base]);
}
