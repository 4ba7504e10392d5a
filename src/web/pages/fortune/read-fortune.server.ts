import { randomBytes } from 'node:crypto';
import { isDisposableMail } from '#modules/fortune/disposable-mail.ts';
import { commitOf, drawPrize } from '#modules/fortune/draw.ts';
import { campaignZone, periodAt } from '#modules/fortune/periods.ts';
import {
  type Campaign,
  listSpins,
  type Prize,
  readCampaign,
  readOffer,
  readOwnSpin,
  readRevealedSeed,
  readSpin,
  type Spin,
} from '#modules/fortune/queries.ts';
import { addressForEmails } from '#modules/fortune/spin-wheel.ts';
import type { SecretKeys } from '#platform/secret-keys.ts';
import { ensure } from '#shared/ensure.ts';
import { formProblems, readForm } from '#shared/form-rules.ts';
import { refusals } from '#shared/refusals.ts';
import { zonedDayWords } from '#shared/until-words.ts';
import { clock } from '#shared/work-time.ts';
import { isMidnight, lastMoment, localTime } from '#shared/zoned-time.ts';
import type { Shop } from '#web/parts/request/context.ts';
import { drawCheckForm } from './check-form.ts';
import type { Check, FortuneView, MySpin, PrizeView, Stand } from './fortune-view.ts';

const shownSpins = 10;

/** Everything the page of the wheel shows to this visitor; null: there never was a wheel. */
export async function readFortune(
  { db, requestContext }: Pick<Shop, 'db' | 'requestContext'>,
  keys: SecretKeys,
  search: URLSearchParams,
  now = new Date(),
): Promise<FortuneView | null> {
  const campaign = await readCampaign(db, now);
  if (!campaign) return null;
  const [stand, spins, revealed_seed, check] = await Promise.all([
    readStand(db, keys, campaign, requestContext.account, now),
    listSpins(db, campaign.id, shownSpins),
    readRevealedSeed(db, keys, campaign, now),
    readCheck(db, campaign, search),
  ]);
  const total = campaign.prizes.reduce((sum, prize) => sum + prize.weight, 0);
  const names = new Map(campaign.prizes.map((prize) => [prize.id, prize.name]));
  return {
    code: campaign.code,
    title: campaign.title,
    state: campaign.state,
    ...timesOf(campaign.starts_at, campaign.closed_at ?? campaign.ends_at, now),
    period: campaign.period,
    organiser: campaign.organiser,
    rules_html: campaign.rules_html,
    budget_kopecks: campaign.budget_kopecks,
    left_kopecks: campaign.budget_kopecks - campaign.spent_kopecks,
    device_limit: campaign.device_limit,
    address_limit: campaign.address_limit,
    prizes: campaign.prizes.map((prize) => prizeView(prize, total)),
    total,
    seed_commit: campaign.seed_commit,
    revealed_seed,
    stand,
    spins: spins.map((spin) => ({
      number: spin.number,
      at: momentWords(spin.spun_at, now),
      prize: names.get(spin.given_prize_id) ?? '',
      is_replaced: spin.given_prize_id !== spin.drawn_prize_id,
    })),
    check,
  };
}

/** Whole days are said without hours: «28 ноября», «по 9 января 2027 включительно», «9 января 2027». */
function timesOf(starts_at: Date, ends_at: Date, now: Date): Pick<FortuneView, 'starts' | 'until' | 'ended'> {
  const isWholeDay = isMidnight(ends_at, campaignZone);
  const last = zonedDayWords(lastMoment(ends_at, campaignZone), campaignZone, now);
  const exactly = momentWords(ends_at, now);
  return {
    starts: isMidnight(starts_at, campaignZone)
      ? zonedDayWords(starts_at, campaignZone, now)
      : `${momentWords(starts_at, now)} по Москве`,
    until: isWholeDay ? `по ${last} включительно` : `до ${exactly} по Москве`,
    ended: isWholeDay ? last : exactly,
  };
}

/** «28 ноября, 03:57», by the clock of the campaign. */
function momentWords(moment: Date, now: Date): string {
  return `${zonedDayWords(moment, campaignZone, now)}, ${clock(localTime(moment, campaignZone).minute)}`;
}

function prizeView(prize: Prize, total: number): PrizeView {
  const { id, name, weight, sum_kopecks, min_sum_kopecks, coupon_days, left, is_consolation } = prize;
  const percent = new Intl.NumberFormat('ru-RU', { maximumFractionDigits: 2 }).format((weight / total) * 100);
  return { id, name, weight, percent, sum_kopecks, min_sum_kopecks, coupon_days, left, is_consolation };
}

type Account = Shop['requestContext']['account'];

async function readStand(
  db: Shop['db'],
  keys: SecretKeys,
  campaign: Campaign,
  account: Account,
  now: Date,
): Promise<Stand> {
  if (!account) return { kind: 'guest' };
  if (account.acting) return { kind: 'blocked', words: refusals.not_while_acting.message };
  const spin = await readOwnSpin(db, campaign.id, periodAt(campaign.period, now), account.user_id);
  if (spin) return { kind: 'spun', spin: mySpin(campaign, spin, now) };
  if (campaign.state !== 'running') return { kind: 'idle' };
  const email = await addressForEmails(db, account.user_id);
  if (!email) return { kind: 'blocked', words: refusals.fortune_no_email.message };
  if (isDisposableMail(email)) return { kind: 'blocked', words: refusals.fortune_disposable.message };
  const { ticket, commit } = await readOffer(db, keys, campaign, account.user_id, now);
  return { kind: 'ready', email, ticket, commit, suggested: randomBytes(8).toString('hex') };
}

function mySpin(campaign: Campaign, spin: Spin, now: Date): MySpin {
  const index = campaign.prizes.findIndex((prize) => prize.id === spin.drawn_prize_id);
  const given = ensure(campaign.prizes.find((prize) => prize.id === spin.given_prize_id));
  const { number, ticket, client_seed, server_seed, roll, coupon, coupon_is_used } = spin;
  return {
    number,
    ticket,
    client_seed,
    server_seed,
    roll,
    coupon,
    coupon_is_used,
    commit: commitOf(server_seed),
    index,
    drawn: campaign.prizes[index]?.name ?? '',
    given: given.name,
    is_replaced: spin.drawn_prize_id !== spin.given_prize_id,
    sum_kopecks: given.sum_kopecks,
    min_sum_kopecks: given.min_sum_kopecks,
    until: zonedDayWords(spin.coupon_ends_at, campaignZone, now),
    at: momentWords(spin.spun_at, now),
  };
}

/**
 * What the form of the check asks, and the answer: the same that a browser works out by itself. `?spin=N` fills it in.
 */
async function readCheck(db: Shop['db'], campaign: Campaign, search: URLSearchParams): Promise<Check> {
  const number = Number(/^[1-9]\d{0,8}$/.exec(search.get('spin') ?? '')?.[0] ?? 0);
  const spin = number > 0 ? await readSpin(db, campaign.id, number) : null;
  const fields = spin
    ? {
        ticket: spin.ticket,
        client_seed: spin.client_seed,
        server_seed: spin.server_seed,
        commit: commitOf(spin.server_seed),
      }
    : readForm(drawCheckForm, Object.fromEntries(search)).values;
  const isAsked = spin !== null || search.has('server_seed');
  if (!isAsked) return { fields, answer: null };
  const errors = formProblems(fields, drawCheckForm);
  if (Object.keys(errors).length > 0) return { fields, answer: { kind: 'bad', errors } };
  const { ticket, client_seed, server_seed } = fields;
  const input = { campaign: campaign.code, ticket, server_seed, client_seed };
  const { roll, index } = drawPrize(
    input,
    campaign.prizes.map((prize) => prize.weight),
  );
  const is_promised = fields.commit === '' ? null : fields.commit === commitOf(fields.server_seed);
  return { fields, answer: { kind: 'drawn', roll, prize: ensure(campaign.prizes[index]).name, is_promised } };
}
