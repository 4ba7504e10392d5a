import { sql } from 'kysely';
import type { BrowserContext, Page } from 'playwright-core';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { moveOrder } from '#modules/orders/move-order.ts';
import { answerQuestion } from '#modules/reviews/decide-question.ts';
import { approveReview } from '#modules/reviews/decide-review.ts';
import { placePhotos } from '#modules/reviews/photos.ts';
import { makeUser, signedIn } from '#test/support/accounts.ts';
import { findings } from '#test/support/axe.ts';
import { mobileWays, openPage, testBrowser, testSite, ways } from '#test/support/browser.ts';
import { demoShop } from '#test/support/demo-database.ts';
import { orderBy } from '#test/support/orders.ts';

const { db, dataDir } = await demoShop();
const { address, port } = await testSite(db, { DATA_DIR: dataDir });
const browser = await testBrowser({ drawsPictures: true });
const photo = await sharp({ create: { width: 600, height: 400, channels: 3, background: '#b08050' } })
  .jpeg()
  .toBuffer();

/** Pages are looked at many times here, on a busy machine. */
const patience = { timeout: 20_000 };

/** Goods that can be bought in Vologda now and have no reviews yet. */
const { rows: goods } = await sql<{ id: number; idcode: string; slug: string; name: string; min_count: number }>`
  select p.id, p.idcode, p.slug, p.name, p.min_count from products p
  join departments d on d.id_1c = '00131'
  join stock s on s.product_id = p.id and s.store = 'store12'
  join prices r on r.product_id = p.id and r.price_column = d.base_price
  where p.switched_off_at is null and p.demo_rating_count = 0 and r.price > 0 and s.on_hand - s.reserved >= p.min_count * 5
    and p.step = 1 order by p.id limit 12`.execute(db);

async function signIn(context: BrowserContext, user: { id: string }) {
  const { cookies } = await signedIn(db, user);
  await context.addCookies(
    Object.entries(cookies).map(([name, value]) => ({ name, value, domain: 'idd.localhost', path: '/' })),
  );
}

/** A person who has just received this product. */
async function buyerOf(product: { id: number; idcode: string; min_count: number }) {
  const user = await makeUser(db, { full_name: 'Анна Смирнова' });
  const { id } = await orderBy(db, user, [[product, product.min_count]]);
  for (const state of ['assembling', 'ready', 'completed'] as const)
    await db.transaction().execute((db) => moveOrder(db, id, state, { who: 'Пётр' }));
  return { user, order_id: id };
}

async function quietCity(page: Page, hasScript: boolean) {
  await page.goto(address('/'));
  if (hasScript) await page.getByRole('button', { name: 'Да', exact: true }).click();
}

async function expectAccessible(page: Page) {
  expect(await findings(page), page.url()).toEqual([]);
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
    page.url(),
  ).toBeLessThanOrEqual(0);
}

describe('[S2-15] a buyer reviews what was received, others read it and find it useful', () => {
  test.for(ways.map(([name, options], at) => [name, options, at] as const))('%s', async ([, options, at]) => {
    const product = goods[at]!;
    const hasScript = options.javaScriptEnabled !== false;
    const { user, order_id } = await buyerOf(product);
    const { page, context, problems } = await openPage(browser, options);
    await signIn(context, user);
    await page.goto(address(`/personal/orders/${order_id}/`));
    await page.getByRole('link', { name: `Оставить отзыв: ${product.name}` }).click();
    await page.getByRole('heading', { level: 1, name: 'Отзыв о товаре' }).waitFor();
    await page.getByRole('button', { name: 'Отправить отзыв' }).click();
    await page.getByText('Обязательно для выбора').waitFor();
    await page.getByText('Обязательно для заполнения').first().waitFor();
    if (hasScript) await expectAccessible(page);
    await page.getByRole('radio', { name: /Хорошо/ }).check({ force: true });
    await page.getByLabel('Отзыв *').fill('Сделали кухню за выходные, остался один.');
    await page.getByLabel('Достоинства').fill('Упаковка целая');
    await page
      .getByLabel('Фотографии')
      .setInputFiles({ name: 'C:\\фото\\кухня.jpg', mimeType: 'image/jpeg', buffer: photo });
    await page.getByRole('button', { name: 'Отправить отзыв' }).click();
    await page.getByText('Спасибо. Отзыв отправлен на проверку').waitFor();
    expect(problems.filter((problem) => !/422/.test(problem))).toEqual([]);

    const { rows } = await sql<{ id: number }>`select id from reviews where product_id = ${product.id}`.execute(db);
    await db.transaction().execute((db) => approveReview(db, rows[0]!.id));
    await db.transaction().execute((db) => placePhotos(db, dataDir, rows[0]!.id));
    await context.close();

    const reader = await openPage(browser, options);
    await quietCity(reader.page, hasScript);
    await expect
      .poll(async () => {
        await reader.page.goto(address(`/product/${product.slug}/`));
        return reader.page.locator('#reviews .review').count();
      }, patience)
      .toBe(1);
    const review = reader.page.locator('#reviews .review');
    expect(await review.textContent()).toMatch(/Сделали кухню за\sвыходные/);
    expect(await review.textContent()).toContain('Подтверждённая покупка');
    const picture = review.locator('.review__photos img');
    await picture.scrollIntoViewIfNeeded();
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth), patience)
      .toBeGreaterThan(0);
    if (hasScript) {
      await picture.click();
      const enlarged = reader.page.getByRole('dialog', { name: /^Фото:\sотзыв,\sАнна/ });
      await enlarged.locator('.zoom__stage img').waitFor();
      await reader.page.keyboard.press('Escape');
      await enlarged.waitFor({ state: 'detached' });
    }
    await reader.page.getByRole('link', { name: 'С фото: 1 отзыв' }).click();
    await reader.page.waitForURL(/\/reviews\/\?photos=1$/);
    await reader.page.getByText('Сделали кухню за выходные').waitFor();
    await reader.page
      .getByRole('navigation', { name: 'Какие отзывы показать' })
      .getByRole('link', { name: /^С\sфото/ })
      .click();
    await reader.page.waitForURL(/\/reviews\/$/);
    await reader.page.goto(address(`/product/${product.slug}/`));
    await review.getByRole('button', { name: /^Полезно/ }).click();
    await expect
      .poll(async () => {
        if (!hasScript) await reader.page.goto(address(`/product/${product.slug}/`));
        return reader.page.locator('#reviews [data-count]').innerText();
      }, patience)
      .toBe('1');
    if (hasScript) {
      await expectAccessible(reader.page);
      expect(reader.problems).toEqual([]);
    }
    const ld = await reader.page.locator('script[type="application/ld+json"]').allTextContents();
    expect(ld.join('')).toContain('"aggregateRating":{"@type":"AggregateRating","ratingValue":4,"reviewCount":1');
    await reader.context.close();
  });
});

test('[S5-07] a photo that is none is refused at its field in the browser and on the server; a stranger gets no form', async () => {
  const product = goods[5]!;
  const { user } = await buyerOf(product);
  const { page, context } = await openPage(browser);
  await signIn(context, user);
  await page.goto(address(`/reviews/write/${product.slug}/`));
  await page
    .getByLabel('Фотографии')
    .setInputFiles({ name: 'план.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4') });
  await page.getByText('Недопустимый формат файла').waitFor();
  const fake = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.from('<?php')]);
  await page.getByLabel('Фотографии').setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer: fake });
  await page.getByRole('radio', { name: /Отлично/ }).check({ force: true });
  await page.getByLabel('Отзыв *').fill('Фотография не фотография.');
  await page.getByRole('button', { name: 'Отправить отзыв' }).click();
  await page.getByText('Недопустимый формат файла').waitFor();
  const { rows } = await sql`select from reviews where product_id = ${product.id}`.execute(db);
  expect(rows).toEqual([]);
  await context.clearCookies();
  await page.goto(address(`/reviews/write/${product.slug}/`));
  await page.getByText('Отзыв может оставить тот, кто получил этот товар').waitFor();
  await context.close();
});

describe('a guest asks about a product and reads the answer there', () => {
  test.for(ways.map(([name, options], at) => [name, options, at] as const))('%s', async ([, options, at]) => {
    const product = goods[6 + at]!;
    const hasScript = options.javaScriptEnabled !== false;
    const { page, context, problems } = await openPage(browser, options);
    await quietCity(page, hasScript);
    await page.goto(address(`/product/${product.slug}/`));
    await page.getByRole('link', { name: 'Задать вопрос' }).click();
    await page.getByRole('heading', { level: 1, name: 'Вопрос о товаре' }).waitFor();
    const main = page.getByRole('main');
    await main.getByLabel('Вопрос').fill('Подойдёт для бани?');
    await main.getByLabel('Подпись').fill('Олег');
    await main.getByLabel('Почта для ответа').fill('oleg@');
    await main.getByRole('button', { name: 'Задать вопрос' }).click();
    await page.getByText('Неверный формат').waitFor();
    if (hasScript) await expectAccessible(page);
    await main.getByLabel('Почта для ответа').fill(`oleg${at}@pochta.example`);
    await main.getByLabel(/Согласен\sна/).check();
    await main.getByRole('button', { name: 'Задать вопрос' }).click();
    await page.getByText('откройте ссылку в письме').waitFor();
    const { rows } = await sql<{ text: string }>`
      select text from mails where to_address = ${`oleg${at}@pochta.example`}`.execute(db);
    const link = new URL(/http\S+\/reviews\/confirm\/\S+/.exec(rows[0]!.text)![0]);
    expect(link.port).toBe(String(port));
    await page.goto(link.href);
    await page.getByRole('button', { name: 'Подтвердить вопрос' }).click();
    await page.getByText('Вопрос у филиала').waitFor();
    const asked = await sql<{
      id: number;
    }>`select id from product_questions where product_id = ${product.id} and state = 'new'`.execute(db);
    await db.transaction().execute((db) => answerQuestion(db, asked.rows[0]!.id, 'Подойдёт, до 60 градусов.'));
    await expect
      .poll(async () => {
        await page.goto(address(`/product/${product.slug}/`));
        return page.locator('#questions').textContent();
      }, patience)
      .toMatch(/Подойдёт, до\s60\sградусов\./);
    expect(problems.filter((problem) => !/422/.test(problem))).toEqual([]);
    await context.close();
  });
});

test('demonstration reviews carry their mark, stand on pages of ten by rating, and are not told to search engines', async () => {
  const { rows } = await sql<{ slug: string; n: number }>`
    select slug, demo_rating_count as n from products order by demo_rating_count desc limit 1`.execute(db);
  const { slug, n } = rows[0]!;
  const { page, context, problems } = await openPage(browser);
  await quietCity(page, true);
  await page.goto(address(`/product/${slug}/`));
  expect(await page.locator('#reviews').innerText()).toContain('Демонстрационный отзыв');
  expect((await page.locator('script[type="application/ld+json"]').allTextContents()).join('')).not.toContain(
    'aggregateRating',
  );
  await page.getByRole('link', { name: `Все ${n}` }).click();
  await page.waitForURL(/\/reviews\/$/);
  await expect.poll(() => page.locator('.review').count(), patience).toBe(Math.min(n, 10));
  await page.getByRole('link', { name: /^5\sиз\s5/ }).click();
  await page.waitForURL(/\?rating=5$/);
  await expect
    .poll(
      () =>
        page
          .locator('.review')
          .filter({ hasNot: page.locator('[aria-label="Оценка 5 из 5"]') })
          .count(),
      patience,
    )
    .toBe(0);
  expect(await page.locator('.review').count()).toBeGreaterThan(0);
  await expectAccessible(page);
  const [word] = /[а-яё]{5,}/i.exec(await page.locator('.review__text').first().innerText())!;
  await page.getByRole('searchbox', { name: 'Слово в отзывах' }).fill(word);
  await page.getByRole('search', { name: 'Поиск по отзывам' }).getByRole('button', { name: 'Найти' }).click();
  await page.waitForURL(/\?rating=5&q=/);
  await expect.poll(() => page.locator('.review').first().innerText(), patience).toMatch(new RegExp(word, 'i'));
  await expectAccessible(page);
  await page.getByRole('searchbox', { name: 'Слово в отзывах' }).fill('такоговотзывахнет');
  await page.keyboard.press('Enter');
  await page.getByText('Таких слов в отзывах нет.').waitFor();
  await page.getByRole('link', { name: 'Сбросить' }).click();
  await page.waitForURL(/\?rating=5$/);
  expect(problems).toEqual([]);
  await context.close();
});

test('the received order leads to all its goods, and switches invitations off', async () => {
  const product = goods[10]!;
  const { user, order_id } = await buyerOf(product);
  const { page, context, problems } = await openPage(browser, { device: 'mobile' });
  await signIn(context, user);
  await page.goto(address('/personal/orders/completed/'));
  await page.getByRole('link', { name: /^Оставить отзыв о\sтоварах\sзаказа/ }).click();
  await page.waitForURL(new RegExp(`/reviews/order/${order_id}/`));
  await page.getByRole('link', { name: `Оставить отзыв: ${product.name}` }).waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Не присылать приглашений к отзывам' }).click();
  await page.getByText('Больше не будем присылать такие письма.').waitFor();
  expect(problems).toEqual([]);
  await context.close();
});

for (const device of ['desktop', 'mobile'] as const)
  test(`[S2-08] [S2-13] brands and promotions are found and filtered, accessible and silent, ${device}`, async () => {
    const { page, context, problems } = await openPage(browser, { device });
    await quietCity(page, true);
    await page.goto(address('/brand/'));
    await page.getByLabel('Название бренда').fill('suho');
    await expect.poll(() => page.locator('.brands__logos a').count(), patience).toBe(1);
    await expectAccessible(page);
    await page.locator('.brands__logos a').click();
    await page.getByRole('heading', { level: 1, name: 'СУХОНА' }).waitFor();
    await expectAccessible(page);
    await page.goto(address('/actions/'));
    await page.getByLabel('Раздел').selectOption({ label: 'Инструмент' });
    await page.waitForURL(/section=instrument/);
    await expectAccessible(page);
    await page.locator('.acts__name a').first().click();
    await page.getByRole('heading', { level: 1, name: 'Инструмент мастеру' }).waitFor();
    await page.getByRole('heading', { name: 'Полные правила' }).waitFor();
    await expectAccessible(page);
    await page.goto(address('/actions/smesi-i-kraski/'));
    await page.getByRole('button', { name: 'Скопировать купон' }).waitFor();
    await page.goto(address('/actions/osenniy-remont/'));
    await page.getByText('Закончилась').first().waitFor();
    await expectAccessible(page);
    expect(problems).toEqual([]);
    await context.close();
  });

describe('[S1-04] a guest browses the whole shop and keeps lists', () => {
  test.for(mobileWays)('%s', async ([, options]) => {
    const hasScript = options.javaScriptEnabled !== false;
    const { page, context, problems } = await openPage(browser, options);
    // Resizing pictures is another test's matter.
    await context.route('**/_ipx/**', (route) => route.fulfill({ contentType: 'image/jpeg', body: photo }));
    await quietCity(page, hasScript);
    const main = page.getByRole('main');
    const h1 = (name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor();

    const follow = async (path: RegExp) => {
      const links = await main.locator('a').evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
      const href = links.find((link) => path.test(link));
      expect(href, `${page.url()} leads to ${path}`).toBeDefined();
      await main.locator(`a[href="${href}"]`).first().click();
    };

    // Catalogue and a category.
    await page.goto(address('/catalog/'));
    await h1(/Каталог/);
    await main
      .getByRole('link', { name: /Сухие\sсмеси/ })
      .first()
      .click();
    await page.waitForURL(/\/category\/suhie-smesi\//);
    const card = page
      .locator('.card')
      .filter({ has: page.getByRole('button', { name: /^В\sкорзину/ }) })
      .first();
    const name = await card.locator('.card__name a').innerText();
    await card.getByRole('button', { name: /^В\sизбранное/ }).click();
    if (!hasScript) await page.waitForURL(/\/category\/suhie-smesi\//);
    else await expect.poll(() => card.locator('[aria-pressed="true"]').count(), patience).toBe(1);
    await page
      .locator('.card', { hasText: name })
      .first()
      .getByRole('button', { name: /^Сравнить/ })
      .click();
    if (hasScript) await expect.poll(() => card.locator('[aria-pressed="true"]').count(), patience).toBe(2);

    // Brands, promotions.
    await page.goto(address('/brand/'));
    await page.locator('.brands__logos a').first().click();
    await page.waitForURL(/\/brand\/[a-z0-9-]+\/$/);
    await page.locator('.card').first().waitFor();
    await page.goto(address('/actions/'));
    await page.locator('.acts__name a').first().click();
    await page.waitForURL(/\/actions\/[a-z0-9-]+\/$/);
    await page.getByRole('heading', { name: 'Полные правила' }).waitFor();

    // Blog, vacancies, information pages.
    await page.goto(address('/blog/'));
    await follow(/^\/blog\/[a-z0-9-]+\/$/);
    await page.waitForURL(/\/blog\/[a-z0-9-]+\/$/);
    await main.getByRole('heading', { level: 1 }).waitFor();
    await page.goto(address('/vacancy/'));
    await follow(/^\/vacancy\/[a-z0-9-]+\/$/);
    await page.waitForURL(/\/vacancy\/[a-z0-9-]+\/$/);
    await main.getByRole('heading', { level: 1 }).waitFor();
    for (const path of ['/pay/', '/delivery/', '/about/', '/info/returns/']) {
      const answer = await page.goto(address(path));
      expect([path, answer?.status()]).toEqual([path, 200]);
      await main.getByRole('heading', { level: 1 }).waitFor();
    }

    // The lists have kept what was chosen.
    await page.goto(address('/favorites/'));
    await main.getByRole('link', { name }).first().waitFor();
    await page.goto(address('/compare/'));
    await main.getByRole('link', { name }).first().waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });
});
