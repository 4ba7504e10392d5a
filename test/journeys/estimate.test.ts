import iconv from 'iconv-lite';
import { describe, expect, test } from 'vitest';
import writeXlsxFile from 'write-excel-file/node';
import { estimateWords } from '#modules/estimates/schema.ts';
import type { DeviceType } from '#platform/device.ts';
import { uploadLimitBytes } from '#shared/constants.ts';
import { uploadWords } from '#shared/upload-rules.ts';
import { findings } from '#test/support/axe.ts';
import { openPage, type PageOptions, testBrowser, testSite } from '#test/support/browser.ts';
import { demoDatabase } from '#test/support/demo-database.ts';
import { judgedLines } from '#test/support/estimate-lines.ts';
import { testFolder } from '#test/support/folder.ts';

const { db } = await demoDatabase();
const dataDir = await testFolder();
const { address } = await testSite(db, { DATA_DIR: dataDir });
const browser = await testBrowser();
const pictures = process.env.PICTURES;

const list = judgedLines.map(({ line }) => line).join('\n');
const devices: DeviceType[] = ['desktop', 'mobile'];

async function visitor(options: PageOptions) {
  const opened = await openPage(browser, options);
  await opened.context.addCookies([{ name: 'isConfirmCity', value: 'true', url: address('/') }]);
  return opened;
}

describe('[S2-26] [S2-03] estimate calculation: from a file to the cart', () => {
  test.for(devices)('%s: forty lines of a file are matched, corrected and laid into the cart', async (device) => {
    const { page, problems } = await visitor({ device });
    await page.goto(address('/order-help/'));
    expect(await findings(page)).toEqual([]);
    if (pictures) await page.screenshot({ path: `${pictures}/order-help.${device}.png`, fullPage: true });
    await page.getByLabel('Файл со списком').setInputFiles({
      name: 'смета.txt',
      mimeType: 'text/plain',
      buffer: iconv.encode(list, 'win1251'),
    });
    await page.getByRole('button', { name: 'Подобрать товары' }).click();
    await page.getByRole('heading', { level: 1, name: 'смета.txt' }).waitFor();
    const lines = page.locator('.estimate-line');
    expect(await lines.count()).toBe(40);
    expect(await lines.nth(0).innerText()).toMatch(/Штукатурка\sгипсовая.*30\sкг/s);
    expect(await lines.nth(39).innerText()).toContain('По артикулу');
    expect(await lines.nth(38).innerText()).toContain('Не нашли');
    expect(await findings(page)).toEqual([]);
    if (pictures) await page.screenshot({ path: `${pictures}/estimate.${device}.png`, fullPage: false });
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);

    // The states are filters.
    await page.getByRole('link', { name: /^Не\sнашли:\s/ }).click();
    await expect.poll(() => lines.nth(0).isVisible()).toBe(false);
    expect(await lines.nth(38).isVisible()).toBe(true);
    await page.getByRole('link', { name: 'Все: 40' }).click();
    await expect.poll(() => lines.nth(0).isVisible()).toBe(true);

    // Another product is chosen: the row takes it and says that the person chose it.
    const first = lines.nth(0);
    await first.getByText(/Другие\sварианты/).click();
    const other = first.getByRole('radio').nth(1);
    const name = await first.locator('.opt').nth(1).locator('.estimate-line__name').innerText();
    await other.check();
    await first.getByText('Выбрано вами').waitFor();
    expect(await first.locator('.estimate-line__about a').innerText()).toBe(name);
    await page.getByText('Сохранено', { exact: true }).waitFor();

    // A line that was not found is looked for by other words.
    const missed = lines.nth(38);
    await missed.getByRole('textbox').fill('плинтус напольный 58 мм');
    await missed.getByRole('button', { name: 'Найти' }).click();
    await lines.nth(38).locator('.estimate-line__about').waitFor();
    expect(await lines.nth(38).innerText()).toContain('Плинтус напольный');

    // Everything but the first ten is unticked, the rest goes into the cart.
    for (let at = 10; at < 40; at++) {
      const tick = lines.nth(at).getByRole('checkbox');
      if ((await tick.count()) > 0 && (await tick.isChecked())) await tick.uncheck();
    }
    let taken = 0;
    for (let at = 0; at < 10; at++) taken += await lines.nth(at).locator('input[type=checkbox]:checked').count();
    expect(taken, 'what must be looked at is not ticked by itself').toBeGreaterThanOrEqual(8);
    await page.getByText(`Отмечено ${taken} строк`).waitFor();
    await page.getByRole('button', { name: 'Отмеченное в корзину' }).click();
    await page.waitForURL('**/cart/');
    expect(await page.getByText(name).first().isVisible()).toBe(true);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  test('a wrong count takes back no other correction; counts pressed one after the other add up and are saved', async () => {
    const { page, problems } = await visitor({});
    await page.goto(address('/order-help/'));
    const ten = judgedLines.slice(0, 10).map(({ line }) => line);
    await page.getByLabel('Или список текстом').fill(ten.join('\n'));
    await page.getByRole('button', { name: 'Подобрать товары' }).click();
    const lines = page.locator('.estimate-line');
    await lines.nth(9).waitFor();
    const countOf = (at: number) => lines.nth(at).getByLabel(/^Количество/);
    await lines.nth(0).getByRole('button', { name: 'Больше' }).click();
    await lines.nth(0).getByRole('button', { name: 'Больше' }).click();
    expect(await countOf(0).inputValue()).toBe('16');
    await page.getByText('Сохранено', { exact: true }).waitFor();
    expect(await countOf(0).inputValue()).toBe('16');
    // What the script never sees: the field loses its count while the form is sent.
    await page.route('**/*', async (route, request) => {
      const body = request.method() === 'POST' ? request.postData() : null;
      await route.continue(body === null ? {} : { postData: body.replace(/count_1=\d+/, 'count_1=0') });
    });
    for (const at of [1, 2]) await lines.nth(at).getByRole('checkbox').uncheck();
    await page.getByText(/Строка 1:/).waitFor();
    await page.getByRole('button', { name: 'Отмеченное в корзину' }).click();
    await page.getByText(/Строка 1:.*Остальное сохранили/).waitFor();
    for (const at of [1, 2]) expect(await lines.nth(at).getByRole('checkbox').isChecked()).toBe(false);
    expect(await countOf(0).inputValue()).toBe('16');
    expect(problems.filter((problem) => !problem.includes('422'))).toEqual([]);
    await page.context().close();
  });

  test('of two tabs the one that was opened earlier takes on that its lines lie in the cart, and puts none there again', async () => {
    const { page, context, problems } = await visitor({});
    await page.goto(address('/order-help/'));
    const three = judgedLines.slice(0, 3).map(({ line }) => line);
    await page.getByLabel('Или список текстом').fill(three.join('\n'));
    await page.getByRole('button', { name: 'Подобрать товары' }).click();
    await page.locator('.estimate-line').nth(2).waitFor();
    const earlier = await context.newPage();
    await earlier.goto(page.url());
    const ticks = earlier.getByRole('checkbox', { name: /^Взять/, checked: true });
    const taken = await ticks.count();
    expect(taken).toBeGreaterThan(1);
    await page.getByRole('button', { name: 'Отмеченное в корзину' }).click();
    await page.waitForURL('**/cart/');
    const inCart = () => page.locator('.sumbox__rows').innerText();
    const before = await inCart();
    // Saved twice: what the first answer tells is part of the second.
    for (const time of [1, 2]) {
      const saved = earlier.waitForResponse((answer) => answer.request().method() === 'POST');
      await earlier.locator('.estimate-line').nth(0).getByRole('button', { name: 'Больше' }).click();
      await saved;
      await expect.poll(() => ticks.count()).toBe(0);
      if (time === 1) await earlier.getByText(/отмеченные\sстроки\sуже\sв\sкорзине/).waitFor();
    }
    await earlier.reload();
    expect(await ticks.count()).toBe(0);
    expect(await earlier.getByRole('button', { name: 'Отмеченное в корзину' }).isDisabled()).toBe(true);
    await page.reload();
    expect(await inCart()).toBe(before);
    expect(problems).toEqual([]);
    await context.close();
  });

  test('without JavaScript: pasted lines, a button to recount, the cart', async () => {
    const { page } = await visitor({ javaScriptEnabled: false });
    await page.goto(address('/order-help/'));
    await page.getByLabel('Или список текстом').fill('Цемент 50 кг — 4 мешка\nЛаминат 33 класс дуб 24 м2');
    await page.getByRole('button', { name: 'Подобрать товары' }).click();
    const lines = page.locator('.estimate-line');
    expect(await lines.count()).toBe(2);
    expect(await lines.nth(1).innerText()).toMatch(/в\sсписке:\s24\s?м2,\sвсего\s\d+(,\d+)?\sм²/);
    await lines
      .nth(0)
      .getByLabel(/^Количество/)
      .fill('6');
    await page.getByRole('button', { name: 'Пересчитать' }).click();
    expect(
      await lines
        .nth(0)
        .getByLabel(/^Количество/)
        .inputValue(),
    ).toBe('6');
    await lines.nth(1).getByRole('checkbox').uncheck();
    await page.getByRole('button', { name: 'Отмеченное в корзину' }).click();
    await page.waitForURL('**/cart/');
    expect(await page.locator('main').innerText()).toMatch(/Цемент.*50\sкг/);
    await page.goto(address('/order-help/estimate/'));
    expect(await page.getByRole('heading', { name: 'Ваши сметы' }).isVisible()).toBe(true);
    await page.context().close();
  });

  test('[S5-07] what cannot be read is said at the field, and the typed text stays', async () => {
    const { page } = await visitor({});
    await page.goto(address('/order-help/estimate/'));
    const send = async (name: string, buffer: Buffer) => {
      await page.getByLabel('Файл со списком').setInputFiles({ name, mimeType: 'application/octet-stream', buffer });
      await page.getByRole('button', { name: 'Подобрать товары' }).click();
    };
    const said = (words: string) => page.locator('#file-error', { hasText: words }).waitFor();
    await page.getByRole('button', { name: 'Подобрать товары' }).click();
    await page.locator('#text-error', { hasText: estimateWords.nothing }).waitFor();
    await page.getByLabel('Или список текстом').fill('Цемент 50 кг');
    await send('список.exe', Buffer.from('MZ'));
    await said(uploadWords.type);
    await send('список.docx', Buffer.from('это не Word'));
    await said(uploadWords.type);
    await send('список.txt', Buffer.alloc(uploadLimitBytes + 1, 97));
    await said(uploadWords.size);
    await send('фото.jpg', Buffer.from([0xff, 0xd8, 0xff, 0]));
    await said(estimateWords.picture);
    await send('пусто.txt', Buffer.alloc(0));
    await said(uploadWords.type);
    await send('битый.pdf', Buffer.from('%PDF-1.7 ничего'));
    await said(estimateWords.unreadable);
    expect(await page.getByLabel('Или список текстом').inputValue()).toBe('Цемент 50 кг');
    await page.context().close();
  });

  test('a spreadsheet is read by its heading; the answer can be taken away as one', async () => {
    const { page } = await visitor({});
    const bytes = await writeXlsxFile([
      [{ value: '№' }, { value: 'Наименование' }, { value: 'Ед.' }, { value: 'Кол-во' }],
      [{ value: 1 }, { value: 'Штукатурка гипсовая 30 кг' }, { value: 'меш' }, { value: 14 }],
      [{ value: 2 }, { value: 'Плитка настенная белая 30х60' }, { value: 'м2' }, { value: 12.5 }],
    ]).toBuffer();
    await page.goto(address('/order-help/estimate/'));
    await page.getByLabel('Файл со списком').setInputFiles({
      name: 'смета.xlsx',
      mimeType: 'application/octet-stream',
      buffer: bytes,
    });
    await page.getByRole('button', { name: 'Подобрать товары' }).click();
    await page.getByRole('heading', { level: 1, name: 'смета.xlsx' }).waitFor();
    expect(await page.locator('.estimate-line').count()).toBe(2);
    const downloading = page.waitForEvent('download');
    await page.getByRole('link', { name: /Скачать\sтаблицей/ }).click();
    expect((await downloading).suggestedFilename()).toBe('smeta.xlsx');
    await page.context().close();
  });

  test('an estimate opens only for whoever made it', async () => {
    const { page } = await visitor({});
    await page.goto(address('/order-help/estimate/'));
    await page.getByLabel('Или список текстом').fill('Цемент 50 кг — 4 мешка');
    await page.getByRole('button', { name: 'Подобрать товары' }).click();
    await page.locator('.estimate-line').waitFor();
    const url = page.url();
    const stranger = await visitor({});
    expect((await stranger.page.goto(url))?.status()).toBe(404);
    const status = await stranger.page.evaluate(
      async (there) => (await fetch(there, { method: 'POST', body: new URLSearchParams({ intent: 'remove' }) })).status,
      url,
    );
    expect(status).toBe(404);
    expect((await page.reload())?.status()).toBe(200);
    await page.context().close();
    await stranger.context.close();
  });
});
