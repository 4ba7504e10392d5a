import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import { listContacts } from '#modules/accounts/contacts.ts';
import { storeMail } from '#modules/mail/mails.ts';
import { issuePersonalCoupon } from '#modules/pricing/personal-coupons.ts';
import { checkForm } from '#platform/check-form.ts';
import type { Db } from '#platform/database.ts';
import { networkOf } from '#platform/networks.ts';
import { Refusal } from '#platform/refusal.ts';
import type { SecretKeys } from '#platform/secret-keys.ts';
import { daysAfter } from '#shared/dates.ts';
import { ensure } from '#shared/ensure.ts';
import type { TextsOf } from '#shared/form-rules.ts';
import { spinForm } from '#shared/spin-form.ts';
import { isDisposableMail, mailboxOf } from './disposable-mail.ts';
import { drawPrize, serverSeedOf } from './draw.ts';
import { prizeEmail } from './emails.ts';
import { givenPrize } from './given-prize.ts';
import { type Campaign, lockCampaign, offerOf, type Prize, readOwnSpin, type Spin } from './queries.ts';

/** Who spins and where they sit. `browser`: what tells this browser from others; never trusted alone. */
export type Spinner = {
  user_id: string;
  address: string;
  browser: string;
  origin: string;
  branch: {
    id_1c: string;
    name_for_site: string;
    city: string;
    address: string;
    phones: Record<string, string>;
    email: string | null;
  };
};

/**
 * One spin of the wheel that runs: the prize is settled here, once, whatever the page shows afterwards. A person who
 * has spun in this period gets the same spin again (`is_new` false), however often and at once they ask. `commit` is
 * what the person was shown; `client_seed` what they or their browser chose. Throws fortune_closed, fortune_over
 * (budget), fortune_no_email, fortune_disposable, fortune_changed (another period or campaign began meanwhile),
 * fortune_taken (the mailbox has spun from another account), fortune_limit. Call in a transaction: it holds the
 * campaign's row, so spins come one after another.
 */
export async function spinWheel(
  db: Db,
  keys: SecretKeys,
  spinner: Spinner,
  given: FormData | TextsOf<typeof spinForm>,
  now = new Date(),
): Promise<{ spin: Spin; is_new: boolean }> {
  const campaign = await lockCampaign(db, keys, now);
  if (!campaign || campaign.state === 'coming' || campaign.state === 'over') throw new Refusal('fortune_closed');
  const offer = offerOf(campaign.seed, campaign, spinner.user_id, now);
  const earlier = await readOwnSpin(db, campaign.id, offer.period, spinner.user_id);
  if (earlier) return { spin: earlier, is_new: false };
  if (campaign.state === 'exhausted') throw new Refusal('fortune_over');
  const email = await addressForEmails(db, spinner.user_id);
  if (!email) throw new Refusal('fortune_no_email');
  if (isDisposableMail(email)) throw new Refusal('fortune_disposable');
  const { commit, client_seed } = checkForm(spinForm, given);
  if (commit !== offer.commit) throw new Refusal('fortune_changed');
  const marks = marksOf(campaign.seed, email, spinner);
  await refuseTooMany(db, campaign, offer.period, marks);

  const server_seed = serverSeedOf(campaign.seed, campaign.code, offer.ticket);
  const drawn = drawPrize(
    { campaign: campaign.code, ticket: offer.ticket, server_seed, client_seed },
    campaign.prizes.map((prize) => prize.weight),
  );
  const drawnPrize = ensure(campaign.prizes[drawn.index]);
  const prize = affordable(campaign, drawnPrize);
  const ends_at = daysAfter(now, prize.coupon_days);
  const { sum_kopecks, min_sum_kopecks } = prize;
  const note = `Колесо ${campaign.code}`;
  const coupon = await issuePersonalCoupon(db, spinner.user_id, { sum_kopecks, min_sum_kopecks, ends_at, note }, now);
  await sql`
    insert into fortune_spins (campaign_id, number, period, ticket, user_id, person_hash, device_hash, address_hash, client_seed,
      server_seed, roll, drawn_prize_id, given_prize_id, cost_kopecks, coupon, spun_at)
    select ${campaign.id}, coalesce(max(number), 0) + 1, ${offer.period}, ${offer.ticket}, ${spinner.user_id}::uuid, ${marks.person},
      ${marks.device}, ${marks.address}, ${client_seed}, ${server_seed}, ${drawn.roll}, ${drawnPrize.id}, ${prize.id},
      ${sum_kopecks}, ${coupon}, ${now}
    from fortune_spins where campaign_id = ${campaign.id}`.execute(db);
  const spin = await readOwnSpin(db, campaign.id, offer.period, spinner.user_id);
  if (!spin) throw new Error('Вращение не записалось');
  const emailMessage = prizeEmail(campaign, { spin, prize, drawn: drawnPrize }, spinner.origin, spinner.branch);
  await storeMail(db, `fortune ${campaign.id} ${spin.number}`, email, emailMessage, spinner.branch.email);
  return { spin, is_new: true };
}

function affordable({ prizes, budget_kopecks, spent_kopecks }: Campaign, drawn: Prize): Prize {
  const prize = givenPrize(prizes, budget_kopecks - spent_kopecks, drawn);
  if (!prize) throw new Refusal('fortune_over');
  return prize;
}

/** Where the person's emails go: a confirmed address, the main one before others. */
export async function addressForEmails(db: Db, user_id: string): Promise<string | null> {
  const emails = (await listContacts(db, user_id)).filter(({ type, confirmed_at }) => type === 'email' && confirmed_at);
  return emails[0]?.value ?? null;
}

type Marks = { person: Buffer; device: Buffer; address: Buffer };

/** Keyed by the campaign's own secret, which outlives a change of the shop's keys. */
function marksOf(seed: string, email: string, { browser, address }: Spinner): Marks {
  const mark = (kind: string, text: string) => createHmac('sha256', seed).update(`${kind} ${text}`).digest();
  return {
    person: mark('person', mailboxOf(email)),
    device: mark('device', browser),
    address: mark('address', networkOf(address)),
  };
}

async function refuseTooMany(db: Db, campaign: Campaign, period: string, marks: Marks): Promise<void> {
  const { rows } = await sql<{ is_taken: boolean; devices: number; addresses: number }>`
    select coalesce(bool_or(person_hash = ${marks.person}), false) as is_taken,
      count(*) filter (where device_hash = ${marks.device})::int as devices,
      count(*) filter (where address_hash = ${marks.address})::int as addresses
    from fortune_spins where campaign_id = ${campaign.id} and period = ${period}
      and (person_hash = ${marks.person} or device_hash = ${marks.device} or address_hash = ${marks.address})`.execute(
    db,
  );
  const { is_taken, devices, addresses } = ensure(rows[0]);
  if (is_taken) throw new Refusal('fortune_taken');
  if (devices >= campaign.device_limit || addresses >= campaign.address_limit) throw new Refusal('fortune_limit');
}
