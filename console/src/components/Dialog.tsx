import { lazy, Suspense } from 'react';
import type { DialogProps } from './DialogFrame';

/** Loads the code of dialogs, so that they open at once, even without a connection. */
export const loadDialog = () => import('./DialogFrame').catch(() => undefined);

const DialogFrame = lazy(async () => ({ default: (await import('./DialogFrame')).DialogFrame }));

/** A modal dialog. The focus stays inside, and returns to where it was. Its code is not part of the first load. */
export function Dialog(props: DialogProps) {
  if (!props.isOpen) return null;
  return (
    <Suspense>
      <DialogFrame {...props} />
    </Suspense>
  );
}
