import type { Db } from './database.ts';

/** Carries a result out of a transaction that is to be rolled back. */
class Rehearsed extends Error {
  readonly result: unknown;

  constructor(result: unknown) {
    super('Репетиция окончена');
    this.result = result;
  }
}

/**
 * What `run` would do: it works in a transaction of its own, which is rolled back whatever happens. Numbers that
 * sequences give are spent all the same. Throws what `run` throws.
 */
export async function rehearse<Result>(db: Db, run: (db: Db) => Promise<Result>): Promise<Result> {
  try {
    await db.transaction().execute(async (db) => {
      throw new Rehearsed(await run(db));
    });
  } catch (error) {
    // The constructor above is called with what `run` returned and nothing else.
    if (error instanceof Rehearsed) return error.result as Result;
    throw error;
  }
  throw new Error('Репетиция не окончена');
}
