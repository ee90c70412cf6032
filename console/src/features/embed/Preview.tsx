import text from 'messages:embed';
import { useEffect, useRef, useState } from 'react';
import { Icon } from '@/components/Icon';
import { Empty, Section } from '@/components/Section';
import { Segments } from '@/components/Segments';
import { useWidth } from '@/features/usage/useWidth';
import type { OptionsProps } from './options';

/** The maximum height of the preview in pixels; what is longer scrolls. */
const TALLEST = 620;

/** Widths of a phone, a tablet and a desktop. */
const widths = [320, 768, 1200] as const;

interface PreviewProps extends OptionsProps {
  /** The page of the server that the frame shows. */
  url?: string | null;
}

/** The list itself, in a frame of a chosen width that is scaled to fit. */
export function Preview({ options, set, url }: PreviewProps) {
  const width = widths.find((value) => `${value}` === options.width) ?? 768;
  return (
    <Section
      title={text('preview')}
      className="embed-preview"
      actions={
        <Segments
          label={text('width')}
          options={widths.map((value) => ({ value, label: text('pixels', { width: String(value) }) }))}
          value={width}
          onChange={(value) => set({ width: `${value}` })}
        />
      }
    >
      {url ? (
        <Frame url={url} width={width} theme={options.theme ?? 'page'} />
      ) : (
        <Empty title={text('previewNeedsKey')}>
          <p>{text('makeKeyFirst')}</p>
        </Empty>
      )}
    </Section>
  );
}

function Frame({ url, width, theme }: { url: string; width: number; theme: string }) {
  const [box, available] = useWidth();
  const [height, setHeight] = useState(TALLEST);
  const frame = useRef<HTMLIFrameElement>(null);
  useEffect(() => {
    const resize = ({ source, data }: MessageEvent) => {
      if (source === frame.current?.contentWindow && data?.type === 'folkmoot:height') setHeight(data.height);
    };
    addEventListener('message', resize);
    return () => removeEventListener('message', resize);
  }, []);
  const scale = available ? Math.min(1, available / width) : 1;
  const shown = Math.min(TALLEST, height * scale);
  return (
    <>
      <div className={`embed-window embed-window-${theme}`}>
        <div ref={box} className="embed-frame" style={{ height: shown }}>
          <iframe
            // A frame that navigates would add to the history.
            key={url}
            ref={frame}
            title={text('previewOfList')}
            src={url}
            sandbox="allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox"
            style={{ width, height: shown / scale, transform: `scale(${scale})` }}
          />
        </div>
      </div>
      <p className="embed-caption quiet small">
        {scale < 1 ? text('shownAt', { percent: Math.round(scale * 100) }) : text('shownAtFullSize')}
        <a href={url} target="_blank" rel="noreferrer">
          {text('openInNewTab')}
          <Icon name="external" />
        </a>
      </p>
    </>
  );
}
