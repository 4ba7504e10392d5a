import { parentPort } from 'node:worker_threads';
import { ensure } from '#shared/ensure.ts';
import { NotPlain } from './parse-pieces.ts';
import { type Pieces, receivePieces } from './receive-pieces.ts';

/** A thread of the import: runs come in, what stands in them goes back, one answer each. */
const port = ensure(parentPort);
port.on('message', (pieces: Pieces) => {
  try {
    const received = receivePieces(pieces);
    // A transferred buffer must be its own: small ones of Node lie in a shared one.
    const goods = new Uint8Array(received.goods);
    const offers = new Uint8Array(received.offers);
    port.postMessage({ received: { ...received, goods, offers } }, [goods.buffer, offers.buffer]);
  } catch (error) {
    if (!(error instanceof NotPlain)) throw error;
    port.postMessage({ received: null });
  }
});
