import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import type { CardKind } from './schema.ts';

export type Level = { name: string; from_sum_kopecks: number; percent: number };

/** The rules of one kind of card, as rows say them; the pages print exactly these. */
export type Programme = {
  kind: CardKind;
  name: string;
  /** The ladder counts purchases of so many days. */
  counting_days: number;
  /** How long earned bonuses live; null: this kind earns none. */
  expiry_days: number | null;
  /** Which share of a purchase bonuses may pay, in an order and at the cash desk. */
  spend_percent: number | null;
  /** What one bonus pays. */
  bonus_kopecks: number;
  /** What the goods of an order cost at least beside bonuses. */
  least_paid_kopecks: number;
  /** Whether bonuses pay for goods at a reduced price, and beside a coupon. */
  spends_on_reduced: boolean;
  spends_with_coupon: boolean;
  /** Names of the categories whose goods bonuses do not pay for. */
  closed_categories: string[];
  /** How long bonuses that come back after their term live at least. */
  grace_days: number;
  /** From the first one upwards; never empty. */
  levels: Level[];
};

/** Programmes that have levels; a shop without rows has none. */
export async function listProgrammes(db: Db): Promise<Programme[]> {
  const { rows } = await sql<Programme>`
    select p.kind, p.name, p.counting_days, p.expiry_days, p.spend_percent, p.bonus_kopecks, p.least_paid_kopecks,
      p.spends_on_reduced, p.spends_with_coupon, p.grace_days,
      array(select c.name from loyalty_closed_categories x join categories c on c.id = x.category_id
        where x.kind = p.kind order by c.name) as closed_categories,
      jsonb_agg(jsonb_build_object('name', l.name, 'from_sum_kopecks', l.from_sum_kopecks, 'percent', l.percent)
        order by l.from_sum_kopecks) as levels
    from loyalty_programmes p join loyalty_levels l on l.kind = p.kind group by p.kind order by p.kind`.execute(db);
  return rows;
}

export async function findProgramme(db: Db, kind: CardKind): Promise<Programme | null> {
  return (await listProgrammes(db)).find((programme) => programme.kind === kind) ?? null;
}

/** The highest step of the ladder that this sum of purchases reaches; null below the first. */
export function levelOf({ levels }: Programme, purchases_kopecks: number): Level | null {
  return levels.findLast(({ from_sum_kopecks }) => from_sum_kopecks <= purchases_kopecks) ?? null;
}

/** The step after it, or null at the top. */
export function nextLevel({ levels }: Programme, purchases_kopecks: number): Level | null {
  return levels.find(({ from_sum_kopecks }) => from_sum_kopecks > purchases_kopecks) ?? null;
}
