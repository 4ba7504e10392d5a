import { createCampaign, publishCampaign } from '#modules/fortune/change-campaign.ts';
import { readCampaign, readOffer } from '#modules/fortune/queries.ts';
import { spinWheel } from '#modules/fortune/spin-wheel.ts';
import type { Db } from '#platform/database.ts';
import { secretKeys } from '#platform/secret-keys.ts';

const dayMs = 86_400_000;

/** Where a person who spins is: a branch as a coupon's e-mail names it. */
export const spinnersBranch = {
  id_1c: '00131',
  name_for_site: 'Вологда',
  city: 'Вологда',
  address: 'ул. Гончарная, 2',
  phones: {},
  email: null,
};

/** A wheel runs now and each of these people spins it once. Returns the coupons that they won. */
export async function spinAll(db: Db, users: { id: string }[]): Promise<string[]> {
  const now = new Date();
  const keys = await secretKeys(db, undefined);
  const prize = { weight: 1, sum_kopecks: 10_000, min_sum_kopecks: 100_000, coupon_days: 14 };
  await createCampaign(db, keys, {
    code: 'wheel',
    title: 'Колесо',
    organiser: 'ООО «ИДД»',
    rules_html: '<p>Правила</p>',
    period: 'campaign',
    starts_at: new Date(now.getTime() - dayMs),
    ends_at: new Date(now.getTime() + dayMs),
    budget_kopecks: 1_000_000,
    prizes: [
      { ...prize, name: '100 ₽', is_consolation: true },
      { ...prize, name: '200 ₽', sum_kopecks: 20_000 },
    ],
  });
  await publishCampaign(db, 'wheel', new Date(now.getTime() - 2 * dayMs));
  const coupons: string[] = [];
  for (const [at, { id: user_id }] of users.entries()) {
    const { commit } = await readOffer(db, keys, (await readCampaign(db, now))!, user_id, now);
    const spinner = {
      user_id,
      address: `10.0.0.${at}`,
      browser: `of ${at}`,
      origin: 'http://idd.localhost',
      branch: spinnersBranch,
    };
    const { spin } = await db
      .transaction()
      .execute((db) => spinWheel(db, keys, spinner, { commit, client_seed: 'снег' }, now));
    coupons.push(spin.coupon);
  }
  return coupons;
}
