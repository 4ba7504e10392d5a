import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { DeviceType } from '#platform/device.ts';
import { findings } from '#test/support/axe.ts';
import { isLive, openPage, testBrowser, testSite, viewports } from '#test/support/browser.ts';
import { demoShop } from '#test/support/demo-database.ts';

const { db, dataDir } = await demoShop();
const { address } = await testSite(db, { DATA_DIR: dataDir });
const browser = await testBrowser({ drawsPictures: true });

const shownBy = async (kind: 'video' | 'spin') =>
  (
    await sql<{ slug: string; title: string }>`
      select p.slug, m.title from product_media m join products p on p.id = m.product_id
      where m.kind = ${kind} order by p.id`.execute(db)
  ).rows;

test('the demonstration shows films and round views of several products', async () => {
  expect((await shownBy('video')).length).toBe(3);
  expect((await shownBy('spin')).length).toBeGreaterThanOrEqual(3);
});

test.for<DeviceType>(['desktop', 'mobile'])(
  '[S2-15] a film is fetched when it is asked for, and plays; all sides of a bucket come when they are, %s',
  async (device) => {
    const { page, context, problems } = await openPage(browser, { device });
    await context.addCookies([{ name: 'isConfirmCity', value: 'true', url: address('/') }]);
    const fetched: string[] = [];
    page.on('request', (request) => fetched.push(new URL(request.url()).pathname));
    const [film] = await shownBy('video');
    await page.goto(address(`/product/${film?.slug}/`), { waitUntil: 'networkidle' });
    await isLive(page, '.gal__medium');
    expect(fetched.filter((path) => path.startsWith('/files/media/'))).toEqual([]);
    if (process.env.SCREENSHOTS) await page.screenshot({ path: `${process.env.SCREENSHOTS}/film-page.${device}.png` });
    await page.getByRole('link', { name: `Видео: ${film?.title}` }).click();
    const dialog = page.getByRole('dialog', { name: film?.title ?? '' });
    // Over the whole page, though no picture was enlarged before.
    await expect.poll(() => dialog.boundingBox()).toEqual({ x: 0, y: 0, ...viewports[device] });
    const video = dialog.locator('video');
    await expect
      .poll(() => video.evaluate((film: HTMLVideoElement) => film.currentTime), { timeout: 15_000 })
      .toBeGreaterThan(1);
    const facts = await video.evaluate(({ duration, videoWidth, videoHeight }: HTMLVideoElement) => ({
      seconds: Math.round(duration),
      videoWidth,
      videoHeight,
    }));
    expect(facts).toEqual({ seconds: 13, videoWidth: 480, videoHeight: 480 });
    await video.evaluate((film: HTMLVideoElement) => {
      film.currentTime = 8;
    });
    await expect
      .poll(() => video.evaluate((film: HTMLVideoElement) => !film.seeking && film.currentTime >= 8))
      .toBe(true);
    expect(await findings(page)).toEqual([]);
    if (process.env.SCREENSHOTS) await page.screenshot({ path: `${process.env.SCREENSHOTS}/film.${device}.png` });
    await page.getByRole('button', { name: 'Закрыть', exact: true }).click();
    await video.waitFor({ state: 'detached' });

    const [bucket] = await shownBy('spin');
    await page.goto(address(`/product/${bucket?.slug}/`), { waitUntil: 'networkidle' });
    await isLive(page, '.gal__medium');
    const turns = () => new Set(fetched.filter((path) => /-spin\d+\./.test(path) && /1280|full|2560/.test(path)));
    const before = turns().size;
    await page.getByRole('link', { name: /^Со всех сторон/ }).click();
    await expect.poll(() => turns().size).toBeGreaterThan(before + 8);
    if (process.env.SCREENSHOTS) await page.screenshot({ path: `${process.env.SCREENSHOTS}/spin.${device}.png` });
    expect(problems).toEqual([]);
    await context.close();
  },
);
