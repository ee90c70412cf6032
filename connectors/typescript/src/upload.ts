import { base64Of, type Content } from './base64.js';
import type { Schema } from './types.js';

/** A file to upload. */
export interface Upload extends Omit<Schema<'FileUpload'>['file'], 'content' | 'name'> {
  /** File name, including its extension. A `File` has one already. */
  name?: string;
  content: Content;
}

type StreamingInit = RequestInit & { duplex?: 'half' };

/** Node.js, Deno and Bun send streams over every version of HTTP; browsers do so over HTTP/2 only, or not at all. */
const { process } = globalThis as { process?: { versions?: { node?: string } } };
const canStream = process?.versions?.node !== undefined;

const megabyte = 1024 * 1024;

/** The body of an upload: JSON with the content as Base64, which is encoded while it is sent. */
export async function uploadBody(upload: Upload): Promise<StreamingInit> {
  const pieces = jsonOf(upload);
  return canStream ? { body: streamOf(pieces), duplex: 'half' } : { body: await blobOf(pieces) };
}

async function* jsonOf({ content, ...fields }: Upload): AsyncGenerator<string> {
  const name = fields.name ?? (content as { name?: unknown }).name;
  yield `${JSON.stringify({ file: { ...fields, name } }).slice(0, -2)},"content":"`;
  yield* base64Of(content);
  yield '"}}';
}

function streamOf(pieces: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      const { value, done } = await pieces.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    async cancel() {
      await pieces.return(undefined);
    },
  });
}

/** A `Blob` of Base64, which browsers move out of memory if it is large. */
async function blobOf(pieces: AsyncGenerator<string>): Promise<Blob> {
  const blobs: Blob[] = [];
  let texts: string[] = [];
  let size = 0;
  const collect = () => {
    blobs.push(new Blob(texts));
    [texts, size] = [[], 0];
  };
  for await (const text of pieces) {
    texts.push(text);
    size += text.length;
    if (size >= megabyte) collect();
  }
  collect();
  return new Blob(blobs);
}
