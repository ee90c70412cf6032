import { isRepeatable } from './base64.js';
import { queryOf } from './query.js';
import { IdentifiedResource } from './resource.js';
import type { CallOptions, Schema } from './types.js';
import { type Upload, uploadBody } from './upload.js';

/** Files, which can also be uploaded, changed, deleted and downloaded. */
export class Files extends IdentifiedResource<'files'> {
  /**
   * Uploads a file. The content is encoded while it is sent: neither it nor its Base64 is completely in memory in Node.js.
   *
   * An upload is sent again only if the server cannot have stored the file: if the token has expired, or after status 429.
   * A stream cannot be read twice and is never sent again.
   */
  upload(file: Upload, { signal, locale }: CallOptions & { locale?: string } = {}): Promise<Schema<'File'>> {
    return this.api.write<Schema<'File'>>({
      path: this.name,
      query: queryOf({ locale }),
      method: 'POST',
      body: () => uploadBody(file),
      isIdempotent: false,
      isSingleUse: !isRepeatable(file.content),
      signal,
    });
  }

  /** Changes the given fields of a file. */
  update(
    id: string,
    file: Schema<'FileChange'>['file'],
    { signal, locale }: CallOptions & { locale?: string } = {},
  ): Promise<Schema<'File'>> {
    return this.api.write<Schema<'File'>>({
      path: `${this.name}/${encodeURIComponent(id)}`,
      query: queryOf({ locale }),
      method: 'PATCH',
      body: async () => ({ body: JSON.stringify({ file }) }),
      isIdempotent: true,
      signal,
    });
  }

  /** Deletes a file. If there is none with this id, the error has the code `record-not-found`. */
  async delete(id: string, { signal }: CallOptions = {}): Promise<void> {
    await this.api.write({
      path: `${this.name}/${encodeURIComponent(id)}`,
      method: 'DELETE',
      // A second deletion would fail although the first one succeeded.
      isIdempotent: false,
      signal,
    });
  }

  /**
   * The content of a file, as a response whose `body`, `blob()` or `arrayBuffer()` you read. The `url` of a record works for
   * a limited time; with an id, the record is requested first.
   */
  async download(file: string | Pick<Schema<'File'>, 'url'>, options: CallOptions = {}): Promise<Response> {
    const { url } = typeof file === 'string' ? await this.get(file, {}, options) : file;
    return this.api.download(url, options);
  }
}
