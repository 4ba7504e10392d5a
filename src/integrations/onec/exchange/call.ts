import type { Db } from '#platform/database.ts';
import type { Answer } from './answer.ts';
import type { TransferLimits } from './files.ts';
import type { Session } from './sessions.ts';

/** A request of a session that has signed in. */
export type ExchangeCall = {
  db: Db;
  dataDir: string;
  session: Session;
  query: Record<string, string | undefined>;
  /** Ends at once where the request brings nothing. */
  body: AsyncIterable<Buffer>;
  /** Bytes of the body as the client declares them; null: it does not. */
  declaredBytes: number | null;
  now: Date;
  /** What may come; without it `transferLimits`. */
  limits?: TransferLimits;
};

/** What a `mode` does. Throws ExchangeFailure with the reason that 1C shows. */
export type Mode = (call: ExchangeCall) => Promise<Answer>;
