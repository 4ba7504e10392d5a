import { expect, test } from 'vitest';
import { configuredOrigin } from '#modules/departments/hosts.ts';
import { watchFeeds } from '#modules/feeds/watch-feeds.ts';
import { askPage } from '#platform/ask-page.ts';
import { pagesForRobots } from '#shared/page-facts.ts';
import { makeStaff } from '#test/support/accounts.ts';
import { looks, openOffice } from '#test/support/back-office.ts';
import { testBrowser, testSite } from '#test/support/browser.ts';
import { testConfig } from '#test/support/config.ts';
import { testDatabase } from '#test/support/database.ts';
import { makeBranches, makeCategory, makeProduct } from '#test/support/shop.ts';

const { db } = await testDatabase();
await makeBranches(db);
const { id: category_id } = await makeCategory(db, 'suhie-smesi', 'Сухие смеси');
for (let n = 0; n < 12; n++) await makeProduct(db, { category_id });
const { address } = await testSite(db);
const browser = await testBrowser();

test('[S6-05] site maps and feeds of each branch are seen as the shop read them last', async () => {
  const { cookies } = await makeStaff(db, ['owner']);
  const { page, problems } = await openOffice({ browser, address, cookies }, '/seo/feeds');
  await page.getByRole('link', { name: 'Карта сайта и выгрузки' }).waitFor();
  const port = Number(new URL(address('/')).port);
  await watchFeeds(db, {
    originOf: (branch) => configuredOrigin(branch, testConfig(), port),
    askPage,
    ...pagesForRobots,
  });
  await page.reload();
  await page.getByText('в порядке', { exact: false }).first().waitFor();
  await looks(page, 'seo-feeds');
  expect(problems).toEqual([]);
});
