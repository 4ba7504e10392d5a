import { Writable } from 'node:stream';
import type { ReactNode } from 'react';
import { renderToPipeableStream } from 'react-dom/server';

/**
 * Renders a document and hands it over when all of it is there, what was waited for included: the page cache holds
 * complete documents. Throws what a component threw outside every Suspense boundary; `failed` is given what failed
 * inside of one, which the browser then renders again.
 */
export function renderWhole(document: ReactNode, failed: (error: unknown) => void): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const whole = new Writable({
      write(chunk: Buffer, _encoding, done) {
        chunks.push(chunk);
        done();
      },
      final(done) {
        resolve(Buffer.concat(chunks));
        done();
      },
    });
    const failures: unknown[] = [];
    const { pipe } = renderToPipeableStream(document, {
      // Nothing is sent in parts, so no part waits for a script that would put it in its place.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onError: (error) => void failures.push(error),
      onShellError: reject,
      onAllReady() {
        failures.forEach(failed);
        pipe(whole);
      },
    });
  });
}
