import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { enqueue } from '#platform/queue.ts';

/** Goods have left: the paper of a firm's shipment is issued by a job, so that numbers follow the shipments. */
export async function queuePapers(db: Db, order_id: string): Promise<void> {
  const { rows } = await sql`
    select from orders where id = ${order_id}::uuid and company_name is not null`.execute(db);
  if (rows.length > 0) await enqueue(db, 'issue_papers', { order_id });
}
