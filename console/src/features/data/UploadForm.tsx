import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { type Upload, uploadImport } from '@/api/upload';
import { announce } from '@/components/announcements';
import { Button } from '@/components/Button';
import { Checkbox } from '@/components/Checkbox';
import { ErrorNotice } from '@/components/ErrorNotice';
import { formatBytes } from '@/components/format';
import { Icon } from '@/components/Icon';
import { type Choice, choose, chooseNothing, useChoice } from './chosenFiles';
import { FilePicker } from './FilePicker';
import { addFiles, fileError } from './files';
import { ProgressBar } from './ProgressBar';

/** Chooses files and uploads them for a dry run or an import; then shows the report. */
export function UploadForm() {
  const { files, removesLocales } = useChoice();
  const { start, abort, share, error } = useUpload({ files, removesLocales });
  const isBlocked = files.length === 0 || files.some(fileError);
  const remove = (file: File) => {
    choose({ files: files.filter((each) => each !== file) });
    announce(`${file.name} removed`);
  };
  if (share !== undefined) {
    return (
      <div className="stack">
        <ProgressBar label="Upload" share={share} />
        <div className="actions">
          <Button onPress={abort}>Cancel the upload</Button>
        </div>
      </div>
    );
  }
  return (
    <div className="stack">
      <FilePicker onFiles={(added) => choose({ files: addFiles(files, added) })} />
      {files.length > 0 && (
        <ul className="files" aria-label="Chosen files">
          {files.map((file) => (
            <FileLine key={file.name} file={file} onRemove={() => remove(file)} />
          ))}
        </ul>
      )}
      {files.some(({ name }) => name === 'platform.json') && (
        <Checkbox
          isSelected={removesLocales}
          onChange={(isSelected) => choose({ removesLocales: isSelected })}
        >
          Remove languages that platform.json leaves out
        </Checkbox>
      )}
      {error ? <ErrorNotice error={error} onRetry={() => start(true)} /> : null}
      <div className="actions">
        <Button variant="primary" isDisabled={isBlocked} onPress={() => start(true)}>
          Dry run
        </Button>
        <Button isDisabled={isBlocked} onPress={() => start(false)}>
          Import now
        </Button>
        <span className="quiet small">A dry run checks everything and changes nothing.</span>
      </div>
    </div>
  );
}

function FileLine({ file, onRemove }: { file: File; onRemove: () => void }) {
  const problem = fileError(file);
  return (
    <li className="file">
      <span>
        <code translate="no">{file.name}</code> <span className="quiet small">{formatBytes(file.size)}</span>
        {problem && <span className="field-error">{problem}</span>}
      </span>
      <Button size="small" variant="ghost" aria-label={`Remove ${file.name}`} onPress={onRemove}>
        <Icon name="close" />
      </Button>
    </li>
  );
}

/** An upload: its progress from 0 to 1 while it runs, and its error. After it, the page of the import opens. */
function useUpload({ files, removesLocales }: Choice) {
  const [share, setShare] = useState<number>();
  const [error, setError] = useState<unknown>();
  const upload = useRef<Upload>(undefined);
  const queries = useQueryClient();
  const navigate = useNavigate();
  useEffect(() => () => upload.current?.abort(), []);
  const start = async (dryRun: boolean) => {
    setError(undefined);
    setShare(0);
    try {
      upload.current = uploadImport({ files, dryRun, removesLocales }, setShare);
      const started = await upload.current.result;
      upload.current = undefined;
      if (!dryRun) chooseNothing();
      void queries.invalidateQueries({ queryKey: ['imports'] });
      queries.setQueryData(['import', started.id], started);
      await navigate({ to: '/data/imports/$importId', params: { importId: started.id } });
    } catch (failure) {
      if (!(failure instanceof DOMException && failure.name === 'AbortError')) setError(failure);
    }
    setShare(undefined);
  };
  return {
    share,
    error,
    start: (dryRun: boolean) => void start(dryRun),
    abort: () => upload.current?.abort(),
  };
}
