import { type RefObject, useEffect, useState } from 'react';

/** A section is active while it crosses a band of the viewport, which has this position and height in relation to it. */
const band = { top: 0.18, height: 0.1 };

/** The margin around the band. It starts below the place where links put a section, also in low viewports. */
function marginAround(section: HTMLElement | undefined): string {
  const linked = section ? Number.parseFloat(getComputedStyle(section).scrollMarginTop) || 0 : 0;
  const top = Math.max(window.innerHeight * band.top, linked + 8);
  const bottom = Math.max(0, window.innerHeight * (1 - band.height) - top);
  return `${-Math.round(top)}px 0px ${-Math.round(bottom)}px 0px`;
}

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
      { rootMargin: marginAround(sections[0]?.querySelector<HTMLElement>('h1, h3') ?? undefined) },
    );
    for (const section of sections) observer.observe(section);
    return () => observer.disconnect();
  }, [main, isReady]);

  return active;
}
