import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';

/** A shelf label: the goods, and the point it hangs in (null: any). */
export type ShelfCode = { kind: 'p'; code: string; product_id: number; department_id_1c: string | null };

/** A campaign: a page of this shop, and the marks it is counted by. */
export type CampaignCode = {
  kind: 'c';
  code: string;
  target: string;
  utm_source: string;
  utm_medium: string | null;
  utm_campaign: string | null;
};

export type CodeRow = (ShelfCode | CampaignCode) & { ends_at: Date | null; note: string; created_at: Date };

/** The living label of this code, or null. */
export async function findShelfCode(db: Db, code: string, now = new Date()): Promise<ShelfCode | null> {
  const { rows } = await sql<ShelfCode>`
    select kind, code, product_id, department_id_1c from qr_codes
    where kind = 'p' and code = ${code.toLowerCase()} and (ends_at is null or ends_at > ${now}::timestamptz)`.execute(
    db,
  );
  return rows[0] ?? null;
}

/** The living campaign of this code, or null. */
export async function findCampaign(db: Db, code: string, now = new Date()): Promise<CampaignCode | null> {
  const { rows } = await sql<CampaignCode>`
    select kind, code, target, utm_source, utm_medium, utm_campaign from qr_codes
    where kind = 'c' and code = ${code.toLowerCase()} and (ends_at is null or ends_at > ${now}::timestamptz)`.execute(
    db,
  );
  return rows[0] ?? null;
}

/**
 * Where a campaign's code leads: its own target with its marks; `placement` (the rest of the printed path: which
 * leaflet, which wall) becomes utm_content. Nothing else of the address is taken over.
 */
export function campaignTarget(campaign: CampaignCode, placement: string): string {
  const [path = '/', query = ''] = campaign.target.split('?', 2);
  const search = new URLSearchParams(query);
  search.set('utm_source', campaign.utm_source);
  if (campaign.utm_medium) search.set('utm_medium', campaign.utm_medium);
  search.set('utm_campaign', campaign.utm_campaign ?? campaign.code);
  const content = placement.replace(/[^\p{L}\p{N}/_-]+/gu, '-').slice(0, 80);
  if (content) search.set('utm_content', content);
  return `${path}?${search}`;
}

/** Every code, newest first. */
export async function listCodes(db: Db, limit: number): Promise<CodeRow[]> {
  return (
    await sql<CodeRow>`
      select kind, code, product_id, department_id_1c, target, utm_source, utm_medium, utm_campaign, ends_at, note, created_at
      from qr_codes order by created_at desc, kind, code limit ${limit}`.execute(db)
  ).rows;
}
