import { type RefObject, useEffect, useEffectEvent } from 'react';

/** Listens for clicks on all elements that match a selector, including prerendered ones that React does not manage. */
export function useClicks(
  main: RefObject<HTMLElement | null>,
  selector: string,
  onClick: (element: HTMLElement) => void,
): void {
  const handle = useEffectEvent(onClick);
  useEffect(() => {
    const element = main.current;
    const listen = ({ target }: Event) => {
      const found = target instanceof Element && target.closest<HTMLElement>(selector);
      if (found) handle(found);
    };
    element?.addEventListener('click', listen);
    return () => element?.removeEventListener('click', listen);
  }, [main, selector]);
}
