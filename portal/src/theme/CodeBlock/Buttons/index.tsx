import BrowserOnly from '@docusaurus/BrowserOnly';
import clsx from 'clsx';
import CopyButton from './CopyButton';
import styles from './styles.module.css';
import WordWrapButton from './WordWrapButton';

/** The buttons of a code block. They are not prerendered: they need scripts. */
export default function CodeBlockButtons({ className }: { className?: string }) {
  return (
    <BrowserOnly>
      {() => (
        <div className={clsx(styles.buttons, className)} data-ui-only>
          <WordWrapButton />
          <CopyButton />
        </div>
      )}
    </BrowserOnly>
  );
}
