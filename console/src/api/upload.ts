import { ChangedFileError, ConnectionError, type ProblemDocument, ProblemError } from './problem';
import { csrfHeaders, reportSession } from './request';
import type { Import, OneImport } from './types';

export interface Upload {
  result: Promise<Import>;
  abort(): void;
}

export interface UploadedFiles {
  files: File[];
  dryRun: boolean;
  removesLocales: boolean;
}

/** Uploads files for an import. XMLHttpRequest reports the progress of uploads; `fetch` does not. */
export function uploadImport(
  { files, dryRun, removesLocales }: UploadedFiles,
  onProgress: (share: number) => void,
): Upload {
  const form = new FormData();
  for (const file of files) form.append('file', file, file.name);
  const request = new XMLHttpRequest();
  const result = new Promise<Import>((resolve, reject) => {
    request.upload.onprogress = ({ loaded, total }) => onProgress(total ? loaded / total : 0);
    request.onerror = () => reject(new ConnectionError());
    request.onabort = () => reject(new DOMException('The upload was cancelled.', 'AbortError'));
    request.onload = () => {
      try {
        const body = JSON.parse(request.responseText);
        if (request.status < 400) resolve((body as OneImport).import);
        else reject(new ProblemError(body as ProblemDocument));
      } catch {
        reject(new ConnectionError());
      }
    };
  });
  request.open('POST', `/admin/api/imports?dry_run=${dryRun}&remove_locales=${removesLocales}`);
  for (const [name, value] of Object.entries(csrfHeaders())) request.setRequestHeader(name, value);
  request.send(form);
  void result.then(() => reportSession(), reportSession);
  return { result, abort: () => request.abort() };
}

/**
 * Reads a byte of each file. The browser does not read a file that was written after it was chosen, and would report an
 * upload of it as a lost connection.
 * @throws {ChangedFileError} for the first such file.
 */
export async function checkFiles(files: File[]) {
  for (const file of files) {
    try {
      await file.slice(0, 1).arrayBuffer();
    } catch (error) {
      throw new ChangedFileError(file, error);
    }
  }
}
