import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import OnDemand from '../../loading/OnDemand';
import { loadContent } from './load';

const id = 'reference';

interface PrerenderedContentProps {
  /** What the page shows: see `loadContent`. */
  name: string;
  onReady: () => void;
}

/**
 * The content in the browser. If the page was prerendered, React keeps its HTML without hydrating it, so neither its
 * data nor its components are loaded. After navigation from another page of the site, it is rendered here.
 */
export default function PrerenderedContent({ name, onReady }: PrerenderedContentProps) {
  const [prerendered] = useState(() =>
    document.querySelector<HTMLElement>(`#${id}[data-content="${CSS.escape(name)}"]`),
  );
  const container = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    // If hydration failed, React has replaced the element; move the content into the new one.
    if (prerendered && container.current && container.current !== prerendered) {
      container.current.append(...prerendered.childNodes);
    }
  }, [prerendered]);

  if (prerendered) {
    return (
      <>
        <div
          id={id}
          data-content={name}
          ref={container}
          // biome-ignore lint/security/noDangerouslySetInnerHtml: empty HTML makes React keep what is there.
          dangerouslySetInnerHTML={{ __html: '' }}
          suppressHydrationWarning
        />
        <NotifyReady onReady={onReady} />
      </>
    );
  }
  return (
    <div id={id} data-content={name}>
      <LoadedContent name={name} onReady={onReady} />
    </div>
  );
}

/** Starts loading the content of a page that the reader is about to open. */
export function preloadContent(name: string): void {
  // A failure is shown when the page is opened.
  loadContent(name).catch(() => undefined);
}

function LoadedContent({ name, onReady }: PrerenderedContentProps) {
  const load = useCallback(() => loadContent(name), [name]);
  return (
    <OnDemand load={load}>
      {(Content) => (
        <>
          <Content />
          <NotifyReady onReady={onReady} />
        </>
      )}
    </OnDemand>
  );
}

function NotifyReady({ onReady }: { onReady: () => void }) {
  useEffect(onReady, [onReady]);
  return null;
}
