import { lazy, Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react';

const Content = lazy(() => import('./Content'));

const id = 'reference';

/**
 * What browsers know of the operations: a page that came with them keeps their HTML untouched, so that neither
 * their data nor their components are loaded; who comes from another page of the site gets them built.
 */
export default function PrerenderedContent({ onReady }: { onReady: () => void }) {
  const [prerendered] = useState(() => document.getElementById(id));
  const kept = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    // React throws HTML away that it could not hydrate; then the operations move into what it made instead.
    if (prerendered && kept.current && kept.current !== prerendered) {
      kept.current.append(...prerendered.childNodes);
    }
  }, [prerendered]);

  if (prerendered) {
    return (
      <>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: this is how React leaves HTML as it is. */}
        <div id={id} ref={kept} dangerouslySetInnerHTML={{ __html: '' }} suppressHydrationWarning />
        <Announce onReady={onReady} />
      </>
    );
  }
  return (
    <div id={id}>
      <Suspense fallback={<p role="status">Loading the operations…</p>}>
        <Content />
        <Announce onReady={onReady} />
      </Suspense>
    </div>
  );
}

function Announce({ onReady }: { onReady: () => void }) {
  useEffect(onReady, [onReady]);
  return null;
}
