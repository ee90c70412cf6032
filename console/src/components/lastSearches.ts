import type { AnyRouter } from '@tanstack/react-router';

const searches = new Map<string, object>();

/** Remembers the search parameters that each page had last, until the window is loaded again. */
export function rememberSearches(router: AnyRouter) {
  router.subscribe('onResolved', ({ toLocation }) =>
    searches.set(toLocation.pathname.replace(router.basepath, ''), toLocation.search),
  );
}

/** The search parameters that a page had last. */
export const searchOf = (path: string): object => searches.get(path) ?? {};
