import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { invalidate } from '#platform/invalidation.ts';
import { Refusal } from '#platform/refusal.ts';
import type { ProgrammeFields } from './programme-fields.ts';
import type { Level } from './programmes.ts';
import type { CardKind } from './schema.ts';

/** The rules of a kind of card as they stand; null: the shop has none. `isLocked`: held until the transaction ends. */
export async function readStaffProgramme(db: Db, kind: CardKind, isLocked = false): Promise<ProgrammeFields | null> {
  if (isLocked) await sql`select from loyalty_programmes where kind = ${kind} for update`.execute(db);
  const { rows } = await sql<ProgrammeFields>`
    select p.name, p.counting_days, p.expiry_days, p.spend_percent, p.bonus_kopecks, p.least_paid_kopecks,
      p.spends_on_reduced, p.spends_with_coupon, p.grace_days,
      array(select x.category_id from loyalty_closed_categories x where x.kind = p.kind order by 1) as closed_category_ids,
      coalesce((select jsonb_agg(jsonb_build_object('name', l.name, 'from_sum_kopecks', l.from_sum_kopecks,
          'percent', l.percent) order by l.from_sum_kopecks) from loyalty_levels l where l.kind = p.kind), '[]') as levels
    from loyalty_programmes p where p.kind = ${kind}`.execute(db);
  return rows[0] ?? null;
}

/**
 * Sets these rules of a kind of card, all of them when it has none yet: from now on purchases earn and bonuses pay by
 * them; what was earned stays. Throws bad_input {fields}.
 */
export async function saveProgramme(
  db: Db,
  kind: CardKind,
  before: ProgrammeFields | null,
  change: Partial<ProgrammeFields>,
): Promise<void> {
  const { levels, closed_category_ids, ...row } = { ...before, ...change } as ProgrammeFields;
  if ((row.expiry_days === null) !== (row.spend_percent === null)) {
    const words = 'Срок и доля заказа указываются вместе';
    throw new Refusal('bad_input', { fields: { [row.expiry_days === null ? 'expiry_days' : 'spend_percent']: words } });
  }
  if (kind === 'bonus' && row.expiry_days === null)
    throw new Refusal('bad_input', { fields: { expiry_days: 'На бонусной карте бонусы живут до срока' } });
  await db
    .insertInto('loyalty_programmes')
    .values({ kind, ...row })
    .onConflict((on) => on.column('kind').doUpdateSet(row))
    .execute();
  if (!before || change.levels) await setLevels(db, kind, levels);
  if (!before || change.closed_category_ids) await setClosed(db, kind, closed_category_ids);
  await invalidate(db, ['content']);
}

async function setLevels(db: Db, kind: CardKind, levels: Level[]): Promise<void> {
  await db.deleteFrom('loyalty_levels').where('kind', '=', kind).execute();
  await db
    .insertInto('loyalty_levels')
    .values(levels.map((level) => ({ kind, ...level })))
    .execute();
}

async function setClosed(db: Db, kind: CardKind, ids: number[]): Promise<void> {
  await db.deleteFrom('loyalty_closed_categories').where('kind', '=', kind).execute();
  const { rows } = await sql<{ category_id: number }>`
    insert into loyalty_closed_categories (kind, category_id)
    select ${kind}::text, id from categories where id = any(${ids}::int[]) returning category_id`.execute(db);
  if (rows.length < new Set(ids).size)
    throw new Refusal('bad_input', { fields: { closed_category_ids: 'Такого раздела нет' } });
}
