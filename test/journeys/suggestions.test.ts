import { expect, test } from 'vitest';
import { findings } from '../support/axe.ts';
import { openPage, testBrowser, testSite } from '../support/browser.ts';
import { testDatabase } from '../support/database.ts';
import { makeBranches } from '../support/shop.ts';

const { db } = await testDatabase();
await makeBranches(db);
const zone = await db
  .insertInto('delivery_zones')
  .values({
    department_id_1c: '00131',
    name: 'Город и пригород',
    places: ['вологда', 'молочное', 'майский'],
    days_min: 1,
    days_max: 1,
  })
  .returning('id')
  .executeTakeFirstOrThrow();
await db
  .insertInto('delivery_zone_rates')
  .values({ zone_id: zone.id, up_to_grams: 1_500_000, price_kopecks: 39_000, vehicle: 'фургон до 1,5 т' })
  .execute();
const site = await testSite(db);
const browser = await testBrowser();

test.each(['desktop', 'mobile'] as const)(
  '[S2-45] a locality is chosen from a list by keys and by a press, on %s',
  async (device) => {
    const { page, context, problems } = await openPage(browser, { device });
    await page.goto(site.address('/delivery/'));
    const field = page.getByRole('combobox', { name: /^Адрес/ });
    const list = page.getByRole('listbox', { name: 'Варианты' });
    // Typed again until the page has come to life: before that it is a plain field.
    await expect
      .poll(async () => {
        await field.fill('');
        await field.fill('м');
        return list.getByRole('option').count();
      })
      .toBeGreaterThan(1);
    expect(await field.getAttribute('aria-expanded')).toBe('true');
    expect(await findings(page)).toEqual([]);
    await field.press('ArrowDown');
    const active = await field.getAttribute('aria-activedescendant');
    const first = await list.getByRole('option').first().textContent();
    expect(await page.locator(`[id="${active}"]`).textContent()).toBe(first);
    await field.press('Enter');
    expect(await field.inputValue()).toBe(first);
    expect(await list.isVisible()).toBe(false);
    await field.fill('мол');
    await list.getByRole('option', { name: /молочное/i }).click();
    expect(await field.inputValue()).toMatch(/^молочное$/i);
    await field.fill('мо');
    await list.waitFor();
    await field.press('Escape');
    expect(await list.isVisible()).toBe(false);
    expect(await field.inputValue()).toBe('мо');
    expect(problems).toEqual([]);
    await context.close();
  },
);

test('without JavaScript it is a plain field', async () => {
  const { page, context } = await openPage(browser, { javaScriptEnabled: false });
  await page.goto(site.address('/delivery/'));
  await page.locator('#delivery-address').fill('Молочное, ул. Мира, 9');
  expect(await page.locator('#delivery-address').inputValue()).toBe('Молочное, ул. Мира, 9');
  expect(await page.getByRole('listbox').count()).toBe(0);
  await context.close();
});
