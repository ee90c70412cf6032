import { DropZone, type DropZoneProps } from 'react-aria-components/DropZone';
import { FileTrigger } from 'react-aria-components/FileTrigger';
import { announce } from '@/components/announcements';
import { Button } from '@/components/Button';
import { count } from '@/components/format';
import { Icon } from '@/components/Icon';

/** A button that opens the file dialog, and an area onto which files are dropped. */
export function FilePicker({ onFiles }: { onFiles: (files: File[]) => void }) {
  const add = (files: File[]) => {
    onFiles(files);
    announce(`${count(files.length, 'file')} added`);
  };
  const drop: DropZoneProps['onDrop'] = async ({ items }) => {
    add(await Promise.all(items.filter((item) => item.kind === 'file').map((item) => item.getFile())));
  };
  return (
    <DropZone className="drop-zone" onDrop={drop} aria-label="Drop files here">
      <Icon name="upload" className="icon drop-icon" />
      <p>
        Drop <code>.ndjson.gz</code> files and <code>platform.json</code> here, or
      </p>
      <FileTrigger
        allowsMultiple
        acceptedFileTypes={['.ndjson', '.gz', '.json']}
        onSelect={(list) => list && add([...list])}
      >
        <Button>Choose files…</Button>
      </FileTrigger>
    </DropZone>
  );
}
