import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import type { OrderFile } from './order-files.ts';
import { mayBeRetaken } from './retake-order-file.ts';

export const orderFileStates = [
  'waiting',
  'taking',
  'taken',
  'refused',
  'failed',
] as const satisfies OrderFile['state'][];

/** What people read of `OrderFile.state`. */
export const orderFileStateWords: Record<OrderFile['state'], string> = {
  waiting: 'В очереди',
  taking: 'Разбирается',
  taken: 'Принят',
  refused: 'Не прочитан',
  failed: 'Сбой магазина',
};

export type OrderFileListed = Omit<OrderFile, 'batch' | 'done' | 'retaken_at'> & {
  /** What the owner calls the node that has sent it. */
  node: string;
  finished_at: Date | null;
  /** `retakeOrderFile` would take it. */
  may_retake: boolean;
};

/** Files with what 1C did with orders, the newest first: as long as their exchange is kept, two weeks. */
export async function listOrderFiles(
  db: Db,
  given: { login?: string | undefined; state?: OrderFile['state'][] | undefined; limit: number; offset?: number },
): Promise<OrderFileListed[]> {
  const { login = null, state = null, limit, offset = 0 } = given;
  const { rows } = await sql<OrderFileListed>`
    select f.id, n.name as node, f.name, f.archive, f.state, f.applied, f.unchanged, f.refused, f.reason, f.received_at,
      f.finished_at, ${mayBeRetaken} as may_retake
    from onec_order_files f join onec_sessions s on s.id = f.session_id join onec_nodes n on n.id = s.node_id
    where (${login}::text is null or n.login = ${login}) and (${state}::text[] is null or f.state = any(${state}::text[]))
    order by f.id desc limit ${limit} offset ${offset}`.execute(db);
  return rows;
}

/** How many such files there are in each state. */
export async function countOrderFiles(db: Db): Promise<Partial<Record<OrderFile['state'], number>>> {
  const rows = await db
    .selectFrom('onec_order_files')
    .select(['state', ({ fn }) => fn.countAll<number>().as('count')])
    .groupBy('state')
    .execute();
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]));
}
