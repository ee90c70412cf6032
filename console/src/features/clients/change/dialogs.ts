import { lazy } from 'react';

const renew = () => import('./RenewDialog');
const disable = () => import('./DisableSeveralDialog');

/** The dialogs that change one or several clients. Their code is not part of the first load. */
export const RenewDialog = lazy(async () => ({ default: (await renew()).RenewDialog }));
export const DisableSeveralDialog = lazy(async () => ({ default: (await disable()).DisableSeveralDialog }));

/** Loads the code of the dialogs, so that they open at once, even without a connection. */
export const loadChangeDialogs = () => void Promise.all([renew(), disable()]).catch(() => undefined);
