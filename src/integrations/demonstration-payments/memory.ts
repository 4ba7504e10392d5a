import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import type { Memory, StoredObject } from './protocol.ts';

/** The demonstration provider's memory: a table that nothing of the shop reads. */
export function tableMemory(db: Db): Memory {
  const columns = sql.raw('id, kind, idempotence_key, request_hash, body, settles_at');
  return {
    async find(id) {
      const { rows } =
        await sql<StoredObject>`select ${columns} from demonstration_objects where id::text = ${id}`.execute(db);
      return rows[0] ?? null;
    },
    async byKey(kind, key) {
      const { rows } = await sql<StoredObject>`
        select ${columns} from demonstration_objects where kind = ${kind} and idempotence_key = ${key}`.execute(db);
      return rows[0] ?? null;
    },
    async ofPayment(kind, payment_id) {
      const { rows } = await sql<StoredObject>`
        select ${columns} from demonstration_objects where kind = ${kind} and body ->> 'payment_id' = ${payment_id}
        order by created_at`.execute(db);
      return rows;
    },
    async insert({ id, kind, idempotence_key, request_hash, body, settles_at }) {
      const { numAffectedRows } = await sql`
        insert into demonstration_objects (id, kind, idempotence_key, request_hash, body, settles_at)
        values (${id}, ${kind}, ${idempotence_key}, ${request_hash}, ${JSON.stringify(body)}::jsonb, ${settles_at})
        on conflict do nothing`.execute(db);
      return Number(numAffectedRows ?? 0) > 0;
    },
    async update({ id, body, settles_at }) {
      await sql`
        update demonstration_objects set body = ${JSON.stringify(body)}::jsonb, settles_at = ${settles_at}
        where id = ${id}::uuid`.execute(db);
    },
  };
}
