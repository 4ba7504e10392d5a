import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { commonOrInBranches } from '#platform/in-branches.ts';
import { invalidate } from '#platform/invalidation.ts';
import { Refusal } from '#platform/refusal.ts';
import { ensure } from '#shared/ensure.ts';
import { lastPlace } from './listing/pinned.ts';
import { departmentOf, phraseOf } from './rule-input.ts';

export { lastPlace } from './listing/pinned.ts';

/** A product at a place of its own, from 1, in the answer to a query. Branch null: everywhere; dates null: no limit. */
export type PinInput = {
  words: string;
  product_id: number;
  position: number;
  department_id_1c?: string | null;
  starts_at?: Date | null;
  ends_at?: Date | null;
};

export type SearchPin = {
  id: number;
  words: string;
  department_id_1c: string | null;
  product_id: number;
  product: string;
  image: string | null;
  /** The product is not switched off. */
  is_on: boolean;
  position: number;
  starts_at: Date | null;
  ends_at: Date | null;
};

/**
 * Pins a product, or moves it when it is pinned to this query already. Throws bad_input (another product has the place
 * at that time), unknown_department.
 */
export async function savePin(db: Db, input: PinInput): Promise<{ id: number }> {
  const words = phraseOf(input.words, 'words');
  const { product_id, position, starts_at = null, ends_at = null } = input;
  if (!Number.isInteger(position) || position < 1 || position > lastPlace)
    throw new Refusal('bad_input', { fields: { position: `Место от 1 до ${lastPlace}` } });
  if (starts_at && ends_at && starts_at >= ends_at)
    throw new Refusal('bad_input', { fields: { ends_at: 'Конец раньше начала' } });
  const department = await departmentOf(db, input.department_id_1c);
  const product = await db.selectFrom('products').select('id').where('id', '=', product_id).executeTakeFirst();
  if (!product) throw new Refusal('bad_input', { fields: { product_id: 'Такого товара нет' } });
  // Two who pin to one query take turns, so that both see what the other has done.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`search pin ${words}`}, 0))`.execute(db);
  const { rows: taken } = await sql<{ name: string }>`
    select p.name from search_pins s join products p on p.id = s.product_id
    where s.words = ${words} and s.department_id_1c is not distinct from ${department} and s.position = ${position}
      and s.product_id <> ${product_id}
      and tstzrange(s.starts_at, s.ends_at) && tstzrange(${starts_at}::timestamptz, ${ends_at}::timestamptz) limit 1`.execute(
    db,
  );
  if (taken[0])
    throw new Refusal('bad_input', { fields: { position: `Место ${position} уже занято: ${taken[0].name}` } });
  const { rows } = await sql<{ id: number }>`
    insert into search_pins (words, department_id_1c, product_id, position, starts_at, ends_at)
    values (${words}, ${department}, ${product_id}, ${position}, ${starts_at}, ${ends_at})
    on conflict (words, department_id_1c, product_id) do update set position = excluded.position,
      starts_at = excluded.starts_at, ends_at = excluded.ends_at, changed_at = now()
    returning id`.execute(db);
  await invalidate(db, ['catalogue']);
  return ensure(rows[0]);
}

/** A pin, if it is common or of one of these branches (null: of any). */
export async function getPin(db: Db, id: number, branches: string[] | null): Promise<SearchPin | undefined> {
  const { pins } = await pinsWhere(db, sql`s.id = ${id} and ${commonOrInBranches('s', branches)}`, {
    limit: 1,
    offset: 0,
  });
  return pins[0];
}

/** Throws not_found. */
export async function removePin(db: Db, id: number): Promise<void> {
  const gone = await db.deleteFrom('search_pins').where('id', '=', id).returning('id').executeTakeFirst();
  if (!gone) throw new Refusal('not_found');
  await db.deleteFrom('search_decisions').where('rule_kind', '=', 'pin').where('rule_id', '=', id).execute();
  await invalidate(db, ['catalogue']);
}

/** A page of pins, common and of these branches (null: of all), by query and place. */
export function listPins(
  db: Db,
  { branches, q = '' }: { branches: string[] | null; q?: string | undefined },
  page: { limit: number; offset: number },
): Promise<{ pins: SearchPin[]; count: number }> {
  return pinsWhere(db, sql`${commonOrInBranches('s', branches)} and strpos(s.words, lower(${q}::text)) > 0`, page);
}

async function pinsWhere(
  db: Db,
  where: RawBuilder<unknown>,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ pins: SearchPin[]; count: number }> {
  const [pins, counts] = await Promise.all([
    sql<SearchPin>`
      select s.id, s.words, s.department_id_1c, s.product_id, p.name as product, p.images[1] as image,
        p.switched_off_at is null as is_on, s.position, s.starts_at, s.ends_at
      from search_pins s join products p on p.id = s.product_id where ${where}
      order by s.words, s.position, s.id limit ${limit} offset ${offset}`.execute(db),
    sql<{ count: number }>`select count(*)::int as count from search_pins s where ${where}`.execute(db),
  ]);
  return { pins: pins.rows, count: counts.rows[0]?.count ?? 0 };
}
