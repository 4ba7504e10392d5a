import { expect, test } from 'vitest';
import { cleanUp } from '#jobs/clean-up.ts';
import { createCampaign, publishCampaign } from '#modules/fortune/change-campaign.ts';
import { openTotpSecret } from '#modules/staff/totp.ts';
import { addWebhook, openSecrets, readReceiver, renewSecret } from '#modules/webhooks/webhooks.ts';
import { decrypt } from '#platform/encryption.ts';
import { isSigned, secretKeys, sign } from '#platform/secret-keys.ts';
import { readStored, storeValue } from '#platform/stored-values.ts';
import { makeStaff } from './support/accounts.ts';
import { testConfig } from './support/config.ts';
import { testDatabase } from './support/database.ts';
import { jobContext } from './support/jobs.ts';
import { makeBranches } from './support/shop.ts';

const { db } = await testDatabase();
await makeBranches(db);
const own = 'a key of the owner that is long enough';
const days = (count: number) => new Date(Date.now() + count * 86_400_000);

test('whoever sets SECRET_KEYS later is not locked out: the key that the database made counts behind them for a month', async () => {
  const before = await secretKeys(db, undefined);
  const link = sign(before, 'a link', '1');
  const petr = await makeStaff(db, ['pickup']);
  const { id: webhook } = await addWebhook(db, before, {
    url: 'https://receiver.example/',
    events: ['order.placed'],
    department_id_1c: null,
  });
  await renewSecret(db, before, webhook, new Date());
  const signing = async (keys: typeof before) =>
    openSecrets(keys, webhook, await readReceiver(db, webhook), new Date()).length;
  const { id: wheel, code } = await createCampaign(db, before, {
    code: 'vesna',
    title: 'Колесо',
    organiser: 'ООО «ИДД»',
    rules_html: '<p>Правила</p>',
    period: 'campaign',
    prizes: [
      { name: '500 ₽', weight: 1, sum_kopecks: 50_000, min_sum_kopecks: 250_000, coupon_days: 14 },
      {
        name: '100 ₽',
        weight: 9,
        sum_kopecks: 10_000,
        min_sum_kopecks: 100_000,
        coupon_days: 14,
        is_consolation: true,
      },
    ],
    starts_at: days(1),
    ends_at: days(30),
    budget_kopecks: 100_000_000,
    address_limit: 500,
  });
  await publishCampaign(db, code);

  const during = await secretKeys(db, own);
  expect(during).toEqual([own, before[0]]);
  expect(isSigned(during, 'a link', '1', link)).toBe(true);
  expect(isSigned(before, 'a link', '1', sign(during, 'a link', '1'))).toBe(false);
  const sealed = () =>
    db.selectFrom('staff').select('totp_secret').where('user_id', '=', petr.id).executeTakeFirstOrThrow();
  expect(openTotpSecret(during, petr.id, (await sealed()).totp_secret)).toEqual({
    text: petr.secret,
    isCurrent: false,
  });

  const nightly = async () => {
    const config = testConfig({ SECRET_KEYS: own });
    await cleanUp({}, await jobContext(db, config), {} as never);
  };
  await nightly();
  const alone = [own] as const;
  expect(openTotpSecret(alone, petr.id, (await sealed()).totp_secret).isCurrent).toBe(true);
  expect(await signing(alone)).toBe(2);
  const { sealed_seed } = await db
    .selectFrom('fortune_campaigns')
    .select('sealed_seed')
    .where('id', '=', wheel)
    .executeTakeFirstOrThrow();
  expect(decrypt(alone, `fortune ${code}`, sealed_seed)?.text).toMatch(/^[0-9a-f]{64}$/);
  expect(await secretKeys(db, own), 'the month is not over').toEqual(during);

  expect(await secretKeys(db, own, days(32))).toEqual([own]);
  await storeValue(db, 'secret_key_ends', days(-1).toISOString());
  await nightly();
  expect([await readStored(db, 'secret_key'), await readStored(db, 'secret_key_ends')]).toEqual([undefined, undefined]);
  expect(await secretKeys(db, own)).toEqual([own]);
});

test('without SECRET_KEYS the made key is the only one and is never deleted', async () => {
  const [made] = await secretKeys(db, undefined);
  await storeValue(db, 'secret_key_ends', days(-1).toISOString());
  await cleanUp({}, await jobContext(db, testConfig()), {} as never);
  expect(await secretKeys(db, undefined)).toEqual([made]);
});
