import { CompiledQuery } from 'kysely';
import type { Db } from './database.ts';

/**
 * Rows of a long answer, so many at a time through a cursor, in one read-only snapshot: however many there are, memory
 * holds one batch. `text` is SQL with $1…; the connection is given back when the reader stops, early too.
 */
export async function* readCursor<Row>(
  db: Db,
  text: string,
  values: unknown[] = [],
  batch = 1_000,
): AsyncGenerator<Row[]> {
  const transaction = await db
    .startTransaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute();
  try {
    await transaction.executeQuery(CompiledQuery.raw(`declare rows_of_reader no scroll cursor for ${text}`, values));
    for (;;) {
      const { rows } = await transaction.executeQuery<Row>(CompiledQuery.raw(`fetch ${batch} from rows_of_reader`));
      if (rows.length > 0) yield rows;
      if (rows.length < batch) return;
    }
  } finally {
    await transaction.rollback().execute();
  }
}
