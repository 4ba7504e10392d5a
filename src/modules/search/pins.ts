import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { commonOrInBranches } from '#platform/in-branches.ts';
import { invalidate } from '#platform/invalidation.ts';
import { Refusal } from '#platform/refusal.ts';
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
  /** Visitors do not see it at its place yet. */
  is_draft?: boolean;
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
  is_draft: boolean;
};

/**
 * Pins a product, or moves it when it is pinned to this query already. Throws bad_input (another product has the place
 * at that time, it is pinned there and this is a draft, or the other way round), unknown_department.
 */
export async function savePin(db: Db, input: PinInput): Promise<{ id: number }> {
  const words = phraseOf(input.words, 'words');
  const { product_id, position, starts_at = null, ends_at = null, is_draft = false } = input;
  if (!Number.isInteger(position) || position < 1 || position > lastPlace)
    throw new Refusal('bad_input', { fields: { position: `Место от 1 до ${lastPlace}` } });
  if (starts_at && ends_at && starts_at >= ends_at)
    throw new Refusal('bad_input', { fields: { ends_at: 'Конец раньше начала' } });
  const department = await departmentOf(db, input.department_id_1c);
  const product = await db.selectFrom('products').select('id').where('id', '=', product_id).executeTakeFirst();
  if (!product) throw new Refusal('bad_input', { fields: { product_id: 'Такого товара нет' } });
  await refuseTaken(db, { words, department_id_1c: department, product_id, position, starts_at, ends_at, is_draft });
  const { rows } = await sql<{ id: number }>`
    insert into search_pins (words, department_id_1c, product_id, position, starts_at, ends_at, is_draft)
    values (${words}, ${department}, ${product_id}, ${position}, ${starts_at}, ${ends_at}, ${is_draft})
    on conflict (words, department_id_1c, product_id) do update set position = excluded.position,
      starts_at = excluded.starts_at, ends_at = excluded.ends_at, changed_at = now()
      where search_pins.is_draft = excluded.is_draft
    returning id`.execute(db);
  if (!rows[0])
    throw new Refusal('bad_input', {
      fields: {
        product_id: is_draft
          ? 'Товар уже закреплён по этому запросу: измените его сразу, без черновика'
          : 'Товар уже закреплён черновиком: опубликуйте его или открепите',
      },
    });
  await invalidate(db, ['catalogue']);
  return rows[0];
}

/** A draft comes into force, or a pin becomes a draft again. Throws not_found, bad_input (its place is taken). */
export async function setPinDraft(db: Db, id: number, is_draft: boolean): Promise<void> {
  await lockPin(db, id);
  const pin = await getPin(db, id, null);
  if (!pin) throw new Refusal('not_found');
  if (!is_draft) await refuseTaken(db, { ...pin, is_draft });
  await db.updateTable('search_pins').set({ is_draft, changed_at: new Date() }).where('id', '=', id).execute();
  await invalidate(db, ['catalogue']);
}

/** The pin of this product to this query, held until the end of the transaction; undefined: there is none. */
export async function findPin(
  db: Db,
  { words, product_id, department_id_1c = null }: Pick<PinInput, 'words' | 'product_id' | 'department_id_1c'>,
): Promise<SearchPin | undefined> {
  const { pins } = await pinsWhere(
    db,
    sql`s.words = ${phraseOf(words, 'words')} and s.product_id = ${product_id}
      and s.department_id_1c is not distinct from ${department_id_1c}::text`,
    { limit: 1, offset: 0 },
  );
  const [pin] = pins;
  if (!pin) return undefined;
  await lockPin(db, pin.id);
  return getPin(db, pin.id, null);
}

/** The pin is held until the end of the transaction. */
export async function lockPin(db: Db, id: number): Promise<void> {
  await sql`select from search_pins where id = ${id} for update`.execute(db);
}

type Placed = Pick<
  SearchPin,
  'words' | 'department_id_1c' | 'product_id' | 'position' | 'starts_at' | 'ends_at' | 'is_draft'
>;

/**
 * Throws bad_input when another product has the place at that time; what is in force does not have to make way for a
 * draft. Two who pin to one query take turns, so that both see what the other has done.
 */
async function refuseTaken(db: Db, pin: Placed): Promise<void> {
  const { words, department_id_1c, product_id, position, starts_at, ends_at, is_draft } = pin;
  await sql`select pg_advisory_xact_lock(hashtextextended(${`search pin ${words}`}, 0))`.execute(db);
  const { rows } = await sql<{ name: string }>`
    select p.name from search_pins s join products p on p.id = s.product_id
    where s.words = ${words} and s.department_id_1c is not distinct from ${department_id_1c}
      and s.position = ${position} and s.product_id <> ${product_id} and (${is_draft} or not s.is_draft)
      and tstzrange(s.starts_at, s.ends_at) && tstzrange(${starts_at}::timestamptz, ${ends_at}::timestamptz) limit 1`.execute(
    db,
  );
  if (rows[0])
    throw new Refusal('bad_input', { fields: { position: `Место ${position} уже занято: ${rows[0].name}` } });
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
        p.switched_off_at is null as is_on, s.position, s.starts_at, s.ends_at, s.is_draft
      from search_pins s join products p on p.id = s.product_id where ${where}
      order by s.words, s.position, s.id limit ${limit} offset ${offset}`.execute(db),
    sql<{ count: number }>`select count(*)::int as count from search_pins s where ${where}`.execute(db),
  ]);
  return { pins: pins.rows, count: counts.rows[0]?.count ?? 0 };
}
