/** The content of a file: bytes, a `Blob` or `File`, or a stream, which is read only once. */
export type Content = Blob | Uint8Array | ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>;

// A multiple of 3, so that the Base64 of all slices but the last one has no padding.
const sliceSize = 3 * 64 * 1024;

interface Base64Encoder {
  from(bytes: Uint8Array): { toString(encoding: 'base64'): string };
}

/** `Buffer` of Node.js, which is faster than `btoa`. */
const { Buffer: encoder } = globalThis as { Buffer?: Base64Encoder };

function encode(bytes: Uint8Array): string {
  if (encoder) return encoder.from(bytes).toString('base64');
  let text = '';
  // Functions accept a limited number of arguments.
  for (let start = 0; start < bytes.length; start += 8192) {
    text += String.fromCharCode(...bytes.subarray(start, start + 8192));
  }
  return btoa(text);
}

/** True if the content can be read again, for example after a token has expired. */
export const isRepeatable = (content: Content) => content instanceof Blob || content instanceof Uint8Array;

async function* chunksOf(content: Content): AsyncGenerator<Uint8Array> {
  if (content instanceof Uint8Array) {
    yield content;
  } else if (!(content instanceof Blob) && Symbol.asyncIterator in content) {
    yield* content as AsyncIterable<Uint8Array>;
  } else {
    const reader = (
      content instanceof Blob ? content.stream() : (content as ReadableStream<Uint8Array>)
    ).getReader();
    try {
      for (let read = await reader.read(); !read.done; read = await reader.read()) yield read.value;
    } finally {
      reader.releaseLock();
    }
  }
}

/** Encodes the content in pieces, so that only one of them is in memory. */
export async function* base64Of(content: Content): AsyncGenerator<string> {
  let rest = new Uint8Array(0);
  for await (const chunk of chunksOf(content)) {
    const bytes = new Uint8Array(rest.length + chunk.length);
    bytes.set(rest);
    bytes.set(chunk, rest.length);
    const complete = bytes.length - (bytes.length % 3);
    for (let start = 0; start < complete; start += sliceSize) {
      yield encode(bytes.subarray(start, Math.min(start + sliceSize, complete)));
    }
    rest = bytes.slice(complete);
  }
  if (rest.length > 0) yield encode(rest);
}
