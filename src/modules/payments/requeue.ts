import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { enqueue } from '#platform/queue.ts';
import type { ProviderName } from './schema.ts';

/** What is younger has its job, or is being done. */
const sweptAfterMs = 5 * 60_000;

/**
 * Queues what this provider must still be told or asked and has no job: open attempts, refunds, receipts of hand-overs,
 * notifications. Their jobs were lost, or completed by a version that threw them away. Returns how many.
 */
export async function requeuePayments(db: Db, provider: ProviderName, now = new Date()): Promise<number> {
  const { rows } = await sql<{ task: string; payload: Record<string, unknown>; key: string }>`
    select task, payload, key from (
      select 'check_payment' as task, jsonb_build_object('payment_id', id) as payload, 'check payment ' || id as key, created_at
      from payments where provider = ${provider} and state in ('new', 'pending', 'waiting_for_capture')
      union all
      select 'send_refund', jsonb_build_object('refund_id', r.id), 'send refund ' || r.id, r.created_at
      from refunds r join payments p on p.id = r.payment_id
      where p.provider = ${provider} and r.state in ('new', 'pending')
      union all
      select 'send_receipt', jsonb_build_object('receipt_id', r.id), 'send receipt ' || r.id, r.created_at
      from receipts r join payments p on p.id = r.payment_id
      where p.provider = ${provider} and r.kind = 'full' and r.state = 'new'
      union all
      select 'handle_payment_event', jsonb_build_object('event_id', id), 'payment event ' || id, received_at
      from payment_events where handled_at is null
    ) open
    where created_at < ${new Date(now.getTime() - sweptAfterMs)}
      and not exists (select from graphile_worker.jobs j where j.key = open.key)
    order by created_at limit 1000`.execute(db);
  for (const { task, payload, key } of rows) await enqueue(db, task, payload, { jobKey: key });
  return rows.length;
}
