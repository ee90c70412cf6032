import { type RequestOptions, send } from './request';

/** Saves the response of a request as a file. Errors appear in the page, unlike those of a link with `download`. */
export async function download(path: string, fileName: string, options?: RequestOptions) {
  const response = await send(path, options);
  const url = URL.createObjectURL(await response.blob());
  const link = document.createElement('a');
  link.href = url;
  link.download = fileNameOf(response.headers.get('Content-Disposition')) ?? fileName;
  document.body.append(link);
  link.click();
  link.remove();
  URL.revokeObjectURL(url);
}

/** The file name of a `Content-Disposition` header (RFC 6266). */
export function fileNameOf(header: string | null): string | undefined {
  return header?.match(/filename="([^"\\/]+)"/)?.[1];
}
