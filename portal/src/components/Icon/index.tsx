import type { ReactNode } from 'react';
import styles from './styles.module.css';

/** The names of the icons. */
export type IconName =
  | 'key'
  | 'book'
  | 'sync'
  | 'chart'
  | 'clock'
  | 'server'
  | 'sliders'
  | 'people'
  | 'warning'
  | 'blocks'
  | 'filter'
  | 'globe'
  | 'file'
  | 'lock'
  | 'bolt'
  | 'code';

const drawings: Record<IconName, ReactNode> = {
  key: (
    <>
      <circle className={styles.fill} cx="13" cy="16" r="7" />
      <path d="M20 16h14v6M28 16v5" />
    </>
  ),
  book: (
    <>
      <path className={styles.fill} d="M20 10c-4-3-9-3-14-2v22c5-1 10-1 14 2z" />
      <path d="M20 10c4-3 9-3 14-2v22c-5-1-10-1-14 2z" />
    </>
  ),
  sync: (
    <>
      <circle className={styles.fill} cx="20" cy="20" r="6" />
      <path d="M33 17A13.5 13.5 0 0 0 9 12M7 23a13.5 13.5 0 0 0 24 5M9 6v6h6M31 34v-6h-6" />
    </>
  ),
  chart: (
    <>
      <path className={styles.fill} d="M17 33V14a3 3 0 0 1 6 0v19z" />
      <path d="M7 33V23a3 3 0 0 1 6 0v10M27 33V10a3 3 0 0 1 6 0v23M4 33h32" />
    </>
  ),
  clock: (
    <>
      <path className={styles.fill} d="M20 20V6a14 14 0 0 1 14 14z" />
      <circle cx="20" cy="20" r="14" />
      <path d="M20 11v9h7" />
    </>
  ),
  server: (
    <>
      <rect className={styles.fill} x="6" y="21" width="28" height="11" rx="3" />
      <rect x="6" y="8" width="28" height="11" rx="3" />
      <path d="M12 13.5h1M12 26.5h1" />
    </>
  ),
  sliders: (
    <>
      <circle className={styles.fill} cx="14" cy="13" r="4.5" />
      <circle className={styles.fill} cx="26" cy="27" r="4.5" />
      <path d="M5 13h4.5M18.5 13H35M5 27h16.5M30.5 27H35" />
    </>
  ),
  people: (
    <>
      <path className={styles.fill} d="M13 33V23a7 7 0 0 1 14 0v10z" />
      <circle cx="20" cy="10" r="4.5" />
      <path d="M4 33v-6a4.5 4.5 0 0 1 9 0M27 27a4.5 4.5 0 0 1 9 0v6M4 33h32" />
    </>
  ),
  warning: (
    <>
      <path className={styles.fill} d="M20 7l15 26H5z" />
      <path d="M20 17v8M20 29v.5" />
    </>
  ),
  blocks: (
    <>
      <rect className={styles.fill} x="21" y="21" width="13" height="13" rx="3" />
      <rect x="6" y="6" width="13" height="13" rx="3" />
      <rect x="6" y="21" width="13" height="13" rx="3" />
      <path d="M27.5 6.5l6.5 6.5-6.5 6.5L21 13z" />
    </>
  ),
  globe: (
    <>
      <path className={styles.fill} d="M20 6c5 4 7 9 7 14s-2 10-7 14c-5-4-7-9-7-14s2-10 7-14z" />
      <circle cx="20" cy="20" r="14" />
      <path d="M7 15h26M7 25h26" />
    </>
  ),
  file: (
    <>
      <path className={styles.fill} d="M23 5v8a2 2 0 0 0 2 2h8z" />
      <path d="M23 5H11a3 3 0 0 0-3 3v24a3 3 0 0 0 3 3h18a3 3 0 0 0 3-3V15zM14 22h12M14 28h8" />
    </>
  ),
  lock: (
    <>
      <rect className={styles.fill} x="8" y="18" width="24" height="16" rx="3" />
      <path d="M13 18v-5a7 7 0 0 1 14 0v5M20 25v3" />
    </>
  ),
  bolt: (
    <>
      <path className={styles.fill} d="M22 5L9 23h9l-2 12 13-18h-9z" />
      <path d="M33 27v4M31 29h4M6 9v4M4 11h4" />
    </>
  ),
  code: (
    <>
      <rect className={styles.fill} x="5" y="8" width="30" height="6" rx="3" />
      <path d="M5 11a3 3 0 0 1 3-3h24a3 3 0 0 1 3 3v18a3 3 0 0 1-3 3H8a3 3 0 0 1-3-3zM15 19l-4 4 4 4M25 19l4 4-4 4" />
    </>
  ),
  filter: (
    <>
      <path className={styles.fill} d="M6 8h28L23 21v12l-6-4v-8z" />
    </>
  ),
};

/** A decorative icon in the provider's two colours. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg className={styles.icon} viewBox="0 0 40 40" aria-hidden="true">
      {drawings[name]}
    </svg>
  );
}
