import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';

export const codeStates = ['living', 'ended'] as const;

/** A printed code as staff see it; `p`: of a product on a shelf, `c`: of a campaign. */
export type StaffCode = {
  kind: 'p' | 'c';
  code: string;
  /** What it leads to: the product's name, or a page of the shop. */
  target: string;
  product_id: number | null;
  /** The branch or point whose shelf it hangs on; null: any. */
  department_id_1c: string | null;
  place: string | null;
  utm_source: string | null;
  utm_medium: string | null;
  utm_campaign: string | null;
  ends_at: Date | null;
  is_ended: boolean;
  note: string;
  created_at: Date;
  created_by: string;
};

/**
 * A page of printed codes, the newest on top, with how many there are, counted to `count_to` + 1. `branches`: id_1c, of
 * these and of no branch alone; null: of all.
 */
export async function listStaffCodes(
  db: Db,
  branches: string[] | null,
  { q = '', kind = [], state = [] }: { q?: string; kind?: ('p' | 'c')[]; state?: (typeof codeStates)[number][] },
  { limit, offset, count_to }: { limit: number; offset: number; count_to: number },
  now: Date,
): Promise<{ codes: StaffCode[]; count: number }> {
  const part = `%${q.trim().replace(/[\\%_]/g, '\\$&')}%`;
  const isEnded = sql`(c.ends_at is not null and c.ends_at <= ${now}::timestamptz)`;
  const from = sql`from qr_codes c left join products p on p.id = c.product_id
    left join departments d on d.id_1c = c.department_id_1c
    where concat_ws(' ', c.code, c.target, p.name, c.note, c.utm_campaign) ilike ${part}
      and (${kind.length === 0} or c.kind = any(${kind}::text[]))
      and (${state.length === 0} or case when ${isEnded} then 'ended' else 'living' end = any(${state}::text[]))
      and (${branches}::text[] is null or c.department_id_1c is null
        or coalesce(d.branch_id_1c, d.id_1c) = any(${branches}::text[]))`;
  const [codes, counts] = await Promise.all([
    sql<StaffCode>`
      select c.kind, c.code, coalesce(p.name, c.target) as target, c.product_id, c.department_id_1c,
        coalesce(d.address, d.name_for_site) as place, c.utm_source, c.utm_medium, c.utm_campaign, c.ends_at,
        ${isEnded} as is_ended, c.note, c.created_at, c.created_by
      ${from} order by c.created_at desc, c.kind, c.code limit ${limit} offset ${offset}`.execute(db),
    sql<{ count: number }>`
      select count(*)::int as count from (select ${from} limit ${count_to + 1}) counted`.execute(db),
  ]);
  return { codes: codes.rows, count: counts.rows[0]?.count ?? 0 };
}
