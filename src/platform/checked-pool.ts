import pg from 'pg';
import type { DatabaseClient } from './database-client.ts';

/** A connection heard of a moment ago is handed out as it is. */
const trustedForMs = 500;
/** The server answers an empty statement in a millisecond; a process that was busy itself reads the answer later. */
const checkMs = 1_500;

/**
 * A pool that does not hand out connections on which the server has fallen silent (a failover, a network that drops them): one that was quiet is asked
 * first, and after one silence all others that have not been heard since are closed unasked. Who comes then waits for `checkMs` at most.
 */
export class CheckedPool extends pg.Pool {
  #silentAt = 0;

  constructor(config: pg.PoolConfig) {
    super(config);
    this.on('connect', (client) => {
      (client as pg.PoolClient & DatabaseClient).onSilence = () => {
        this.#silentAt = performance.now();
      };
    });
  }

  // biome-ignore lint/suspicious/noExplicitAny: pg has two ways to be called; its own `query` uses the callback
  override connect(callback?: (error: any, client: any, release: any) => void): any {
    const taken = this.#take();
    if (!callback) return taken;
    taken.then(
      (client) => callback(undefined, client, client.release),
      (error) => callback(error, undefined, () => {}),
    );
  }

  async #take(): Promise<pg.PoolClient> {
    for (;;) {
      const client = (await super.connect()) as pg.PoolClient & DatabaseClient;
      const isSuspect = client.heardAt <= this.#silentAt;
      if (!isSuspect && performance.now() - client.heardAt < trustedForMs) return client;
      if (!isSuspect && (await answers(client))) return client;
      client.cut();
      client.release(true);
    }
  }
}

/** A silence is told by the client itself; any other failure closes this connection alone. */
function answers(client: DatabaseClient): Promise<boolean> {
  return client.query({ text: '', query_timeout: checkMs }).then(
    () => true,
    () => false,
  );
}
