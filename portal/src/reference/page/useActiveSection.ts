import { type RefObject, useEffect, useState } from 'react';

/** A section is active while it crosses this band of the viewport. */
const rootMargin = '-18% 0px -72% 0px';

/** The id of the object or operation that is in the viewport. */
export function useActiveSection(main: RefObject<HTMLElement | null>, isReady: boolean): string | undefined {
  const [active, setActive] = useState<string>();

  useEffect(() => {
    if (!isReady || !main.current) return undefined;
    const sections = [...main.current.querySelectorAll<HTMLElement>('[data-section]')];
    const visible = new Set<Element>();
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          if (isIntersecting) visible.add(target);
          else visible.delete(target);
        }
        const first = sections.find((section) => visible.has(section));
        if (first) setActive(first.dataset.section);
      },
      { rootMargin },
    );
    for (const section of sections) observer.observe(section);
    return () => observer.disconnect();
  }, [main, isReady]);

  return active;
}
