import { describe, expect, test } from 'vitest';
import { makeUser, signedIn } from '#test/support/accounts.ts';
import { findings } from '#test/support/axe.ts';
import { isLive, openPage, testBrowser, testSite } from '#test/support/browser.ts';
import { testDatabase } from '#test/support/database.ts';
import { makePlasterShop } from '#test/support/plaster-shop.ts';

/** What a product's calculator came to, kept in the account or as a link. */

const { db } = await testDatabase();
await makePlasterShop(db);
const { address } = await testSite(db);
const browser = await testBrowser();
const pictures = process.env.SCREENSHOTS;

describe('[S2-15] a calculation is kept', () => {
  for (const device of ['desktop', 'mobile'] as const) {
    for (const javaScriptEnabled of [true, false]) {
      test(`in the account, ${device}, ${javaScriptEnabled ? 'with' : 'without'} JavaScript`, async () => {
        const { page, context, problems } = await openPage(browser, { device, javaScriptEnabled });
        const { cookies } = await signedIn(db, await makeUser(db));
        const own = Object.entries({ ...cookies, signed: 'user', isConfirmCity: 'true' });
        await context.addCookies(own.map(([name, value]) => ({ name, value, domain: '.idd.localhost', path: '/' })));
        await page.goto(address('/product/shtukaturka-1/'));
        if (javaScriptEnabled) await isLive(page, '#calc input');
        await page.getByLabel('Площадь, м²').fill('58');
        await page.getByLabel('Проёмы, м²').fill('6,4');
        if (!javaScriptEnabled) await page.getByRole('button', { name: 'Посчитать' }).click();
        await page.getByText('(58 − 6,4)').waitFor();
        if (javaScriptEnabled) expect(await page.getByText('для этого нужно войти').count()).toBe(0);
        if (pictures) await page.locator('#calc').screenshot({ path: `${pictures}/calculator.${device}.png` });
        await page.getByRole('button', { name: 'Сохранить расчёт' }).click();
        await page.getByRole('heading', { level: 1, name: 'Сохранить расчёт' }).waitFor();
        expect(await page.getByLabel('Название списка').inputValue()).toMatch(/,\s58\sм²$/);
        if (javaScriptEnabled) expect(await findings(page)).toEqual([]);
        if (pictures) await page.screenshot({ path: `${pictures}/save.${device}.png`, fullPage: true });
        await page.getByLabel('Название списка').fill('Стены в зале');
        await page.getByRole('button', { name: 'Сохранить', exact: true }).click();
        await page.getByText('Список сохранён.').waitFor();
        if (javaScriptEnabled) expect(await findings(page)).toEqual([]);
        if (pictures) await page.screenshot({ path: `${pictures}/kept.${device}.png`, fullPage: true });
        await page.goto(address('/personal/lists/'));
        await page.getByText('Расчёт материала, изменён').waitFor();
        if (pictures) await page.screenshot({ path: `${pictures}/lists.${device}.png`, fullPage: true });
        await page.getByRole('link', { name: 'Стены в зале', exact: true }).click();
        await page.getByRole('link', { name: 'Открыть калькулятор с этими числами' }).click();
        await page.getByText('(58 − 6,4)').waitFor();
        expect(await page.getByLabel('Площадь, м²').inputValue()).toBe('58');
        await page.goBack();
        await page.getByRole('button', { name: 'Отмеченное в корзину' }).click();
        await page.waitForURL(/\/cart\/$/);
        expect(problems).toEqual([]);
        await context.close();
      });
    }

    test(`by a guest as a link, ${device}; saving leads through the login`, async () => {
      const { page, context, problems } = await openPage(browser, { device });
      await context.grantPermissions(['clipboard-read', 'clipboard-write']);
      await context.addCookies([{ name: 'isConfirmCity', value: 'true', url: address('/') }]);
      await page.goto(address('/product/shtukaturka-1/'));
      await isLive(page, '#calc input');
      await page.getByLabel('Площадь, м²').fill('58');
      await page.getByText('для этого нужно войти').waitFor();
      const link = page.getByRole('link', { name: 'Скопировать ссылку' });
      const href = (await link.getAttribute('href')) ?? '';
      expect(href).toMatch(/^\/product\/shtukaturka-1\/\?area=58&.*#calc$/);
      if (pictures) await page.locator('#calc').screenshot({ path: `${pictures}/calculator-guest.${device}.png` });
      await page.getByRole('button', { name: 'Сохранить расчёт' }).click();
      await page.getByRole('dialog', { name: 'Вход в личный кабинет' }).waitFor();
      expect(await findings(page)).toEqual([]);
      const other = await openPage(browser, { device, javaScriptEnabled: false });
      await other.page.goto(address(href));
      expect(await other.page.getByLabel('Площадь, м²').inputValue()).toBe('58');
      await other.page.getByRole('button', { name: 'Сохранить расчёт' }).click();
      await other.page.waitForURL(/\/login\/\?back=/);
      const back = new URL(other.page.url()).searchParams.get('back');
      expect(back).toMatch(/^\/personal\/lists\/\?from=calculation&product=\d+&area=58&/);
      expect(problems).toEqual([]);
      await context.close();
      await other.context.close();
    });
  }
});
