import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { checkFiles, type Upload, uploadImport } from '@/api/upload';
import { choose, chooseNothing, useChoice } from './chosenFiles';

/** An upload of the chosen files: its progress from 0 to 1 while it runs, and its error. After it, its report opens. */
export function useUpload() {
  const { files, removesLocales } = useChoice();
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
      await checkFiles(files);
      upload.current = uploadImport({ files, dryRun, removesLocales }, setShare);
      const started = await upload.current.result;
      if (dryRun) choose({ dryRun: started.id });
      else chooseNothing();
      void queries.invalidateQueries({ queryKey: ['imports'] });
      queries.setQueryData(['import', started.id], started);
      upload.current = undefined;
      await navigate({ to: '/data/imports/$importId', params: { importId: started.id } });
    } catch (failure) {
      if (!(failure instanceof DOMException && failure.name === 'AbortError')) setError(failure);
    }
    upload.current = undefined;
    setShare(undefined);
  };
  return {
    share,
    error,
    start: (dryRun: boolean) => void start(dryRun),
    abort: () => upload.current?.abort(),
    isRunning: () => upload.current !== undefined,
  };
}
