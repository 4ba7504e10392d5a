import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { findCoupon, takeCoupon } from '#modules/pricing/coupon.ts';
import { ownCoupons } from '#modules/pricing/personal-coupons.ts';
import { secretKeys } from '#platform/secret-keys.ts';
import { makeUser } from '#test/support/accounts.ts';
import { testDatabase } from '#test/support/database.ts';
import { spinnersBranch } from '#test/support/wheel.ts';
import { closeCampaign, createCampaign, forgetSpinMarks, publishCampaign } from './change-campaign.ts';
import { commitOf, drawPrize, serverSeedOf } from './draw.ts';
import { type Campaign, readCampaign, readOffer, readOwnSpin, readRevealedSeed } from './queries.ts';
import type { CampaignInput } from './schema.ts';
import { type Spinner, spinWheel } from './spin-wheel.ts';

const { db } = await testDatabase();
const keys = await secretKeys(db, undefined);
const dayMs = 86_400_000;
let month = 0;

const prizes: CampaignInput['prizes'] = [
  { name: '1000 ₽', weight: 1, sum_kopecks: 100_000, min_sum_kopecks: 500_000, coupon_days: 30, stock: 1 },
  { name: '500 ₽', weight: 3, sum_kopecks: 50_000, min_sum_kopecks: 250_000, coupon_days: 30 },
  { name: '100 ₽', weight: 6, sum_kopecks: 10_000, min_sum_kopecks: 100_000, coupon_days: 14, is_consolation: true },
];

/** Each test has a wheel and a month of its own. */
async function makeCampaign(given: Partial<CampaignInput> = {}): Promise<{ campaign: Campaign; now: Date }> {
  const starts_at = new Date(Date.UTC(2030, month++, 2));
  const code = `wheel-${month}`;
  await createCampaign(db, keys, {
    code,
    title: 'Колесо',
    organiser: 'ООО «ИДД»',
    rules_html: '<p>Правила</p>',
    period: 'campaign',
    prizes,
    starts_at,
    ends_at: new Date(starts_at.getTime() + 20 * dayMs),
    budget_kopecks: 100_000_000,
    address_limit: 500,
    ...given,
  });
  await publishCampaign(db, code, new Date(starts_at.getTime() - dayMs));
  const now = new Date(starts_at.getTime() + dayMs);
  return { campaign: (await readCampaign(db, now, code))!, now };
}

let requesters = 0;

async function makeSpinner(given: Partial<Spinner> & { email?: string } = {}): Promise<Spinner & { email: string }> {
  const { email, ...requester } = given;
  const user = requester.user_id ? { id: requester.user_id, email: '' } : await makeUser(db, email ? { email } : {});
  const n = ++requesters;
  const place = {
    address: `10.0.${n >> 8}.${n & 255}`,
    browser: `browser ${n}`,
    origin: 'http://idd.localhost',
    branch: spinnersBranch,
  };
  return { user_id: user.id, email: user.email, ...place, ...requester };
}

async function spin(spinner: Spinner, campaign: Campaign, now: Date, client_seed = 'снег') {
  const { commit } = await readOffer(db, keys, campaign, spinner.user_id, now);
  return db.transaction().execute((db) => spinWheel(db, keys, spinner, { commit, client_seed }, now));
}

const counted = async (campaign: Campaign) => {
  const { rows } = await sql<{ spins: number; sum: number; spent: number; given: number; coupons: number }>`
    select (select count(*)::int from fortune_spins s where s.campaign_id = c.id) as spins,
      (select coalesce(sum(cost_kopecks), 0)::int8 from fortune_spins s where s.campaign_id = c.id) as sum,
      c.spent_kopecks as spent, (select sum(given)::int from fortune_prizes p where p.campaign_id = c.id) as given,
      (select count(*)::int from coupons where note = 'Колесо ' || c.code) as coupons
    from fortune_campaigns c where c.id = ${campaign.id}`.execute(db);
  return rows[0]!;
};

test('twenty parallel requests of one person give one prize, one coupon, one email; a replay gives the same', async () => {
  const { campaign, now } = await makeCampaign();
  const anna = await makeSpinner();
  const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => spin(anna, campaign, now, `нажатие ${n}`)));
  expect(answers.filter(({ is_new }) => is_new)).toHaveLength(1);
  expect(new Set(answers.map(({ spin }) => spin.coupon)).size).toBe(1);
  const again = await spin(anna, campaign, new Date(now.getTime() + dayMs), 'ещё раз');
  expect(again).toEqual({ spin: answers[0]!.spin, is_new: false });
  expect(await counted(campaign)).toMatchObject({ spins: 1, given: 1, coupons: 1 });
  const emailMessages = await db
    .selectFrom('mails')
    .select(['subject', 'text'])
    .where('to_address', '=', anna.email)
    .execute();
  expect(emailMessages).toHaveLength(1);
  expect(emailMessages[0]!.text).toContain(again.spin.coupon);
});

test('twenty people at once are counted exactly: every spin is paid from the budget', async () => {
  const { campaign, now } = await makeCampaign();
  const people = await Promise.all(Array.from({ length: 20 }, () => makeSpinner()));
  const spins = await Promise.all(people.map((one) => spin(one, campaign, now)));
  const { sum, spent, ...rest } = await counted(campaign);
  expect(rest).toEqual({ spins: 20, given: 20, coupons: 20 });
  expect(spent).toBe(sum);
  expect(spins.map(({ spin }) => spin.number).sort((a, b) => a - b)).toEqual(
    Array.from({ length: 20 }, (_, n) => n + 1),
  );
});

test('the budget is never overspent: parallel spins share what is left, then the wheel stops for all', async () => {
  const { campaign, now } = await makeCampaign({ budget_kopecks: 125_000 });
  const people = await Promise.all(Array.from({ length: 30 }, () => makeSpinner()));
  const results = await Promise.allSettled(people.map((one) => spin(one, campaign, now)));
  const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason.code] : []));
  expect(new Set(refused)).toEqual(new Set(['fortune_over']));
  const { sum, spent, spins } = await counted(campaign);
  expect(spent).toBe(sum);
  expect(spent).toBeLessThanOrEqual(125_000);
  expect(125_000 - spent).toBeLessThan(10_000);
  expect(spins).toBe(30 - refused.length);
  expect((await readCampaign(db, now, campaign.code))!.state).toBe('exhausted');
  const planted = sql`update fortune_campaigns set spent_kopecks = budget_kopecks + 1 where id = ${campaign.id}`;
  await expect(planted.execute(db)).rejects.toThrow(/check/);
});

test('a prize that has run out is replaced by the consolation one, as the rules say; its odds do not change', async () => {
  const { campaign, now } = await makeCampaign({
    prizes: [
      { ...prizes[0]!, weight: 1_000_000 },
      { ...prizes[2]!, weight: 1 },
    ],
  });
  const first = await spin(await makeSpinner(), campaign, now);
  const second = await spin(await makeSpinner(), campaign, now);
  const [main, consolation] = campaign.prizes;
  expect([first, second].map(({ spin }) => [spin.drawn_prize_id, spin.given_prize_id])).toEqual([
    [main!.id, main!.id],
    [main!.id, consolation!.id],
  ]);
  expect((await readCampaign(db, now, campaign.code))!.prizes[0]!.left).toBe(0);
});

test('what was promised before the spin is what was drawn: commitment, seed, roll and prize agree, after the end the campaign’s seed too', async () => {
  const { campaign, now } = await makeCampaign();
  const anna = await makeSpinner();
  const offer = await readOffer(db, keys, campaign, anna.user_id, now);
  expect(await readOffer(db, keys, campaign, anna.user_id, new Date(now.getTime() + dayMs))).toEqual(offer);
  const { spin: result } = await spin(anna, campaign, now, 'моё слово');
  expect(commitOf(result.server_seed)).toBe(offer.commit);
  const input = {
    campaign: campaign.code,
    ticket: offer.ticket,
    server_seed: result.server_seed,
    client_seed: 'моё слово',
  };
  const drawn = drawPrize(
    input,
    campaign.prizes.map((prize) => prize.weight),
  );
  expect([drawn.roll, campaign.prizes[drawn.index]!.id]).toEqual([result.roll, result.drawn_prize_id]);
  expect(await readRevealedSeed(db, keys, campaign, campaign.ends_at)).toBeNull();
  const seed = await readRevealedSeed(db, keys, campaign, new Date(campaign.ends_at.getTime() + 3_600_000));
  expect(commitOf(seed!)).toBe(campaign.seed_commit);
  expect(serverSeedOf(seed!, campaign.code, offer.ticket)).toBe(result.server_seed);
});

test('one spin per period: the next month there is another', async () => {
  const { campaign, now } = await makeCampaign({ period: 'day' });
  const anna = await makeSpinner();
  const today = await spin(anna, campaign, now);
  const tomorrow = await spin(anna, campaign, new Date(now.getTime() + dayMs));
  expect(tomorrow.is_new).toBe(true);
  expect(tomorrow.spin.ticket).not.toBe(today.spin.ticket);
});

test('a commitment of another period or person is not spun', async () => {
  const { campaign, now } = await makeCampaign({ period: 'day' });
  const anna = await makeSpinner();
  const { commit } = await readOffer(db, keys, campaign, anna.user_id, now);
  const late = db
    .transaction()
    .execute((db) => spinWheel(db, keys, anna, { commit, client_seed: 'снег' }, new Date(now.getTime() + dayMs)));
  await expect(late).rejects.toMatchObject({ code: 'fortune_changed' });
});

test('limits: one mailbox under two spellings, a browser, a network, a throw-away mailbox, no confirmed mailbox', async () => {
  const { campaign, now } = await makeCampaign({ device_limit: 1, address_limit: 3 });
  await spin(
    await makeSpinner({ email: 'olga.petrova@gmail.com', address: '192.0.2.1', browser: 'one' }),
    campaign,
    now,
  );
  const refused = async (given: Partial<Spinner> & { email?: string }) =>
    spin(await makeSpinner(given), campaign, now).then(
      () => 'prize',
      (error) => error.code,
    );
  expect(await refused({ email: 'olgapetrova+2@gmail.com' })).toBe('fortune_taken');
  expect(await refused({ browser: 'one' })).toBe('fortune_limit');
  expect(await refused({ email: 'who@mailinator.com' })).toBe('fortune_disposable');
  expect(await refused({ address: '192.0.2.1' })).toBe('prize');
  expect(await refused({ address: '192.0.2.1' })).toBe('prize');
  expect(await refused({ address: '192.0.2.1' })).toBe('fortune_limit');
  const { id } = await db
    .insertInto('users')
    .values({ full_name: 'Без почты' })
    .returning('id')
    .executeTakeFirstOrThrow();
  expect(await refused({ user_id: id })).toBe('fortune_no_email');
  expect((await counted(campaign)).spins).toBe(3);
});

test('before the beginning, after the end and once closed nothing is spun; an earlier prize is still shown', async () => {
  const { campaign, now } = await makeCampaign();
  const anna = await makeSpinner();
  const code = async (at: Date) =>
    spin(await makeSpinner(), campaign, at).then(
      () => 'prize',
      (error) => error.code,
    );
  expect(await code(new Date(campaign.starts_at.getTime() - 1))).toBe('fortune_closed');
  await spin(anna, campaign, now);
  expect(await code(campaign.ends_at)).toBe('fortune_closed');
  await closeCampaign(db, campaign.code, now);
  expect(await code(now)).toBe('fortune_closed');
  expect(await readOwnSpin(db, campaign.id, 'campaign', anna.user_id)).not.toBeNull();
});

test('published terms, prizes and spins cannot be changed, not even in the database', async () => {
  const { campaign, now } = await makeCampaign();
  const { spin: result } = await spin(await makeSpinner(), campaign, now);
  for (const planted of [
    sql`update fortune_prizes set weight = 5 where campaign_id = ${campaign.id} and position = 1`,
    sql`delete from fortune_prizes where campaign_id = ${campaign.id}`,
    sql`insert into fortune_prizes (campaign_id, position, name, weight, sum_kopecks, min_sum_kopecks, coupon_days) values (${campaign.id}, 9, 'Ещё', 1, 1, 1, 1)`,
    sql`update fortune_campaigns set budget_kopecks = 1 where id = ${campaign.id}`,
    sql`update fortune_campaigns set seed_commit = ${'0'.repeat(64)} where id = ${campaign.id}`,
    sql`update fortune_spins set roll = 0, client_seed = 'другое' where coupon = ${result.coupon}`,
    sql`delete from fortune_spins where coupon = ${result.coupon}`,
  ])
    await expect(planted.execute(db)).rejects.toThrow(/never changed/);
  await expect(publishCampaign(db, campaign.code, now)).rejects.toMatchObject({ code: 'not_found' });
});

test('a month after the end browsers and networks are forgotten, what was drawn stays', async () => {
  const { campaign, now } = await makeCampaign();
  await spin(await makeSpinner(), campaign, now);
  const left = async (at: Date) => {
    await forgetSpinMarks(db, at);
    const { rows } = await sql<{ left: number }>`
      select count(device_hash)::int as left from fortune_spins where campaign_id = ${campaign.id}`.execute(db);
    return rows[0]!.left;
  };
  expect(await left(new Date(campaign.ends_at.getTime() + 29 * dayMs))).toBe(1);
  expect(await left(new Date(campaign.ends_at.getTime() + 31 * dayMs))).toBe(0);
  expect((await counted(campaign)).spins).toBe(1);
});

test('two wheels never run at once', async () => {
  const { campaign } = await makeCampaign();
  const { id: _, ...rest } = campaign;
  await createCampaign(db, keys, { ...rest, code: 'second', prizes });
  await expect(publishCampaign(db, 'second', new Date(campaign.starts_at.getTime() - dayMs))).rejects.toThrow(
    /уже опубликован другой розыгрыш/,
  );
});

test('a prize coupon is its owner’s alone, once, until its day', async () => {
  const { campaign, now } = await makeCampaign();
  const anna = await makeSpinner();
  const other = await makeSpinner();
  const { spin: won } = await spin(anna, campaign, now);
  const find = (buyer: string | null, at = now) => findCoupon(db, won.coupon, '00131', buyer, at);
  expect(await find(anna.user_id)).toMatchObject({ kind: 'sum', allows_b2b: false });
  expect(await find(other.user_id)).toBeNull();
  expect(await find(null)).toBeNull();
  expect(await find(anna.user_id, won.coupon_ends_at)).toBeNull();
  expect((await ownCoupons(db, anna.user_id, now)).map(({ code }) => code)).toEqual([won.coupon]);
  expect(await ownCoupons(db, other.user_id, now)).toEqual([]);
  expect(await takeCoupon(db, won.coupon, '00131', other.user_id, now)).toBeNull();
  const uses = await Promise.all(
    Array.from({ length: 5 }, () => takeCoupon(db, won.coupon, '00131', anna.user_id, now)),
  );
  expect(uses.filter(Boolean)).toHaveLength(1);
  expect(await ownCoupons(db, anna.user_id, now)).toEqual([]);
  // The owner is erased from the row: the coupon is nobody's.
  await sql`update coupons set owner_user_id = null, used_count = 0 where code = ${won.coupon}`.execute(db);
  expect([await find(null), await find(anna.user_id)]).toEqual([null, null]);
});
