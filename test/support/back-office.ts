import { mkdir } from 'node:fs/promises';
import type { Browser, Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { hashPassword } from '#modules/accounts/passwords.ts';
import type { Db } from '#platform/database.ts';
import { makeStaff } from '#test/support/accounts.ts';
import { findings } from '#test/support/axe.ts';
import { openPage } from '#test/support/browser.ts';

type Office = {
  browser: Browser;
  address: (path: string) => string;
  /** Of a member of staff whose code has been asked for (`makeStaff`). */
  cookies: Record<string, string>;
};

/** A screen of the back office as that person has it open, and what the browser complains about meanwhile. */
export async function openOffice(
  { browser, address, cookies }: Office,
  path: string,
  width = 1440,
): Promise<{ page: Page; problems: string[] }> {
  const { page, context, problems } = await openPage(browser, { isFolded: true });
  await page.setViewportSize({ width, height: 900 });
  await context.addCookies(Object.entries(cookies).map(([name, value]) => ({ name, value, url: address('/') })));
  await page.goto(address(`/admin${path}`));
  return { page, problems };
}

type Entry = { email: string; password: string; code: () => string };

/** An owner who knows their password and has an application for codes. */
export async function ownerWithPassword(db: Db, full_name: string, email: string): Promise<Entry> {
  const password = 'Ochen-dlinnyi-parol-1';
  const { id, code } = await makeStaff(db, ['owner'], { full_name, email, secondFactor: false });
  const password_hash = await hashPassword(password);
  await db.updateTable('users').set({ password_hash }).where('id', '=', id).execute();
  return { email, password, code };
}

/** Signs in at the page of the back office at `url`. */
export async function signInToOffice(page: Page, url: string, { email, password, code }: Entry): Promise<void> {
  await page.goto(url);
  await page.getByLabel('Почта').fill(email);
  await page.getByLabel('Пароль', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Войти' }).click();
  await page.getByLabel('Код из приложения').fill(code());
  await page.getByRole('navigation', { name: 'Разделы' }).waitFor();
}

/** Prepares a branch in this city of the Arkhangelsk region, from the list of branches. */
export async function prepareBranch(page: Page, city: string): Promise<void> {
  await page.getByRole('button', { name: 'Новый филиал' }).click();
  const dialog = page.getByRole('dialog');
  await fillBranch(dialog, city);
  await dialog.getByRole('button', { name: 'Завести' }).click();
  await page.getByRole('heading', { name: city, exact: true }).waitFor();
}

/** What the dialog of a new branch asks for. */
export async function fillBranch(dialog: Locator, city: string): Promise<void> {
  await dialog.getByLabel('Город', { exact: true }).fill(city);
  await dialog.getByLabel('Область').fill('Архангельская область');
  await dialog.getByLabel('Улица и дом').fill('ул. Ленина, 1');
  await dialog.getByLabel('Телефон').fill('+7 (81837) 2-00-35');
  await dialog.getByLabel('Код подразделения в 1С').fill('00777');
}

/**
 * A screen of the back office at both of its widths: nothing that axe finds, nothing that scrolls sideways. axe looks
 * at both widths of each screen as it opens (`back-office-screens`: `isFirst`), at the wide one of what a journey does
 * with it. With SCREENSHOTS naming a folder, a picture of each is left there.
 */
export async function looks(page: Page, name: string, { isFirst = false } = {}): Promise<void> {
  await isCalm(page);
  for (const width of [1440, 768]) {
    await page.setViewportSize({ width, height: 900 });
    if (isFirst || width === 1440) expect.soft(await findings(page), `${name} at ${width}`).toEqual([]);
    const sideways = await page.evaluate(() => {
      const main = document.querySelector('main');
      return Math.max(
        document.documentElement.scrollWidth - document.documentElement.clientWidth,
        main ? main.scrollWidth - main.clientWidth : 0,
      );
    });
    expect.soft(sideways, `${name} at ${width} scrolls sideways`).toBe(0);
    const folder = process.env.SCREENSHOTS;
    if (!folder) continue;
    await mkdir(folder, { recursive: true });
    await page.screenshot({ path: `${folder}/${name}-${width}.png` });
  }
  await page.setViewportSize({ width: 1440, height: 900 });
}

/** Nothing is being read again, and what was pressed last begins no reading: the pictures show what was asked for. */
async function isCalm(page: Page): Promise<void> {
  await page.waitForFunction(async () => {
    const isReading = () => document.querySelector('main [aria-busy="true"], main .stale') !== null;
    if (isReading()) return false;
    await new Promise((resolve) => setTimeout(resolve, 200));
    return !isReading();
  });
}
