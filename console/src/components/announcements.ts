import { useSyncExternalStore } from 'react';

/** The newest message for screen readers. The id makes equal messages differ. */
interface Announcement {
  id: number;
  text: string;
  isShown: boolean;
}

let current: Announcement = { id: 0, text: '', isShown: false };
const listeners = new Set<() => void>();

function publish(text: string, isShown: boolean) {
  current = { id: current.id + 1, text, isShown };
  for (const listener of listeners) listener();
}

/** Has screen readers say a text. */
export const announce = (text: string) => publish(text, false);

/** Shows a short message that something was done, and has screen readers say it. */
export const notify = (text: string) => publish(text, true);

/** Hides the message that is shown. */
export const dismiss = () => publish('', false);

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useAnnouncement = () => useSyncExternalStore(subscribe, () => current);
