import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import OnDemand from '../../loading/OnDemand';

const loadContent = () => import('./Content');

const id = 'reference';

/**
 * The operations in the browser. If the page was prerendered, React keeps their HTML without hydrating it, so neither
 * their data nor their components are loaded. After navigation from another page of the site, they are rendered here.
 */
export default function PrerenderedContent({ onReady }: { onReady: () => void }) {
  const [prerendered] = useState(() => document.getElementById(id));
  const container = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    // If hydration failed, React has replaced the element; move the operations into the new one.
    if (prerendered && container.current && container.current !== prerendered) {
      container.current.append(...prerendered.childNodes);
    }
  }, [prerendered]);

  if (prerendered) {
    return (
      <>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: empty HTML makes React keep what is there. */}
        <div id={id} ref={container} dangerouslySetInnerHTML={{ __html: '' }} suppressHydrationWarning />
        <NotifyReady onReady={onReady} />
      </>
    );
  }
  return (
    <div id={id}>
      <OnDemand load={loadContent}>
        {({ default: Content }) => (
          <>
            <Content />
            <NotifyReady onReady={onReady} />
          </>
        )}
      </OnDemand>
    </div>
  );
}

function NotifyReady({ onReady }: { onReady: () => void }) {
  useEffect(onReady, [onReady]);
  return null;
}
