import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { Refusal } from '#platform/refusal.ts';
import type { CompanyRole } from './signed-in.ts';

/** A firm the person is a member of. */
export type Membership = { id: number; inn: string; name: string; role: CompanyRole; is_active: boolean };

/** Firms of this person by name. */
export async function listMemberships(db: Db, user_id: string): Promise<Membership[]> {
  const { rows } = await sql<Membership>`
    select c.id, c.inn, c.name, m.role, c.activated_at is not null as is_active
    from company_members m join companies c on c.id = m.company_id
    where m.user_id = ${user_id}::uuid order by c.name, c.id`.execute(db);
  return rows;
}

/** From now on the person buys for this firm; null: for themselves. Throws not_found for a firm they are no member of. */
export async function buyFor(db: Db, user_id: string, company_id: number | null): Promise<void> {
  const { numAffectedRows } = await sql`
    update users set company_id = ${company_id}::bigint where id = ${user_id}::uuid and (${company_id}::bigint is null
      or exists (select from company_members m where m.company_id = ${company_id}::bigint and m.user_id = users.id))`.execute(
    db,
  );
  if (!numAffectedRows) throw new Refusal('not_found');
}
