import text from 'messages:data';
import { type DragEvent, type RefObject, useState } from 'react';
import { announce } from '@/components/announcements';
import { Button } from '@/components/Button';
import { code } from '@/components/Code';
import { Icon } from '@/components/Icon';

interface FilePickerProps {
  /** The field that opens the file dialog. */
  input: RefObject<HTMLInputElement | null>;
  onFiles: (files: File[]) => void;
}

/** A button that opens the file dialog, and an area onto which files are dropped. */
export function FilePicker({ input, onFiles }: FilePickerProps) {
  const [isTarget, setIsTarget] = useState(false);
  const add = (files: Iterable<File>) => {
    const list = [...files];
    onFiles(list);
    announce(text('filesAdded', { count: list.length }));
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
      <p>{text('dropFiles', { code })}</p>
      <Button onPress={() => input.current?.click()}>{text('chooseFilesEllipsis')}</Button>
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
