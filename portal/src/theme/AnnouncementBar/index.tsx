import { useAnnouncementBar } from '@docusaurus/theme-common/internal';
import AnnouncementBar from '@theme-original/AnnouncementBar';
import { useLayoutEffect } from 'react';

/**
 * Shows a new announcement at once. Before React starts, a script marks the page as dismissed from what
 * the last announcement left in storage, and the style sheet hides the bar by that mark; so where the bar
 * turns out to be active the mark has to go.
 */
export default function AnnouncementBarShownWhenActive() {
  const { isActive } = useAnnouncementBar();
  useLayoutEffect(() => {
    if (isActive) {
      document.documentElement.setAttribute('data-announcement-bar-initially-dismissed', 'false');
    }
  }, [isActive]);
  return <AnnouncementBar />;
}
