import jsQR from 'jsqr';
import type { Page } from 'playwright-core';
import sharp from 'sharp';

/** What a scanner reads from the pass on the screen. */
export async function scanPass(page: Page): Promise<string> {
  const png = await page.locator('.pass__qr svg').screenshot();
  const { data, info } = await sharp(png).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return jsQR(new Uint8ClampedArray(data), info.width, info.height)?.data ?? 'unreadable';
}
