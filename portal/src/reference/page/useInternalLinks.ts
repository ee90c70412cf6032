import { useHistory } from '@docusaurus/router';
import useBaseUrl from '@docusaurus/useBaseUrl';
import { type RefObject, useEffect, useEffectEvent } from 'react';

/** Follows links in prerendered content without loading the site again, as links that React manages do. */
export function useInternalLinks(main: RefObject<HTMLElement | null>): void {
  const history = useHistory();
  const baseUrl = useBaseUrl('/');
  const follow = useEffectEvent((event: MouseEvent) => {
    const link = linkOf(event, baseUrl);
    if (!link || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
      return;
    event.preventDefault();
    history.push(link.pathname + link.search + link.hash);
  });
  const preload = useEffectEvent((event: Event) => {
    const link = linkOf(event, baseUrl);
    if (link) window.docusaurus.preload(link.pathname);
  });

  useEffect(() => {
    const element = main.current;
    const onClick = (event: MouseEvent) => follow(event);
    const onHover = (event: Event) => preload(event);
    element?.addEventListener('click', onClick);
    element?.addEventListener('mouseover', onHover);
    return () => {
      element?.removeEventListener('click', onClick);
      element?.removeEventListener('mouseover', onHover);
    };
  }, [main]);
}

/** The link to another page of the site that an event is about; links inside the page are the browser's. */
function linkOf({ target, defaultPrevented }: Event, baseUrl: string): HTMLAnchorElement | undefined {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('#reference a[href]') : null;
  const isPage =
    link &&
    !defaultPrevented &&
    link.origin === window.location.origin &&
    link.pathname.startsWith(baseUrl) &&
    !link.hasAttribute('download') &&
    link.target !== '_blank' &&
    !link.getAttribute('href')?.startsWith('#');
  return isPage ? link : undefined;
}
