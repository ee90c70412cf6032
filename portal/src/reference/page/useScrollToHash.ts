import { useLocation } from '@docusaurus/router';
import { useEffect } from 'react';

/** The target has settled when it has not moved for so many frames. */
const steadyFrames = 20;

const interruptions = ['wheel', 'touchstart', 'pointerdown', 'keydown'];

/**
 * Keeps the target of the URL's fragment at the top of the viewport until the layout has settled: sections above it get
 * their real height only when they come near the viewport, and would move it.
 */
export function useScrollToHash(isReady: boolean): void {
  const { hash } = useLocation();
  useEffect(() => {
    const target = isReady && document.getElementById(decodeURIComponent(hash.slice(1)));
    if (!target) return undefined;
    openAround(target);
    return keepAtTop(target);
  }, [hash, isReady]);
}

/** Opens the nested objects that a field is in. */
function openAround(target: HTMLElement): void {
  for (let element = target.parentElement; element; element = element.parentElement) {
    if (element instanceof HTMLDetailsElement) element.open = true;
  }
}

function keepAtTop(target: HTMLElement): () => void {
  let steady = 0;
  let frame = requestAnimationFrame(step);

  function step() {
    const before = target.getBoundingClientRect().top;
    target.scrollIntoView();
    const moved = Math.abs(target.getBoundingClientRect().top - before) > 1;
    steady = moved ? 0 : steady + 1;
    if (steady < steadyFrames) frame = requestAnimationFrame(step);
    else stop();
  }

  function stop() {
    cancelAnimationFrame(frame);
    for (const event of interruptions) removeEventListener(event, stop);
  }

  for (const event of interruptions) addEventListener(event, stop, { passive: true });
  return stop;
}
