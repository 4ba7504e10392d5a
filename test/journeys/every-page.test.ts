import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { findUserByEmail } from '#modules/accounts/create-user.ts';
import type { DeviceType } from '#platform/device.ts';
import { makeStaff, signedIn } from '#test/support/accounts.ts';
import { findings } from '#test/support/axe.ts';
import { openPage, testBrowser, testSite } from '#test/support/browser.ts';
import { demoShop } from '#test/support/demo-database.ts';
import { setTextSize, unfit } from '#test/support/page-fit.ts';
import {
  calculationPages,
  collectedCookies,
  estimatePage,
  guestSecret,
  missingPages,
  printedCodePages,
  readyOrder,
  unlinkedPages,
} from '#test/support/page-walk.ts';
import { linkedPages, readBuild } from '#test/support/route-kinds.ts';

const { db, dataDir } = await demoShop();
const { app, address } = await testSite(db, { DATA_DIR: dataDir });
const [browser, drawing] = [await testBrowser(), await testBrowser({ drawsPictures: true })];
const build = await readBuild();
const anna = await findUserByEmail(db, 'anna@pochta.example');
const petr = await makeStaff(db, ['pickup']);
const order = await readyOrder(db);
const codes = await printedCodePages(db, order.pass);
const estimate = await estimatePage(db);
const calculation = await calculationPages(db);
const isMissing = (url: string) => [...missingPages, ...codes.missing].includes(url);
/** PICTURES=folder keeps a picture of every page at both widths. */
const pictures = process.env.PICTURES;

/** The narrowest windows in use: everything fits there too. */
const narrow = { desktop: 1280, mobile: 320 } as const;

/** Beyond a guest's pages, pictures are drawn on one device alone. */
const isPhone = (device: DeviceType) => device === 'mobile';

type Visitor = {
  label: string;
  device: DeviceType;
  isScripted: boolean;
  /** That every picture comes. */
  drawsPictures?: boolean;
  cookies?: Record<string, string>;
  /** The pages that axe and the keyboard go through: the costly half of a look. */
  closely?: Set<string>;
};

/** What is wrong with each page as a browser shows it, by address; {} is the good answer. */
async function lookAll(urls: string[], visitor: Visitor): Promise<Record<string, string[]>> {
  const wrong: Record<string, string[]> = {};
  const waiting = [...urls];
  // Much of a look is waiting: three visitors walk at once.
  await Promise.all([walk(), walk(), walk()]);
  return wrong;

  async function walk(): Promise<void> {
    const { page, context, problems } = await openPage(visitor.drawsPictures ? drawing : browser, {
      device: visitor.device,
      javaScriptEnabled: visitor.isScripted,
    });
    const cookies = { isConfirmCity: 'true', ...visitor.cookies };
    await context.addCookies(
      Object.entries(cookies).map(([name, value]) => ({ name, value, url: address('/', visitor.label || undefined) })),
    );
    page.on('response', (response) => {
      if (response.status() >= 400) problems.push(`${response.status()} ${new URL(response.url()).pathname}`);
    });
    for (let url = waiting.shift(); url; url = waiting.shift()) {
      const found = await look(page, url, visitor);
      const logged = problems.splice(0).filter((problem) => !isMissing(url) || !problem.includes('404'));
      const problemsHere = [...new Set([...found, ...logged])];
      if (problemsHere.length > 0) wrong[url] = problemsHere;
    }
    await context.close();
  }
}

async function look(page: Page, url: string, { label, device, isScripted, closely }: Visitor): Promise<string[]> {
  const isClose = closely?.has(url) ?? false;
  const wrong: string[] = [];
  const answer = await page.goto(address(url, label || undefined), { waitUntil: 'load' });
  if (answer?.status() !== (isMissing(url) ? 404 : 200)) wrong.push(`status ${answer?.status()}`);
  if ((await page.locator('h1').count()) !== 1) wrong.push('no heading');
  if (!isScripted) return wrong;
  // Banners are fetched 300 ms after the page.
  await page.waitForTimeout(600);
  // The header and the footer are the same on every page.
  if (isClose) wrong.push(...(await findings(page, { isWhole: url === '/' })));
  if (pictures) await keepPicture(page, url, device);
  // Where text of 200 % is looked at too, the keyboard is followed there: less is in sight then.
  const focus = isClose ? (url === '/' ? 'whole' : 'page') : undefined;
  wrong.push(...(await unfit(page, { targets: isPhone(device), ...(focus && !isPhone(device) && { focus }) })));
  const usual = page.viewportSize()!;
  await page.setViewportSize({ ...usual, width: narrow[device] });
  wrong.push(...(await unfit(page)).map((words) => `${narrow[device]} px: ${words}`));
  await page.setViewportSize(usual);
  await setTextSize(page, '200%');
  if (pictures) await keepPicture(page, url, `${device}.200`);
  wrong.push(
    ...(await unfit(page, isPhone(device) && focus ? { focus } : {})).map((words) => `text of 200 %: ${words}`),
  );
  // The header and the footer of the narrowest desktop, with large letters.
  if (url === '/' && !isPhone(device)) {
    await page.setViewportSize({ ...usual, width: narrow[device] });
    wrong.push(...(await unfit(page)).map((words) => `${narrow[device]} px, text of 200 %: ${words}`));
  }
  return wrong;
}

async function keepPicture(page: Page, url: string, kind: string): Promise<void> {
  const name = url.replace(/\W+/g, '-').replace(/^-|-$/g, '') || 'home';
  await page.screenshot({ path: join(pictures ?? '', `${name}.${kind}.png`), fullPage: true });
}

/**
 * Every second page is gone through closely on the desktop, what is left on the phone, the home page on both: what a
 * page has of its own differs little by device. Of one route, the plain address alone.
 */
function closeHalf(urls: string[]): Set<string> {
  const plain = urls.filter((url) => !url.includes('?') || unlinkedPages.includes(url)).toSorted();
  return new Set(plain.filter((url, at) => url === '/' || at % 2 === 0));
}

function otherHalf(urls: string[], half: Set<string>): Set<string> {
  return new Set(
    urls.filter((url) => url === '/' || !(half.has(url) || (url.includes('?') && !unlinkedPages.includes(url)))),
  );
}

describe('[S2-01] [S2-03] every kind of page in Chromium: no console error, nothing missing, everything fits', {
  timeout: 400_000,
}, () => {
  test.for(['desktop', 'mobile'] as const)('%s, guest, with scripts; no findings of axe', async (device) => {
    // Of different branches; and on one device what a visitor collects is there, on the other it is empty.
    const label = device === 'mobile' ? 'cherepovets' : '';
    const host = `${label}.idd.localhost`.replace(/^\./, '');
    const urls = await linkedPages(app, build, ['/', ...unlinkedPages], { host, device });
    expect(urls.length).toBeGreaterThan(40);
    const cookies = device === 'mobile' ? await collectedCookies(db) : {};
    const half = closeHalf(await linkedPages(app, build, ['/', ...unlinkedPages], { device: 'desktop' }));
    const closely = device === 'desktop' ? half : otherHalf(urls, half);
    expect(closely.size).toBeGreaterThan(15);
    const how = { label, device, isScripted: true, drawsPictures: true, cookies, closely };
    expect(await lookAll([...urls, ...missingPages], how)).toEqual({});
  });

  test('mobile, guest of a third branch, without scripts', async () => {
    const device = 'mobile';
    const urls = await linkedPages(app, build, ['/', ...unlinkedPages], { host: 'kaliningrad.idd.localhost', device });
    expect(urls.length).toBeGreaterThan(40);
    expect(await lookAll(urls, { label: 'kaliningrad', device, isScripted: false })).toEqual({});
  });

  test.for(['desktop', 'mobile'] as const)('%s, the personal area', async (device) => {
    const { header, cookies } = await signedIn(db, anna!);
    const linked = await linkedPages(app, build, ['/personal/'], { cookie: header, device, within: '/personal/' });
    expect(linked.length).toBeGreaterThan(5);
    const urls = [...linked, calculation.save];
    const half = closeHalf(urls);
    const closely = device === 'desktop' ? half : otherHalf(urls, half);
    closely.add(calculation.save);
    const how = { label: '', device, isScripted: true, drawsPictures: isPhone(device), cookies, closely };
    expect(await lookAll(urls, how)).toEqual({});
  });

  test.for(['desktop', 'mobile'] as const)(
    '%s, what printed codes and a pass open, a price tag, and the desk of staff',
    async (device) => {
      const urls = [...codes.found, ...codes.missing, calculation.priceTag];
      const guest = {
        label: '',
        device,
        isScripted: true,
        drawsPictures: isPhone(device),
        closely: new Set(urls),
      };
      expect(await lookAll(urls, guest)).toEqual({});
      const desk = ['/qr/o/', `/qr/o/${order.pass}/`];
      const staff = { ...guest, cookies: { ...petr.cookies, signed: 'user' }, closely: new Set(desk) };
      expect(await lookAll(desk, staff)).toEqual({});
    },
  );

  test.for(['desktop', 'mobile'] as const)(
    '%s, an order ready to be handed over, a full cart, full lists and an estimate',
    async (device) => {
      const pages = ['', 'receiving/', 'payment/', 'pass/'].map((page) => `/order/${order.id}/${page}`);
      const urls = [...pages, '/cart/', '/favorites/', '/compare/', '/viewed/', estimate];
      const cookies = { ...(await collectedCookies(db)), orders: guestSecret };
      const closely = new Set(device === 'desktop' ? pages.slice(0, 2) : [...pages.slice(2), estimate]);
      const how = { label: '', device, isScripted: true, drawsPictures: isPhone(device), cookies, closely };
      expect(await lookAll(urls, how)).toEqual({});
    },
  );
});
