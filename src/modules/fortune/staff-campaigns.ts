import { sql } from 'kysely';
import { z } from 'zod';
import { cleanHtml } from '#modules/content/clean-html.ts';
import type { Db } from '#platform/database.ts';
import { MomentInput } from '#platform/moment-input.ts';
import { Refusal } from '#platform/refusal.ts';
import type { SecretKeys } from '#platform/secret-keys.ts';
import { countOf, formatCount } from '#shared/plurals.ts';
import { createCampaign } from './change-campaign.ts';
import { CampaignInput, type Period, periods } from './schema.ts';

const whole = (least: number, most: number) =>
  z
    .int('Целое число')
    .min(least, `Не меньше ${least}`)
    .max(most, `Не больше ${formatCount(most)}`);
const kopecks = (least: number) => z.int('Укажите сумму').min(least, 'Слишком мало').max(100_000_000);
const filled = (most: number) =>
  z
    .string()
    .trim()
    .min(1, 'Обязательно для заполнения')
    .max(most, `Не длиннее ${countOf(most, 'знака', 'знаков', 'знаков')}`);

export const PlannedPrize = z.strictObject({
  name: filled(60),
  weight: whole(1, 1_000_000),
  sum_kopecks: kopecks(1),
  min_sum_kopecks: kopecks(0),
  coupon_days: whole(1, 365),
  /** null: as many as the budget lasts for. */
  stock: whole(0, 1_000_000).nullable(),
  is_consolation: z.boolean(),
});

/** What staff set of a wheel while it is a draft. Kopecks; moments ISO with zone. */
export const CampaignFields = z.strictObject({
  title: filled(120),
  organiser: filled(500),
  rules_html: filled(50_000),
  starts_at: MomentInput,
  ends_at: MomentInput,
  period: z.enum(periods),
  budget_kopecks: z.int('Укажите сумму').min(1, 'Слишком мало').max(1_000_000_000_00),
  device_limit: whole(1, 100),
  address_limit: whole(1, 1_000),
  prizes: z.array(PlannedPrize).min(2, 'Призов не меньше двух').max(24, 'Призов не больше 24'),
});
export type CampaignFields = z.output<typeof CampaignFields>;

export const campaignStates = ['draft', 'coming', 'running', 'over'] as const;

export type StaffCampaign = {
  id: number;
  code: string;
  state: (typeof campaignStates)[number];
  title: string;
  organiser: string;
  rules_html: string;
  starts_at: Date;
  ends_at: Date;
  period: Period;
  budget_kopecks: number;
  spent_kopecks: number;
  device_limit: number;
  address_limit: number;
  seed_commit: string;
  published_at: Date | null;
  closed_at: Date | null;
  spins: number;
  prizes: (CampaignFields['prizes'][number] & { given: number })[];
};

/** Every wheel of the shop, the last one on top. */
export async function listStaffCampaigns(db: Db, now: Date): Promise<StaffCampaign[]> {
  const { rows } = await sql<StaffCampaign>`
    select ${columns(now)} from fortune_campaigns c order by c.starts_at desc, c.id desc limit 200`.execute(db);
  return rows;
}

/** One of them; null: there is none. `isLocked`: held until the end of the transaction. */
export async function readStaffCampaign(
  db: Db,
  id: number,
  now: Date,
  isLocked = false,
): Promise<StaffCampaign | null> {
  if (isLocked) await sql`select from fortune_campaigns where id = ${id} for update`.execute(db);
  const { rows } = await sql<StaffCampaign>`
    select ${columns(now)} from fortune_campaigns c where c.id = ${id}`.execute(db);
  return rows[0] ?? null;
}

/** Fields of a wheel as staff set them. */
export function fieldsOfCampaign(campaign: StaffCampaign): CampaignFields {
  const { title, organiser, rules_html, period, budget_kopecks, device_limit, address_limit, prizes } = campaign;
  return {
    title,
    organiser,
    rules_html,
    period,
    budget_kopecks,
    device_limit,
    address_limit,
    starts_at: campaign.starts_at.toISOString(),
    ends_at: campaign.ends_at.toISOString(),
    prizes: prizes.map(({ given: _, ...prize }) => prize),
  };
}

/** A draft with its seed drawn and sealed. Throws bad_input {fields}. */
export async function createStaffCampaign(
  db: Db,
  keys: SecretKeys,
  { code, ...fields }: CampaignFields & { code: string },
): Promise<number> {
  const taken = await sql`select id from fortune_campaigns where code = ${code}`.execute(db);
  if (taken.rows.length > 0) throw new Refusal('bad_input', { fields: { code: 'Такой код уже есть' } });
  const { id } = await createCampaign(db, keys, check({ ...fields, code }));
  return id;
}

/**
 * Sets what a draft promises; its code and its seed stay. Throws wrong_move once it is published, bad_input {fields}.
 */
export async function saveDraftCampaign(
  db: Db,
  campaign: StaffCampaign,
  change: Partial<CampaignFields>,
): Promise<void> {
  if (campaign.state !== 'draft' || campaign.published_at)
    throw new Refusal('wrong_move', {}, 'Опубликованный розыгрыш не меняется');
  const {
    prizes,
    code: _code,
    ...row
  } = CampaignInput.parse(check({ ...fieldsOfCampaign(campaign), ...change, code: campaign.code }));
  await db
    .updateTable('fortune_campaigns')
    .set({ ...row, rules_html: cleanHtml(row.rules_html) })
    .where('id', '=', campaign.id)
    .execute();
  await db.deleteFrom('fortune_prizes').where('campaign_id', '=', campaign.id).execute();
  await db
    .insertInto('fortune_prizes')
    .values(prizes.map((prize, index) => ({ ...prize, campaign_id: campaign.id, position: index + 1 })))
    .execute();
}

/** What does not go together is told at its field. */
function check(fields: CampaignFields & { code: string }): CampaignInput {
  const given = { ...fields, starts_at: new Date(fields.starts_at), ends_at: new Date(fields.ends_at) };
  const parsed = CampaignInput.safeParse(given);
  if (parsed.success) return given;
  const wrongs = parsed.error.issues.map(({ path, message }) => [path.join('.'), message] as const);
  throw new Refusal('bad_input', { fields: Object.fromEntries(wrongs) });
}

const columns = (now: Date) => sql`
  c.id, c.code, c.title, c.organiser, c.rules_html, c.starts_at, c.ends_at, c.period, c.budget_kopecks,
  c.spent_kopecks, c.device_limit, c.address_limit, c.seed_commit, c.published_at, c.closed_at,
  case when c.published_at is null then 'draft' when c.closed_at is not null or c.ends_at <= ${now} then 'over'
    when c.starts_at > ${now} then 'coming' else 'running' end as state,
  (select count(*)::int from fortune_spins s where s.campaign_id = c.id) as spins,
  coalesce((select jsonb_agg(jsonb_build_object('name', p.name, 'weight', p.weight, 'sum_kopecks', p.sum_kopecks,
      'min_sum_kopecks', p.min_sum_kopecks, 'coupon_days', p.coupon_days, 'stock', p.stock,
      'is_consolation', p.is_consolation, 'given', p.given) order by p.position)
    from fortune_prizes p where p.campaign_id = c.id), '[]') as prizes`;
