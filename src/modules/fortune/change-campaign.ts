import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { cleanHtml } from '#modules/content/clean-html.ts';
import { disownCoupons, moveCouponsOf } from '#modules/pricing/personal-coupons.ts';
import type { Db } from '#platform/database.ts';
import { encrypt, resealed } from '#platform/encryption.ts';
import { Refusal } from '#platform/refusal.ts';
import type { SecretKeys } from '#platform/secret-keys.ts';
import { daysBefore } from '#shared/dates.ts';
import { commitOf } from './draw.ts';
import { CampaignInput } from './schema.ts';

/**
 * Writes a campaign with its prizes and draws its secret seed; a draft until it is published. `seed`: for a draw that
 * must come out the same each time (demo, tests), 64 hex digits. Call in a transaction.
 */
export async function createCampaign(
  db: Db,
  keys: SecretKeys,
  given: CampaignInput,
  seed = randomBytes(32).toString('hex'),
): Promise<{ id: number; code: string; seed_commit: string }> {
  const { prizes, ...campaign } = CampaignInput.parse(given);
  const seed_commit = commitOf(seed);
  const { id } = await db
    .insertInto('fortune_campaigns')
    .values({
      ...campaign,
      rules_html: cleanHtml(campaign.rules_html),
      sealed_seed: encrypt(keys, `fortune ${campaign.code}`, seed),
      seed_commit,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('fortune_prizes')
    .values(prizes.map((prize, index) => ({ ...prize, campaign_id: id, position: index + 1 })))
    .execute();
  return { id, code: campaign.code, seed_commit };
}

/**
 * Shows the campaign with its odds and its commitment; from now on nothing of its terms can be changed (the database
 * refuses). Before the first spin: throws wrong_move once it should have begun or when another one is published for the
 * same days, not_found for an unknown or a published one. Call in a transaction.
 */
export async function publishCampaign(db: Db, code: string, now = new Date()): Promise<void> {
  const { rows } = await sql<{ starts_at: Date }>`
    select starts_at from fortune_campaigns where code = ${code} and published_at is null for update`.execute(db);
  const [row] = rows;
  if (!row) throw new Refusal('not_found');
  if (row.starts_at < now) throw new Refusal('wrong_move', {}, 'Розыгрыш публикуют до его начала');
  await sql`update fortune_campaigns set published_at = ${now} where code = ${code}`.execute(db).catch(throwOverlap);
}

/** Two published campaigns at a time: the database refuses. */
function throwOverlap(error: unknown): never {
  if (error instanceof Error && 'constraint' in error && error.constraint === 'fortune_campaigns_tstzrange_excl')
    throw new Refusal('wrong_move', {}, 'На эти дни уже опубликован другой розыгрыш');
  throw error;
}

/** Ends the campaign early: no more spins; coupons already given stay good. Throws not_found. Call in a transaction. */
export async function closeCampaign(db: Db, code: string, now = new Date()): Promise<void> {
  const { rows } = await sql`
    update fortune_campaigns set closed_at = ${now}
    where code = ${code} and published_at is not null and closed_at is null and ends_at > ${now} returning id`.execute(
    db,
  );
  if (rows.length === 0) throw new Refusal('not_found');
}

/** Days after the end when nothing can be counted by browsers and networks any more; the rules promise it. */
const marksDays = 30;

/** Seeds that an older key wrote are written again under the first one; what they decide stays. */
export async function resealSeeds(db: Db, keys: SecretKeys): Promise<void> {
  const rows = await db.selectFrom('fortune_campaigns').select(['id', 'code', 'sealed_seed']).execute();
  for (const { id, code, sealed_seed } of rows) {
    const sealed = resealed(keys, `fortune ${code}`, sealed_seed);
    if (sealed) await db.updateTable('fortune_campaigns').set({ sealed_seed: sealed }).where('id', '=', id).execute();
  }
}

/** Takes the marks of browsers and networks out of spins of campaigns that ended a month ago. */
export async function forgetSpinMarks(db: Db, now = new Date()): Promise<void> {
  const before = daysBefore(now, marksDays);
  await sql`
    update fortune_spins s set device_hash = null, address_hash = null
    from fortune_campaigns c
    where c.id = s.campaign_id and least(c.ends_at, c.closed_at) < ${before} and (s.device_hash is not null or s.address_hash is not null)`.execute(
    db,
  );
}

/**
 * The person is being erased: the draw stays to be checked, nothing leads from it to them, and their coupons are
 * nobody's.
 */
export async function forgetSpinner(db: Db, user_id: string): Promise<void> {
  await sql`update fortune_spins set user_id = null where user_id = ${user_id}::uuid`.execute(db);
  await disownCoupons(db, user_id);
}

/**
 * Spins and won coupons of an account that became another (`to`). Where both have spun in one period of a wheel, the
 * second spin stays to be checked and leads to nobody. Call in a transaction, after the account was merged.
 */
export async function moveSpinsOf(db: Db, from: string, to: string): Promise<void> {
  await sql`
    update fortune_spins s set user_id = case when exists (select from fortune_spins o
      where o.user_id = ${to}::uuid and o.campaign_id = s.campaign_id and o.period = s.period) then null else ${to}::uuid end
    where s.user_id = ${from}::uuid`.execute(db);
  await moveCouponsOf(db, from, to);
}
