import styles from './announce.module.css';

const announcementDelayMilliseconds = 100;

let region: HTMLElement | undefined;

/** Makes screen readers announce a text. */
export function announce(text: string): void {
  if (!region) {
    region = document.createElement('div');
    region.role = 'status';
    region.className = styles.region ?? '';
    document.body.append(region);
  }
  region.textContent = '';
  // Screen readers announce changes only: not a text that comes with the region, nor the same text again.
  setTimeout(() => region?.replaceChildren(text), announcementDelayMilliseconds);
}
