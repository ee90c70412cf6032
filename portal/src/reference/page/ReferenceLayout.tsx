import Content from '@reference/content';
import Layout from '@theme/Layout';
import type { ReactNode, RefObject } from 'react';
import Menu from './Menu';
import type { MenuGroup } from './menuGroups';
import styles from './styles.module.css';
import TryItPanel from './TryItPanel';
import { useCopyButtons } from './useCopyButtons';
import { useDisclosures } from './useDisclosures';
import { useInternalLinks } from './useInternalLinks';
import { useSamples } from './useSamples';
import { useScrollToHash } from './useScrollToHash';
import { useTryItButtons } from './useTryItButtons';

interface ReferenceLayoutProps {
  title: string;
  description: string;
  menu: MenuGroup[];
  /** The name of the content: see `loadContent`. */
  content: string;
  /** The id of the current entry of the menu. */
  active?: string;
  main: RefObject<HTMLElement | null>;
  /** Whether the content is there. */
  isReady: boolean;
  onReady: () => void;
  /** What is above the content. */
  header: ReactNode;
  /** What is below the content. */
  children?: ReactNode;
}

/** A page of the reference: the menu, prerendered content, and the hooks that make its controls work. */
export default function ReferenceLayout(props: ReferenceLayoutProps) {
  const { title, description, menu, content, active, main, isReady, onReady, header, children } = props;
  useSamples(main, isReady);
  useCopyButtons(main);
  useDisclosures(main);
  useInternalLinks(main);
  useScrollToHash(isReady);
  const [tried, closeTryIt] = useTryItButtons(main);

  return (
    <Layout title={title} description={description} wrapperClassName={styles.wrapper}>
      <div className={styles.page}>
        <Menu groups={menu} active={active} isSinglePage={content === 'all'} />
        <main ref={main} className={styles.main}>
          {header}
          <Content name={content} onReady={onReady} />
          {children}
        </main>
      </div>
      {tried && <TryItPanel key={tried} operation={tried} onClose={closeTryIt} />}
    </Layout>
  );
}
