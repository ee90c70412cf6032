import { lazy, Suspense } from 'react';
import type { DialogProps } from './DialogFrame';

const load = () => import('./DialogFrame');
const DialogFrame = lazy(async () => ({ default: (await load()).DialogFrame }));

/** A modal dialog. The focus stays inside, and returns to where it was. Its code is not part of the first load. */
export function Dialog(props: DialogProps) {
  if (!props.isOpen) return null;
  return (
    <Suspense>
      <DialogFrame {...props} />
    </Suspense>
  );
}

/** Loads the code of dialogs when the browser is idle, so that they open at once, even without a connection. */
export function preloadDialog() {
  const preload = () => void load().catch(() => undefined);
  if ('requestIdleCallback' in window) window.requestIdleCallback(preload);
  else setTimeout(preload, 1000);
}
