import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import type { CampaignCode } from './qr-codes.ts';

export const codeStates = ['running', 'ended'] as const;
export type CodeState = (typeof codeStates)[number];

type Printed = {
  state: CodeState;
  ends_at: Date | null;
  note: string;
  created_at: Date;
  /** Who made it. */
  created_by: string;
};

/** A shelf label as staff see it. `department_id_1c`: the point it hangs in, null: any. */
export type StaffShelfCode = Printed & {
  code: string;
  product_id: number;
  product: string;
  article: string | null;
  image: string | null;
  is_on: boolean;
  department_id_1c: string | null;
};

/** A campaign's code as staff see it. */
export type StaffCampaignCode = Printed & Omit<CampaignCode, 'kind'>;

export type CodeFilter = {
  /** Part of the code, the note, the name or article of the product, the target. */
  q?: string | undefined;
  state?: CodeState[] | undefined;
};
type Window = { limit: number; offset: number; count_to: number };

/** Labels of these points and of any point, the newest first. `points`: id_1c, null: all of them. */
export async function listShelfCodes(
  db: Db,
  points: string[] | null,
  filter: CodeFilter & { codes?: string[] },
  window: Window,
  now: Date,
): Promise<{ codes: StaffShelfCode[]; count: number }> {
  const { codes = null } = filter;
  const from = sql`qr_codes c join products p on p.id = c.product_id
    where c.kind = 'p' and ${narrowed(filter, now, sql`p.name, p.article, c.code, c.note`)}
      and (${points}::text[] is null or c.department_id_1c is null or c.department_id_1c = any(${points}::text[]))
      and (${codes}::text[] is null or c.code = any(${codes}::text[]))`;
  const [rows, counts] = await Promise.all([
    sql<StaffShelfCode>`
      select c.code, ${printed(now)}, p.id as product_id, p.name as product, p.article, p.images[1] as image,
        p.switched_off_at is null as is_on, c.department_id_1c
      from ${from} order by c.created_at desc, c.code limit ${window.limit} offset ${window.offset}`.execute(db),
    sql<{ count: number }>`
      select count(*)::int as count from (select from ${from} limit ${window.count_to + 1}) counted`.execute(db),
  ]);
  return { codes: rows.rows, count: counts.rows[0]?.count ?? 0 };
}

/** Codes of campaigns, the newest first. */
export async function listCampaignCodes(
  db: Db,
  filter: CodeFilter & { code?: string },
  window: Window,
  now: Date,
): Promise<{ codes: StaffCampaignCode[]; count: number }> {
  const { code = null } = filter;
  const from = sql`qr_codes c
    where c.kind = 'c' and ${narrowed(filter, now, sql`c.target, c.code, c.note, c.utm_source, c.utm_campaign`)}
      and coalesce(c.code = ${code}::text, true)`;
  const [rows, counts] = await Promise.all([
    sql<StaffCampaignCode>`
      select c.code, ${printed(now)}, c.target, c.utm_source, c.utm_medium, c.utm_campaign
      from ${from} order by c.created_at desc, c.code limit ${window.limit} offset ${window.offset}`.execute(db),
    sql<{ count: number }>`
      select count(*)::int as count from (select from ${from} limit ${window.count_to + 1}) counted`.execute(db),
  ]);
  return { codes: rows.rows, count: counts.rows[0]?.count ?? 0 };
}

const one = { limit: 1, offset: 0, count_to: 1 };

/** One label of these points; null: there is none. */
export async function readShelfCode(db: Db, points: string[] | null, code: string, now: Date) {
  return (await listShelfCodes(db, points, { codes: [code] }, one, now)).codes[0] ?? null;
}

/** One campaign's code; null: there is none. */
export async function readCampaignCode(db: Db, code: string, now: Date) {
  return (await listCampaignCodes(db, { code }, one, now)).codes[0] ?? null;
}

const stateAt = (now: Date) => sql`case when c.ends_at <= ${now}::timestamptz then 'ended' else 'running' end`;

const printed = (now: Date) => sql`${stateAt(now)} as state, c.ends_at, c.note, c.created_at, c.created_by`;

function narrowed({ q = '', state = [] }: CodeFilter, now: Date, words: RawBuilder<unknown>): RawBuilder<unknown> {
  const part = `%${q.trim().replace(/[\\%_]/g, '\\$&')}%`;
  return sql`(${state.length === 0} or ${stateAt(now)} = any(${state}::text[])) and concat_ws(' ', ${words}) ilike ${part}`;
}
