import { type ReactNode, useSyncExternalStore } from 'react';

/** The id makes equal messages differ. */
interface Message {
  id: number;
  text: ReactNode;
}

interface Messages {
  /** The newest message for screen readers. */
  said: Message;
  /** The message that the page shows, which a newer one for screen readers does not replace. */
  shown?: Message;
}

let current: Messages = { said: { id: 0, text: '' } };
const listeners = new Set<() => void>();

function publish(change: Partial<Messages>) {
  current = { ...current, ...change };
  for (const listener of listeners) listener();
}

const next = (text: ReactNode): Message => ({ id: current.said.id + 1, text });

/** Has screen readers say a text. */
export const announce = (text: ReactNode) => publish({ said: next(text) });

/** Shows a short message that something was done, and has screen readers say it. */
export function notify(text: ReactNode) {
  const message = next(text);
  publish({ said: message, shown: message });
}

/** Hides the message that is shown. */
export const dismiss = () => publish({ shown: undefined });

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const currentMessages = () => current;

export const useMessages = () => useSyncExternalStore(subscribe, currentMessages);
