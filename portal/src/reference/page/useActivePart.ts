import { type RefObject, useEffect, useState } from 'react';

/** The band of the screen that counts as being read. */
const rootMargin = '-18% 0px -72% 0px';

/** The id of the object or operation that is being read. */
export function useActivePart(main: RefObject<HTMLElement | null>, isReady: boolean): string | undefined {
  const [active, setActive] = useState<string>();

  useEffect(() => {
    if (!isReady || !main.current) return undefined;
    const parts = [...main.current.querySelectorAll<HTMLElement>('[data-part]')];
    const seen = new Set<Element>();
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          if (isIntersecting) seen.add(target);
          else seen.delete(target);
        }
        const first = parts.find((part) => seen.has(part));
        if (first) setActive(first.dataset.part);
      },
      { rootMargin },
    );
    for (const part of parts) observer.observe(part);
    return () => observer.disconnect();
  }, [main, isReady]);

  return active;
}
