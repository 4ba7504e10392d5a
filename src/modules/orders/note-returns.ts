import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { Refusal } from '#platform/refusal.ts';

/** `count` sales units of the line with this position came back. */
export type ReturnedLine = { position: number; count: number };

/**
 * Remembers goods that came back and whose money a till returns, so that over all returns never more comes back than
 * was bought. `note`: which document says so. Throws wrong_move with the good that would be too many. Call in a
 * transaction that holds the order.
 */
export async function noteReturns(
  db: Db,
  order_id: string,
  lines: readonly ReturnedLine[],
  { who, note, now = new Date() }: { who: string; note: string; now?: Date },
): Promise<void> {
  const { rows } = await sql<{ id: number; position: number; name: string; left: number }>`
    select l.id::int8 as id, l.position, l.name,
      l.count - coalesce((select sum(r.count) from order_returns r where r.order_line_id = l.id), 0)::int as left
    from order_lines l where l.order_id = ${order_id}::uuid`.execute(db);
  for (const line of rows) {
    const count = lines.filter(({ position }) => position === line.position).reduce((sum, { count }) => sum + count, 0);
    if (count === 0) continue;
    if (count > line.left)
      throw new Refusal('wrong_move', {}, `«${line.name}» возвращают ${count}, а вернуть можно ещё ${line.left}`);
    await db.insertInto('order_returns').values({ order_line_id: line.id, count, who, note, at: now }).execute();
  }
}
