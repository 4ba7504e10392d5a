import { mkdir } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import { expect } from 'vitest';
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

/**
 * A screen of the back office at both of its widths: nothing that axe finds, nothing that scrolls sideways. With
 * SCREENSHOTS naming a folder, a picture of each is left there.
 */
export async function looks(page: Page, name: string): Promise<void> {
  await isCalm(page);
  for (const width of [1440, 768]) {
    await page.setViewportSize({ width, height: 900 });
    expect.soft(await findings(page, { isWhole: true }), `${name} at ${width}`).toEqual([]);
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

/** Nothing is being read again, which is pale on purpose, and what was pressed last begins no reading. */
async function isCalm(page: Page): Promise<void> {
  await page.waitForFunction(async () => {
    const isPale = () => document.querySelector('main [aria-busy="true"], main .stale') !== null;
    if (isPale()) return false;
    await new Promise((resolve) => setTimeout(resolve, 200));
    return !isPale();
  });
}
