import { sql } from 'kysely';
import { z } from 'zod';
import type { Db } from '#platform/database.ts';
import { factorOf, normaliseNumber } from '#shared/decimal.ts';
import { affectEveryGood, affects, createAffected } from './affected.ts';
import { refuse } from './change-mapping.ts';
import { type Connection, inReading, inTransaction, type Place } from './connection.ts';
import { deriveAgain } from './derive-again.ts';

const word = z.string().trim().min(1, 'Пустая единица').max(50, 'Единица не длиннее 50 знаков');

export type UnitView = {
  /** As the shop calls it without the rule. */
  name: string;
  unit: string;
  is_sold: boolean;
};
export type GoodUnitView = { id: string; name: string; base_unit: string; unit: string; coefficient: string };

/** The owner's rules for units, and the goods that have a sales unit of his. */
export async function readUnitRules(url: string): Promise<{ units: UnitView[]; goods: GoodUnitView[] }> {
  return inReading(url, async (client) => {
    const units = await client.query<UnitView>('select name, unit, is_sold from onec_unit_rules order by name');
    const goods = await client.query<GoodUnitView>(
      `select u.good_id_1c as id, coalesce(g.data ->> 'name', '') as name, coalesce(p.base_unit, '') as base_unit, u.unit,
         trim_scale(u.coefficient)::text as coefficient
       from onec_good_units u left join onec_goods g on g.id_1c = u.good_id_1c
       left join products p on p.id_1c = u.good_id_1c order by name, id`,
    );
    return { units: units.rows, goods: goods.rows };
  });
}

/** A unit that goods of 1C on sale are sold by. */
export type UsedUnit = {
  name: string;
  goods: number;
  /** Nobody described it, and no rule names it. */
  is_waiting: boolean;
};

/** Units of goods of 1C, those that wait for a description first. */
export async function readUsedUnits(db: Db): Promise<UsedUnit[]> {
  const { rows } = await sql<UsedUnit>`
    select p.unit as name, count(*)::int as goods,
      not exists (select from units u where u.name = p.unit)
        and not exists (select from onec_unit_rules r where r.unit = p.unit) as is_waiting
    from products p where p.id_1c is not null and p.switched_off_at is null
    group by p.unit order by is_waiting desc, goods desc, name limit 500`.execute(db);
  return rows;
}

type Counts = { created: number; changed: number; switched_off: number };

/**
 * What the shop calls a unit of 1C, and whether goods may be sold by it; null takes the rule back. `name`: as the shop
 * calls it without a rule. Goods are worked out again at once. Refused in Russian: a unit in which an order in work is
 * counted would become another.
 */
export async function mapUnit(
  url: Place,
  { name, rule }: { name: string; rule: { unit: string; is_sold: boolean } | null },
  progress: (text: string) => void = () => {},
): Promise<Counts> {
  const own = parse(name);
  const unit = rule && parse(rule.unit);
  return inTransaction(url, (client) =>
    unlessOrdered(client, async () => {
      if (rule === null) await client.query('delete from onec_unit_rules where name = $1', [own]);
      else
        await client.query(
          `insert into onec_unit_rules (name, unit, is_sold) values ($1, $2, $3)
           on conflict (name) do update set unit = excluded.unit, is_sold = excluded.is_sold`,
          [own, unit, rule.is_sold],
        );
      await createAffected(client);
      await affectEveryGood(client);
      return deriveAgain(client, progress);
    }),
  );
}

/**
 * The sales unit of a good that 1C does not recount: so many base units are one. null: as 1C says. `good`: its Ид, code
 * or article. Refused in Russian: no such good or several, an impossible coefficient, an order in work.
 */
export async function mapGoodUnit(
  url: Place,
  { good, rule }: { good: string; rule: { unit: string; coefficient: string } | null },
  progress: (text: string) => void = () => {},
): Promise<Counts> {
  const unit = rule && parse(rule.unit);
  const coefficient = rule && normaliseNumber(rule.coefficient);
  if (rule && (!coefficient || !factorOf(coefficient) || !/^\d{1,6}(?:\.\d{1,6})?$/.test(coefficient)))
    refuse(`коэффициент «${rule.coefficient}» недопустим: больше 0, до 999999, не больше шести знаков после запятой`);
  return inTransaction(url, (client) =>
    unlessOrdered(client, async () => {
      const id = await goodOf(client, good);
      if (rule === null) await client.query('delete from onec_good_units where good_id_1c = $1', [id]);
      else
        await client.query(
          `insert into onec_good_units (good_id_1c, unit, coefficient) values ($1, $2, $3)
           on conflict (good_id_1c) do update set unit = excluded.unit, coefficient = excluded.coefficient`,
          [id, unit, coefficient],
        );
      await createAffected(client);
      await client.query('insert into affected (good_id, seq, what) values ($1, 0, $2)', [id, affects.product]);
      return deriveAgain(client, progress);
    }),
  );
}

function parse(unit: string): string {
  const parsed = word.safeParse(unit);
  return parsed.success ? parsed.data : refuse(parsed.error.issues[0]?.message ?? '');
}

async function goodOf(client: Connection, wanted: string): Promise<string> {
  const { rows } = await client.query<{ good_id: string }>(
    `select distinct g.good_id from onec_goods g left join products p on p.id_1c = g.id_1c
     where g.id_1c = $1 or p.idcode = $1 or p.article = $1 limit 3`,
    [wanted],
  );
  if (rows.length > 1) refuse(`товар «${wanted}» не один, укажите Ид`);
  return rows[0]?.good_id ?? refuse(`товара «${wanted}» из 1С нет`);
}

type Held = { id: number; name: string; factor: string };

/** What is reserved is counted in sales units: another factor under an order would hand out another quantity. */
async function unlessOrdered(client: Connection, work: () => Promise<Counts>): Promise<Counts> {
  const before = await loadHeld(client);
  const { created, changed, switched_off } = await work();
  const after = new Map((await loadHeld(client)).map(({ id, factor }) => [id, factor]));
  const moved = before.filter(({ id, factor }) => after.get(id) !== factor);
  const [first] = moved;
  if (first) {
    const others = moved.length > 1 ? ` и ещё товаров: ${moved.length - 1}` : '';
    refuse(`единицу нельзя менять, пока товар стоит в заказах в работе: «${first.name}»${others}`);
  }
  return { created, changed, switched_off };
}

async function loadHeld(client: Connection): Promise<Held[]> {
  const { rows } = await client.query<Held>(
    `select p.id, p.name, p.factor_base || '/' || p.factor_sales || ' ' || p.unit as factor from products p
     where exists (select from reservations r where r.product_id = p.id and r.ended_at is null)`,
  );
  return rows;
}
