import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { invalidate } from '#platform/invalidation.ts';
import { Refusal } from '#platform/refusal.ts';
import { ensure } from '#shared/ensure.ts';
import { countOf } from '#shared/plurals.ts';
import { deriveProducts } from './product-words.ts';
import { refreshQuality } from './quality.ts';
import { readSpec, type Spec, specWords } from './read-spec.ts';
import { readStaffAttribute, type StaffAttribute } from './save-attribute.ts';

type Type = StaffAttribute['type'];
/** What an attribute becomes; `unit`: of a number, with which its values may end. */
export type TypeWish = { type: Type; unit: string | null };
export type TypeState = Pick<StaffAttribute, 'type' | 'unit' | 'filter'>;

/** Goods whose value cannot be read are listed up to so many. */
const mostListed = 50;

export type TypeRehearsal = {
  /** Goods that say something of the attribute. */
  total: number;
  readable: number;
  /** The first of those that cannot be read, by name. */
  unreadable: { id: number; name: string; value: string }[];
  /** Short listings that narrow by this attribute: their filter is of its present values. */
  shorts: { id: number; name: string; category_name: string }[];
  /** Names what was seen: the change wants it back. */
  seen: string;
};

/** What the change of an attribute to another type would come to; changes nothing. Throws bad_input. */
export async function rehearseTypeChange(db: Db, attribute: StaffAttribute, wish: TypeWish): Promise<TypeRehearsal> {
  refuseSame(attribute, wish);
  const read = await readValues(db, attribute.code, wish);
  const [{ rows: shorts }, unreadable] = await Promise.all([
    sql<TypeRehearsal['shorts'][number]>`
      select s.id, s.name, c.name as category_name from shorts s join categories c on c.id = s.category_id
      where s.filters ? ${attribute.code}::text order by c.name, s.name, s.id limit ${mostListed}`.execute(db),
    listUnreadable(db, attribute.code, read),
  ]);
  return { ...countsOf(read), unreadable, shorts, seen: await hashOf(db, attribute.code, wish, read) };
}

export type ChangedType = TypeState & {
  change_id: number;
  /** Goods whose value was read, and those left without it. */
  read: number;
  lost: number;
};

/**
 * The attribute is of another type from now on, and its values are read as that; goods whose value cannot be read are
 * left without it. What the new values do not say again is kept for `undoTypeChange`. `before`: locked; `seen`: of the
 * rehearsal. Throws bad_input, also when other goods than were seen would lose their value. Call in a transaction.
 */
export async function changeAttributeType(
  db: Db,
  before: StaffAttribute,
  { seen, ...wish }: TypeWish & { seen: string },
  now = new Date(),
): Promise<ChangedType> {
  refuseSame(before, wish);
  const { id, code } = before;
  const values = await readValues(db, code, wish);
  if ((await hashOf(db, code, wish, values)) !== seen)
    throw new Refusal('bad_input', {}, 'Пока вы смотрели, значения свойства изменились. Проверьте список ещё раз');
  const { rows: made } = await sql<{ id: number }>`
    insert into attribute_type_changes (attribute_id, was, became, changed_at)
    values (${id}, ${before.type}, ${wish.type}, ${now}) returning id`.execute(db);
  const change_id = ensure(made[0]).id;
  const { rows } = await sql<{ id: number; is_lost: boolean }>`
    with changed as (${writeRead(code, values, now)}), kept as (
      insert into attribute_former_values (change_id, product_id, was, became)
      select ${change_id}::int, c.id, c.was, c.became from changed c join ${readBack(values, before)} t on t.held = c.was
      where not t.is_read_back
    )
    select c.id, c.became is null as is_lost from changed c`.execute(db);
  const state = stateOf(before, wish);
  await db.updateTable('attributes').set(state).where('id', '=', id).execute();
  const { total, readable } = countsOf(values);
  await followChanged(db, rows);
  return { ...state, change_id, read: readable, lost: total - readable };
}

/**
 * Takes back the last change of an attribute's type: goods that still say what it wrote say again what they said before
 * it; what they have been given since is read as the former type. `state`: the attribute before that change. Throws
 * not_undoable, also when something given since cannot be read so. Call in a transaction.
 */
export async function undoTypeChange(
  db: Db,
  { attribute_id, change_id, state }: { attribute_id: number; change_id: number; state: TypeState },
  now = new Date(),
): Promise<void> {
  const attribute = await readStaffAttribute(db, attribute_id, true);
  const { rows: last } = await sql<{ id: number; was: Type; became: Type }>`
    select id, was, became from attribute_type_changes where attribute_id = ${attribute_id}
    order by id desc limit 1`.execute(db);
  const [change] = last;
  if (!attribute || change?.id !== change_id || change.became !== attribute.type || change.was !== state.type)
    throw new Refusal('not_undoable');
  const { code } = attribute;
  const standing = sql`
    select from attribute_former_values f
    where f.change_id = ${change_id} and f.product_id = p.id and f.became is not distinct from p.specs -> ${code}`;
  const others = sql`not exists (${standing})`;
  const values = await readValues(db, code, state, others);
  const { total, readable } = countsOf(values);
  if (readable < total) {
    const goods = countOf(total - readable, 'товара', 'товаров', 'товаров');
    throw new Refusal('not_undoable', {}, `Вернуть нельзя: у ${goods} с тех пор указано то, что иначе не прочитать`);
  }
  const { rows: read } = await sql<{ id: number; is_lost: boolean }>`
    with changed as (${writeRead(code, values, now, others)})
    select c.id, false as is_lost from changed c`.execute(db);
  const { rows: restored } = await sql<{ id: number; is_lost: boolean }>`
    update products p set specs = p.specs || jsonb_build_object(${code}::text, f.was), changed_at = ${now}
    from attribute_former_values f
    where f.change_id = ${change_id} and f.product_id = p.id and f.became is not distinct from p.specs -> ${code}
    returning p.id, f.became is null as is_lost`.execute(db);
  await db.updateTable('attributes').set(state).where('id', '=', attribute_id).execute();
  await sql`delete from attribute_type_changes where id = ${change_id}`.execute(db);
  await followChanged(db, [...read, ...restored]);
}

/** Years that a change can be taken back, as its line of the audit log stands. */
const yearsKept = 3;

/** What the values were is forgotten with the lines of the audit log. */
export async function forgetTypeChanges(db: Db, now = new Date()): Promise<void> {
  await sql`
    delete from attribute_type_changes
    where changed_at < ${now}::timestamptz - make_interval(years => ${yearsKept})`.execute(db);
}

function refuseSame(attribute: StaffAttribute, { type }: TypeWish): void {
  if (attribute.type === type) throw new Refusal('bad_input', { fields: { type: 'Свойство уже такого вида' } });
}

function stateOf({ unit, filter }: StaffAttribute, wish: TypeWish): TypeState {
  return {
    type: wish.type,
    unit: wish.type === 'number' ? wish.unit : wish.type === 'boolean' ? null : unit,
    filter: filter === 'range' && wish.type !== 'number' ? 'values' : filter,
  };
}

/** One value as the rows hold it (`held`, JSON), of so many goods; `read`: as the new type, null: it cannot be. */
type ReadValue = { held: string; goods: number; read: Spec | null };

/** Of goods `p` that this condition keeps. An empty text says nothing: it is neither read nor lost. */
async function readValues(db: Db, code: string, wish: TypeWish, only = sql`true`): Promise<ReadValue[]> {
  const { rows } = await sql<{ held: string; goods: number }>`
    select (p.specs -> ${code})::text as held, count(*)::int as goods
    from products p where p.specs ? ${code}::text and ${only} group by 1`.execute(db);
  return rows.map(({ held, goods }) => ({ held, goods, read: readSpec(wordsOf(held), wish) }));
}

function wordsOf(held: string): string {
  return specWords(JSON.parse(held));
}

function isEmpty({ held }: Pick<ReadValue, 'held'>): boolean {
  return wordsOf(held).trim() === '';
}

function unreadableOf(values: ReadValue[]): string[] {
  return values.filter((value) => value.read === null && !isEmpty(value)).map(({ held }) => held);
}

function countsOf(values: ReadValue[]): { total: number; readable: number } {
  const sum = (some: ReadValue[]) => some.reduce((total, { goods }) => total + goods, 0);
  return {
    total: sum(values.filter((value) => !isEmpty(value))),
    readable: sum(values.filter(({ read }) => read !== null)),
  };
}

async function listUnreadable(db: Db, code: string, values: ReadValue[]): Promise<TypeRehearsal['unreadable']> {
  const { rows } = await sql<{ id: number; name: string; held: string }>`
    select p.id, p.name, (p.specs -> ${code})::text as held from products p
    where p.specs ? ${code}::text and (p.specs -> ${code})::text = any(${unreadableOf(values)}::text[])
    order by p.name, p.id limit ${mostListed}`.execute(db);
  return rows.map(({ id, name, held }) => ({ id, name, value: wordsOf(held) }));
}

async function hashOf(db: Db, code: string, { type, unit }: TypeWish, values: ReadValue[]): Promise<string> {
  const { rows } = await sql<{ hash: string }>`
    select md5(concat_ws(' ', ${type}::text, ${unit}::text,
      string_agg(p.id || ' ' || (p.specs -> ${code})::text, chr(10) order by p.id))) as hash
    from products p
    where p.specs ? ${code}::text and (p.specs -> ${code})::text = any(${unreadableOf(values)}::text[])`.execute(db);
  return ensure(rows[0]).hash;
}

/** Goods `p` get what was read of their value, or lose it; returns id, was and became of those that changed. */
function writeRead(code: string, values: ReadValue[], now: Date, only = sql`true`) {
  return sql`
    update products p set changed_at = ${now}, specs = case
      when r.became is null then p.specs - ${code}::text
      else jsonb_set(p.specs, array[${code}::text], r.became) end
    from (
      select u.held::jsonb as held, u.became::jsonb as became
      from unnest(${values.map(({ held }) => held)}::text[], ${values.map(({ read }) => stored(read))}::text[])
        as u (held, became)
    ) r
    where p.specs -> ${code} = r.held and r.became is distinct from r.held and ${only}
    returning p.id, r.held as was, r.became`;
}

/** By what is held: whether the value that was read of it, read as the former type, gives it back. */
function readBack(values: ReadValue[], before: TypeWish) {
  const isReadBack = values.map(
    ({ held, read }) => read !== null && stored(readSpec(specWords(read), before)) === held,
  );
  return sql`(
    select u.held::jsonb as held, u.is_read_back
    from unnest(${values.map(({ held }) => held)}::text[], ${isReadBack}::boolean[]) as u (held, is_read_back))`;
}

function stored(read: Spec | null): string | null {
  return read === null ? null : JSON.stringify(read);
}

/** What follows from the values of these goods: filters, search, how well they are described. */
async function followChanged(db: Db, changed: { id: number; is_lost: boolean }[]): Promise<void> {
  await deriveProducts(
    db,
    changed.map(({ id }) => id),
  );
  const lost = changed.filter(({ is_lost }) => is_lost).map(({ id }) => id);
  if (lost.length > 0) await refreshQuality(db, lost);
  await invalidate(db, ['catalogue']);
}
