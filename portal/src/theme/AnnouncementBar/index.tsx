import { useAnnouncementBar } from '@docusaurus/theme-common/internal';
import AnnouncementBar from '@theme-original/AnnouncementBar';
import { useLayoutEffect } from 'react';

/**
 * Shows a new announcement immediately. Before React starts, a script of Docusaurus hides the bar if any announcement
 * was dismissed, even an older one; this removes the attribute if the current one was not.
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
