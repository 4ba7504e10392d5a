import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';

export type Action = { slug: string; name: string; text: string; starts_at: Date; ends_at: Date; count: number };

/** Promotions that run now in this branch or everywhere, the one ending first on top. */
export async function currentActions(db: Db, department_id_1c: string): Promise<Action[]> {
  return db
    .selectFrom('actions')
    .select((eb) => [
      'slug',
      'name',
      'text',
      'starts_at',
      'ends_at',
      eb
        .selectFrom('action_products')
        .innerJoin('products', 'products.id', 'action_products.product_id')
        .whereRef('action_products.action_id', '=', 'actions.id')
        .where('products.switched_off_at', 'is', null)
        .select(sql<number>`count(distinct products.model_id)::int`.as('count'))
        .as('count'),
    ])
    .where(sql<boolean>`starts_at <= now() and ends_at > now()`)
    .where((eb) => eb.or([eb('department_id_1c', 'is', null), eb('department_id_1c', '=', department_id_1c)]))
    .orderBy('ends_at')
    .orderBy('id')
    .execute()
    .then((rows) => rows.map((row) => ({ ...row, count: row.count ?? 0 })));
}

/** One promotion that has begun, also when it is over: its page stays and says so. */
export async function findAction(
  db: Db,
  department_id_1c: string,
  slug: string,
): Promise<(Omit<Action, 'count'> & { is_over: boolean }) | null> {
  const action = await db
    .selectFrom('actions')
    .select(['slug', 'name', 'text', 'starts_at', 'ends_at', sql<boolean>`ends_at <= now()`.as('is_over')])
    .where('slug', '=', slug)
    .where(sql<boolean>`starts_at <= now()`)
    .where((eb) => eb.or([eb('department_id_1c', 'is', null), eb('department_id_1c', '=', department_id_1c)]))
    .executeTakeFirst();
  return action ?? null;
}
