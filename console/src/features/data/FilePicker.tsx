import { type DragEvent, useRef, useState } from 'react';
import { announce } from '@/components/announcements';
import { Button } from '@/components/Button';
import { count } from '@/components/format';
import { Icon } from '@/components/Icon';

/** A button that opens the file dialog, and an area onto which files are dropped. */
export function FilePicker({ onFiles }: { onFiles: (files: File[]) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const [isTarget, setIsTarget] = useState(false);
  const add = (files: Iterable<File>) => {
    const list = [...files];
    onFiles(list);
    announce(`${count(list.length, 'file')} added`);
  };
  const over = (event: DragEvent) => {
    // Without this, the browser would open the file.
    event.preventDefault();
    setIsTarget(true);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a target for the pointer; the button does the same with keys.
    <div
      className={`drop-zone ${isTarget ? 'drop-target' : ''}`}
      onDragOver={over}
      onDragLeave={() => setIsTarget(false)}
      onDrop={(event) => {
        event.preventDefault();
        setIsTarget(false);
        add(event.dataTransfer.files);
      }}
    >
      <Icon name="upload" className="icon drop-icon" />
      <p>
        Drop <code translate="no">.ndjson.gz</code> files and <code translate="no">platform.json</code> here,
        or
      </p>
      <Button onPress={() => input.current?.click()}>Choose files…</Button>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept=".ndjson,.gz,.json"
        onChange={(event) => {
          add(event.target.files ?? []);
          // The same file can be chosen again after it was corrected.
          event.target.value = '';
        }}
      />
    </div>
  );
}
