import { type RequestOptions, send } from './request';

/** Has the browser save a URL as a file. */
export function save(url: string, fileName: string) {
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  document.body.append(link);
  link.click();
  link.remove();
}

/** Saves the response of a request as a file. Errors appear in the page, unlike those of a link with `download`. */
export async function download(path: string, fileName: string, options?: RequestOptions) {
  const response = await send(path, options);
  const url = URL.createObjectURL(await response.blob());
  save(url, fileNameOf(response.headers.get('Content-Disposition')) ?? fileName);
  URL.revokeObjectURL(url);
}

/** The file name of a `Content-Disposition` header (RFC 6266). */
export function fileNameOf(header: string | null): string | undefined {
  return header?.match(/filename="([^"\\/]+)"/)?.[1];
}
