import { useLocation } from '@docusaurus/router';
import { useEffect } from 'react';

/** For how many frames a target must stay where it is until it counts as settled. */
const steadyFrames = 20;

const interruptions = ['wheel', 'touchstart', 'pointerdown', 'keydown'];

/**
 * Keeps the part that the address names at the top until the page has settled: what stands above it takes its
 * real height only when it comes near the screen, and would push it away.
 */
export function useTarget(isReady: boolean): void {
  const { hash } = useLocation();
  useEffect(() => {
    const target = isReady && document.getElementById(decodeURIComponent(hash.slice(1)));
    return target ? settle(target) : undefined;
  }, [hash, isReady]);
}

function settle(target: HTMLElement): () => void {
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
