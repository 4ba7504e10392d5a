import { expect, test } from 'vitest';
import { openPage, testBrowser, testSite } from '#test/support/browser.ts';
import { testDatabase } from '#test/support/database.ts';
import { makeBranches } from '#test/support/shop.ts';

const { db } = await testDatabase();
await makeBranches(db);
const browser = await testBrowser();
const site = await testSite(db);
const landing = '/catalog/?utm_source=yandex&utm_medium=cpc&utm_campaign=vesna';

for (const javaScriptEnabled of [true, false]) {
  const words = javaScriptEnabled ? 'with' : 'without';
  test(`[S7-24] the campaign of the landing reaches the lead ${words} JavaScript`, async () => {
    const { page, context } = await openPage(browser, { javaScriptEnabled });
    await context.addCookies([{ name: 'isConfirmCity', value: 'true', domain: '.idd.localhost', path: '/' }]);
    await page.goto(site.address(landing));
    if (javaScriptEnabled) {
      await expect.poll(async () => (await context.cookies()).some(({ name }) => name === 'utm')).toBe(true);
      // Many pages later, in another branch.
      await page.goto(site.address('/contacts/', 'cherepovets'));
      await page.goto(site.address('/forms/callback/', 'cherepovets'));
    } else {
      await page.goto(site.address('/forms/callback/?utm_source=yandex&utm_medium=cpc&utm_campaign=vesna'));
    }
    await page.locator('main [name="name"]').fill('Анна');
    await page.locator('main [name="phone"]').fill('+7 (921) 777-00-01');
    await page.locator('main [name="consent_personal_data"]').check();
    // Whoever fills a form in at once is taken for a program.
    await page.waitForTimeout(javaScriptEnabled ? 0 : 4_000);
    await page.locator('main form.autoform button[type="submit"]').click();
    await page
      .getByText(/Заявка\s№\s\d+\sпринята/)
      .first()
      .waitFor();
    const leads = await db.selectFrom('leads').select('campaign').orderBy('number', 'desc').limit(1).execute();
    expect(leads[0]!.campaign).toMatchObject({ source: 'yandex', medium: 'cpc', campaign: 'vesna' });
    await context.close();
  });
}
