import text from 'messages:data';
import { useRef } from 'react';
import { ChangedFileError } from '@/api/problem';
import { announce } from '@/components/announcements';
import { Button } from '@/components/Button';
import { Checkbox } from '@/components/Checkbox';
import { ErrorNotice } from '@/components/ErrorNotice';
import { formatBytes } from '@/components/format';
import { Icon } from '@/components/Icon';
import { choose, useChoice } from './chosenFiles';
import { FilePicker } from './FilePicker';
import { addFiles, fileError } from './files';
import { UploadProgress } from './UploadProgress';
import { useUpload } from './useUpload';

/** Chooses files and uploads them for a dry run. Its report offers to import them. */
export function UploadForm() {
  const { files, removesLocales } = useChoice();
  const input = useRef<HTMLInputElement>(null);
  const upload = useUpload();
  const { start, error } = upload;
  const changed = error instanceof ChangedFileError ? error.file : undefined;
  const isBlocked = files.length === 0 || files.some(fileError);
  const remove = (file: File) => {
    choose({ files: files.filter((each) => each !== file) });
    announce(text('fileRemoved', { name: file.name }));
  };
  if (upload.share !== undefined) return <UploadProgress upload={upload} />;
  return (
    <div className="stack">
      <FilePicker input={input} onFiles={(added) => choose({ files: addFiles(files, added) })} />
      {files.length > 0 && (
        <ul className="files" aria-label={text('chosenFiles')}>
          {files.map((file) => (
            <FileLine
              key={file.name}
              file={file}
              onRemove={() => remove(file)}
              onChoose={file === changed ? () => input.current?.click() : undefined}
            />
          ))}
        </ul>
      )}
      {files.some(({ name }) => name === 'platform.json') && (
        <Checkbox
          isSelected={removesLocales}
          onChange={(isSelected) => choose({ removesLocales: isSelected })}
        >
          {text('removeLanguages')}
        </Checkbox>
      )}
      {error && (!changed || files.some((file) => file === changed)) ? (
        <ErrorNotice error={error} onRetry={changed ? undefined : () => start(true)} />
      ) : null}
      <div className="actions">
        <Button variant="primary" isDisabled={isBlocked} onPress={() => start(true)}>
          {text('dryRunTitle')}
        </Button>
        <span className="quiet small">{text('dryRunDescription')}</span>
      </div>
    </div>
  );
}

interface FileLineProps {
  file: File;
  onRemove: () => void;
  /** Chooses the file again, if it has changed. */
  onChoose?: () => void;
}

function FileLine({ file, onRemove, onChoose }: FileLineProps) {
  const problem = onChoose ? text('fileHasChanged') : fileError(file);
  return (
    <li className="file">
      <span>
        <code translate="no">{file.name}</code> <span className="quiet small">{formatBytes(file.size)}</span>
        {problem && <span className="field-error">{problem}</span>}
      </span>
      {onChoose && (
        <Button size="small" onPress={onChoose}>
          {text('chooseAgainEllipsis')}
        </Button>
      )}
      <Button
        size="small"
        variant="ghost"
        aria-label={text('removeFile', { name: file.name })}
        onPress={onRemove}
      >
        <Icon name="close" />
      </Button>
    </li>
  );
}
