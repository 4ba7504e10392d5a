import { sql } from 'kysely';
import { productCards } from '#modules/catalogue/product-card.ts';
import { type Department, priceContextOf } from '#modules/departments/queries.ts';
import type { Db } from '#platform/database.ts';
import { fieldWord, shownAmount } from '#shared/unit-words.ts';
import { isHere, sumOf } from './ready-sets.ts';
import type { ReadySetFields } from './save-ready-set.ts';

/** A ready set as staff see it; `name` of a product: null where the shop has it no more. */
export type StaffReadySet = Omit<ReadySetFields, 'goods'> & {
  slug: string;
  changed_at: Date;
  goods: { idcode: string; count: number; name: string | null; image: string | null; is_on: boolean }[];
};

type Filter = {
  /** Part of the name or the text of the set, or of the name of one of its products. */
  q?: string;
  is_on?: boolean;
};

/** Sets in the order in which the shop shows them. */
export async function listStaffReadySets(
  db: Db,
  { q = '', is_on }: Filter,
  { limit, offset, count_to }: { limit: number; offset: number; count_to: number },
): Promise<{ sets: StaffReadySet[]; count: number }> {
  const part = `%${q.trim().replace(/[\\%_]/g, '\\$&')}%`;
  const where = sql`coalesce(s.is_on = ${is_on ?? null}::boolean, true)
    and (concat_ws(' ', s.name, s.text) ilike ${part} or exists (
      select from ready_set_goods g join products p on p.idcode = g.idcode
      where g.set_slug = s.slug and p.name ilike ${part}))`;
  const [sets, counts] = await Promise.all([
    sql<StaffReadySet>`
      select ${columns} from ready_sets s where ${where}
      order by s.position, s.slug limit ${limit} offset ${offset}`.execute(db),
    sql<{ count: number }>`
      select count(*)::int as count from (select from ready_sets s where ${where} limit ${count_to + 1}) counted`.execute(
      db,
    ),
  ]);
  return { sets: sets.rows, count: counts.rows[0]?.count ?? 0 };
}

/** One of them; null: there is none. `isLocked`: held until the end of the transaction. */
export async function readStaffReadySet(db: Db, slug: string, isLocked = false): Promise<StaffReadySet | null> {
  if (isLocked) await sql`select from ready_sets where slug = ${slug} for update`.execute(db);
  const { rows } = await sql<StaffReadySet>`select ${columns} from ready_sets s where s.slug = ${slug}`.execute(db);
  return rows[0] ?? null;
}

/** Fields of a set as staff set them. */
export function fieldsOfReadySet({ name, text, position, is_on, goods }: StaffReadySet): ReadySetFields {
  return { name, text, position, is_on, goods: goods.map(({ idcode, count }) => ({ idcode, count })) };
}

/**
 * What a set of such goods would be: what each is, and in which branches all of it can be had now. `unit`: what stands
 * behind the count, «шт.», or what it comes to where people read another unit, «= 4,7 м».
 */
export type ReadySetLook = {
  /** `name` null: there is no such product. */
  goods: { idcode: string; name: string | null; image: string | null; unit: string; is_on: boolean }[];
  /** `sum`: kopecks, null where something is lacking; `lacking`: names of what is. */
  branches: { id_1c: string; name: string; sum: number | null; lacking: string[] }[];
};

/** Reads the cards of the goods once for each of these branches. */
export async function lookAtReadySet(
  db: Db,
  branches: Department[],
  goods: ReadySetFields['goods'],
): Promise<ReadySetLook> {
  const idcodes = goods.map(({ idcode }) => idcode);
  const shown: ReadySetLook['branches'] = [];
  const looks = new Map<string, ReadySetLook['goods'][number]>();
  for (const branch of branches) {
    const cards = new Map(
      (await productCards(db, priceContextOf(branch), { idcodes })).map((one) => [one.idcode, one]),
    );
    const lines = goods.flatMap(({ idcode, count }) => {
      const card = cards.get(idcode);
      return card ? [{ card, count }] : [];
    });
    for (const { card, count } of lines) {
      const { idcode, name, images, shown_unit, switched_off } = card;
      const unit = shown_unit.parts > 1 ? `= ${shownAmount(count, shown_unit)}` : fieldWord(count, shown_unit);
      looks.set(idcode, { idcode, name, image: images[0] ?? null, unit, is_on: !switched_off });
    }
    const lacking = goods.flatMap(({ idcode, count }) => {
      const card = cards.get(idcode);
      return card && isHere(card, count) ? [] : [card?.name ?? idcode];
    });
    const sum = lacking.length === 0 ? sumOf(lines) : null;
    shown.push({ id_1c: branch.id_1c, name: branch.name_for_site, sum, lacking });
  }
  const nothing = { name: null, image: null, unit: '', is_on: false };
  return { goods: idcodes.map((idcode) => looks.get(idcode) ?? { idcode, ...nothing }), branches: shown };
}

const columns = sql`
  s.slug, s.name, s.text, s.position, s.is_on, s.changed_at,
  (select coalesce(json_agg(json_build_object('idcode', g.idcode, 'count', g.count, 'name', p.name,
      'image', p.images[1], 'is_on', p.id is not null and p.switched_off_at is null) order by g.position), '[]')
    from ready_set_goods g left join products p on p.idcode = g.idcode where g.set_slug = s.slug) as goods`;
