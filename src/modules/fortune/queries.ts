import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { decrypt } from '#platform/encryption.ts';
import type { SecretKeys } from '#platform/secret-keys.ts';
import { ensure } from '#shared/ensure.ts';
import { commitOf, serverSeedOf, ticketOf } from './draw.ts';
import { periodAt } from './periods.ts';
import type { Period } from './schema.ts';

export type Prize = {
  id: number;
  name: string;
  weight: number;
  sum_kopecks: number;
  min_sum_kopecks: number;
  coupon_days: number;
  /** null: as many as the budget lasts for. */
  left: number | null;
  is_consolation: boolean;
};

/** A published campaign as everybody may see it. Money in kopecks. */
export type Campaign = {
  id: number;
  code: string;
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
  closed_at: Date | null;
  /** exhausted: what is left does not cover the consolation prize. */
  state: 'coming' | 'running' | 'exhausted' | 'over';
  prizes: Prize[];
};

type CampaignRow = Omit<Campaign, 'state' | 'prizes'> & { sealed_seed: Buffer };

/** The seed is shown an hour after the end: by then no process can still think that the campaign runs. */
const revealAfterMs = 3_600_000;

/** The wheel to show: the one that runs, else the next, else the last. null: there never was one. `code`: that one. */
export async function readCampaign(db: Db, now: Date, code?: string): Promise<Campaign | null> {
  const row = await selectCampaign(db, now, code);
  return row && withPrizes(db, row, now);
}

/** The same with its row locked: everybody who spins waits here, so that limits and budget are counted exactly. */
export async function lockCampaign(db: Db, keys: SecretKeys, now: Date): Promise<(Campaign & { seed: string }) | null> {
  const shown = await selectCampaign(db, now);
  if (!shown) return null;
  const { rows } = await sql<CampaignRow>`
    select ${columns} from fortune_campaigns where id = ${shown.id} for update`.execute(db);
  const [row] = rows;
  return row ? { ...(await withPrizes(db, row, now)), seed: openSeed(keys, row) } : null;
}

async function selectCampaign(db: Db, now: Date, code?: string): Promise<CampaignRow | null> {
  const { rows } = await sql<CampaignRow>`
    select ${columns} from fortune_campaigns
    where published_at is not null and (${code ?? null}::text is null or code = ${code ?? null})
    order by starts_at <= ${now} and ends_at > ${now} desc, starts_at > ${now} desc,
      case when starts_at > ${now} then starts_at end, ends_at desc
    limit 1`.execute(db);
  return rows[0] ?? null;
}

const columns = sql.raw(
  `id, code, title, organiser, rules_html, starts_at, ends_at, period, budget_kopecks, spent_kopecks, device_limit, address_limit,
    seed_commit, sealed_seed, closed_at`,
);

async function withPrizes(db: Db, { sealed_seed: _, ...row }: CampaignRow, now: Date): Promise<Campaign> {
  const { rows } = await sql<Prize>`
    select id, name, weight, sum_kopecks, min_sum_kopecks, coupon_days, stock - given as left, is_consolation
    from fortune_prizes where campaign_id = ${row.id} order by position`.execute(db);
  return { ...row, prizes: rows, state: stateOf(row, rows, now) };
}

function stateOf(
  row: Pick<Campaign, 'starts_at' | 'ends_at' | 'closed_at' | 'budget_kopecks' | 'spent_kopecks'>,
  prizes: Prize[],
  now: Date,
): Campaign['state'] {
  if (row.ends_at <= now || row.closed_at !== null) return 'over';
  if (row.starts_at > now) return 'coming';
  const consolation = prizes.find((prize) => prize.is_consolation);
  return consolation && row.budget_kopecks - row.spent_kopecks >= consolation.sum_kopecks ? 'running' : 'exhausted';
}

type Sealed = Pick<CampaignRow, 'code' | 'sealed_seed'>;

async function readSeed(db: Db, keys: SecretKeys, campaign_id: number): Promise<string> {
  const { rows } = await sql<Sealed>`select code, sealed_seed from fortune_campaigns where id = ${campaign_id}`.execute(
    db,
  );
  return openSeed(keys, ensure(rows[0]));
}

function openSeed(keys: SecretKeys, { code, sealed_seed }: Sealed): string {
  const opened = decrypt(keys, `fortune ${code}`, sealed_seed);
  if (!opened) throw new Error(`Секрет розыгрыша ${code} не открывается ключами SECRET_KEYS`);
  return opened.text;
}

/** The campaign's seed once nothing can be won with it any more; null before. */
export async function readRevealedSeed(
  db: Db,
  keys: SecretKeys,
  campaign: Campaign,
  now: Date,
): Promise<string | null> {
  const over = Math.min(campaign.ends_at.getTime(), campaign.closed_at?.getTime() ?? Number.POSITIVE_INFINITY);
  if (now.getTime() < over + revealAfterMs) return null;
  return readSeed(db, keys, campaign.id);
}

/**
 * What a person is shown before the spin: a ticket and the commitment to its seed. The same whenever it is asked for
 * within the period.
 */
export type Offer = { period: string; ticket: string; commit: string };

/** The seed stays sealed: only the commitment leaves. */
export async function readOffer(
  db: Db,
  keys: SecretKeys,
  campaign: Pick<Campaign, 'id' | 'code' | 'period'>,
  user_id: string,
  now: Date,
): Promise<Offer> {
  return offerOf(await readSeed(db, keys, campaign.id), campaign, user_id, now);
}

/** Worked out, not stored: campaign, period and person give the same ticket each time. */
export function offerOf(seed: string, campaign: Pick<Campaign, 'code' | 'period'>, user_id: string, now: Date): Offer {
  const period = periodAt(campaign.period, now);
  const ticket = ticketOf(campaign.code, period, user_id);
  return { period, ticket, commit: commitOf(serverSeedOf(seed, campaign.code, ticket)) };
}

/** A spin as its own person sees it, with everything that checks it. */
export type Spin = {
  number: number;
  ticket: string;
  client_seed: string;
  server_seed: string;
  roll: number;
  drawn_prize_id: number;
  given_prize_id: number;
  coupon: string;
  coupon_ends_at: Date;
  coupon_is_used: boolean;
  spun_at: Date;
};

/** The person's spin of this period; null: there was none. */
export async function readOwnSpin(db: Db, campaign_id: number, period: string, user_id: string): Promise<Spin | null> {
  const { rows } = await sql<Spin>`
    select s.number, s.ticket, s.client_seed, s.server_seed, s.roll, s.drawn_prize_id, s.given_prize_id, s.coupon,
      c.ends_at as coupon_ends_at, c.used_count >= c.max_uses as coupon_is_used, s.spun_at
    from fortune_spins s join coupons c on c.code = s.coupon
    where s.campaign_id = ${campaign_id} and s.period = ${period} and s.user_id = ${user_id}::uuid`.execute(db);
  return rows[0] ?? null;
}

/** A spin as it is published: nothing of the person in it. */
export type PublishedSpin = Pick<
  Spin,
  'number' | 'ticket' | 'client_seed' | 'server_seed' | 'roll' | 'drawn_prize_id' | 'given_prize_id' | 'spun_at'
>;

/** Published spins of a campaign, newest first. */
export async function listSpins(db: Db, campaign_id: number, limit: number, offset = 0): Promise<PublishedSpin[]> {
  const { rows } = await sql<PublishedSpin>`
    select number, ticket, client_seed, server_seed, roll, drawn_prize_id, given_prize_id, spun_at
    from fortune_spins where campaign_id = ${campaign_id} order by number desc limit ${limit} offset ${offset}`.execute(
    db,
  );
  return rows;
}

export type CampaignSummary = {
  code: string;
  title: string;
  starts_at: Date;
  ends_at: Date;
  published_at: Date | null;
  closed_at: Date | null;
  budget_kopecks: number;
  spent_kopecks: number;
  spins: number;
};

/** All campaigns, drafts too, for the command line. */
export async function listCampaigns(db: Db): Promise<CampaignSummary[]> {
  const { rows } = await sql<CampaignSummary>`
    select c.code, c.title, c.starts_at, c.ends_at, c.published_at, c.closed_at, c.budget_kopecks, c.spent_kopecks,
      (select count(*)::int from fortune_spins s where s.campaign_id = c.id) as spins
    from fortune_campaigns c order by c.starts_at desc, c.id desc`.execute(db);
  return rows;
}

/** One published spin by its number. */
export async function readSpin(db: Db, campaign_id: number, number: number): Promise<PublishedSpin | null> {
  const { rows } = await sql<PublishedSpin>`
    select number, ticket, client_seed, server_seed, roll, drawn_prize_id, given_prize_id, spun_at
    from fortune_spins where campaign_id = ${campaign_id} and number = ${number}`.execute(db);
  return rows[0] ?? null;
}
