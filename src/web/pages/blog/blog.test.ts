import { sql } from 'kysely';
import { SaxesParser } from 'saxes';
import { expect, test } from 'vitest';
import { changeArticle, publishArticle, saveTopic, withdrawArticle } from '#modules/blog/change-article.ts';
import { feedXml } from '#modules/blog/feed.ts';
import type { ArticleInput } from '#modules/blog/schema.ts';
import { seasonsOn } from '#modules/blog/seasons.ts';
import { testApp } from '#test/support/app.ts';
import { testDatabase } from '#test/support/database.ts';
import { userAgents } from '#test/support/http.ts';
import { makeBranches, makeCategory, makeProduct } from '#test/support/shop.ts';
import { picksTitle } from './list-article.ts';

const { db } = await testDatabase();
await makeBranches(db);
const plasters = await makeCategory(db, 'shtukaturki', 'Штукатурки');
const mixture = await makeProduct(db, { name: 'Штукатурка СУХОНА', category_id: plasters.id });
const other = await makeProduct(db, { name: 'Штукатурка ГИПСАР', category_id: plasters.id, price: 61_200 });
const soldOut = await makeProduct(db, { name: 'Штукатурка ТЕПЛЯК', category_id: plasters.id, on_hand: 0 });
await db.insertInto('prices').values({ price_column: 'cherepovets', product_id: mixture.id, price: 51_300 }).execute();
await db
  .insertInto('stock')
  .values({ store: 'store52', product_id: mixture.id, on_hand: 40, on_hand_base: 1_200 })
  .execute();
const app = await testApp(db);

const dayMs = 86_400_000;
const ago = (days: number) => new Date(Date.now() - days * dayMs);

await saveTopic(db, { slug: 'remont', name: 'Ремонт', position: 1 });
await saveTopic(db, { slug: 'sad', name: 'Сад', position: 2 });

function written(slug: string, given: Partial<ArticleInput> = {}): ArticleInput {
  return {
    slug,
    title: 'Сколько штукатурки купить',
    lead: 'Считаем мешки по площади и слою.',
    topic: 'remont',
    author: 'Редакция ИДД',
    blocks: [{ type: 'html', html: '<p>Слой измеряют правилом.</p>' }],
    ...given,
  };
}

const plastering = await publishArticle(
  db,
  written('shtukaturka', {
    blocks: [
      { type: 'html', html: '<h2>Как измерить</h2><p>Правилом.</p><script>alert(1)</script><h2>Как измерить</h2>' },
      { type: 'products', title: 'Для работы', idcodes: [mixture.idcode, 'net-takogo', other.idcode, soldOut.idcode] },
      { type: 'faq', items: [{ question: 'Сколько сохнет?', answer: 'Неделю.' }] },
    ],
  }),
  ago(5),
);
const trees = await publishArticle(
  db,
  written('elki', { title: 'Ёлки и шары', lead: 'Наряжаем ель сверху вниз.', topic: 'sad' }),
  ago(3),
);
await publishArticle(
  db,
  written('tolko-cherepovec', { title: 'Только в Череповце', department_id_1c: '00052' }),
  ago(2),
);
await publishArticle(db, written('zavtra', { title: 'Выйдет завтра' }), ago(-1));

async function open(url: string, host = 'idd.localhost') {
  return app.inject({ url: encodeURI(url), headers: { host, 'user-agent': userAgents.desktop } });
}

function titles(html: string): string[] {
  return [...html.matchAll(/<h3 class="post__title"><a [^>]*>([^<]+)</g)].map(([, title]) => title ?? '');
}

function markup(html: string, type: string) {
  return [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)]
    .map(([, text]) => JSON.parse(text ?? ''))
    .find((data) => data['@type'] === type);
}

test('[S2-04] the list shows the branch’s published articles by topics with counts; a topic is a filter', async () => {
  const { statusCode, body } = await open('/blog/');
  expect(statusCode).toBe(200);
  expect(titles(body)).toEqual(['Ёлки и шары', 'Сколько штукатурки купить']);
  expect(body).toMatch(/href="\/blog\/\?topic=sad"[^>]*>Сад<span class="n">1</);
  expect(body).toContain('<link rel="canonical" href="http://idd.localhost/blog/"/>');
  expect(body).toContain('<link rel="alternate" type="application/rss+xml"');
  const topic = await open('/blog/?topic=remont');
  expect(titles(topic.body)).toEqual(['Сколько штукатурки купить']);
  expect(topic.body).toContain('content="noindex,follow"');
  expect(titles((await open('/blog/', 'cherepovets.idd.localhost')).body)[0]).toBe('Только в Череповце');
  for (const path of ['/blog/?topic=net', '/blog/?page=2', '/blog/tolko-cherepovec/', '/blog/zavtra/'])
    expect([path, (await open(path)).statusCode]).toEqual([path, 404]);
});

test('[S2-04] a page number that is none leads to the clean address, as in the lists of goods', async () => {
  for (const page of ['0', '-1', '1', 'x', '']) {
    const { statusCode, headers } = await open(`/blog/?topic=remont&page=${page}`);
    expect([page, statusCode, headers.location]).toEqual([page, 302, '/blog/?topic=remont']);
  }
});

test('[S2-04] the search finds words in any form, ё as е, the other keyboard layout, and is not indexed', async () => {
  const found = async (q: string) => titles((await open(`/blog/?q=${q}`)).body);
  expect(await found('елка')).toEqual(['Ёлки и шары']);
  expect(await found('мешков')).toEqual(['Сколько штукатурки купить']);
  expect(await found('слои площадью')).toEqual(['Сколько штукатурки купить']);
  expect(await found('inerfnehrf')).toEqual(['Сколько штукатурки купить']);
  expect((await open('/blog/?q=inerfnehrf')).body).toContain('Искали «штукатурка»');
  const none = await open('/blog/?q=космос');
  expect(none.statusCode).toBe(200);
  expect(none.body).toContain('По запросу «космос» статей не нашлось.');
  expect(none.body).toContain('content="noindex,follow"');
  expect((await open('/blog/?q="%3C%27(&|!:*')).statusCode).toBe(200);
});

test('[S2-04] an article has author, dates, reading time, contents and goods at this branch’s price; a missing one is skipped', async () => {
  const { body } = await open('/blog/shtukaturka/');
  expect(body).toContain('Редакция ИДД');
  expect(body).toMatch(/Читать (<!-- -->)?1/);
  expect(body).toMatch(/<a class="link" href="#kak-izmerit"[^>]*>Как измерить</);
  expect(body).toMatch(/<h2 id="kak-izmerit-2">/);
  expect(body).not.toContain('alert(1)');
  expect(body).toContain('489 ₽');
  expect(body).toContain('16,30 ₽/\u2060кг');
  expect(body).not.toContain('net-takogo');
  const there = await open('/blog/shtukaturka/', 'cherepovets.idd.localhost');
  expect(there.body).toContain('513 ₽');
  expect(there.body).not.toContain('489 ₽');
  expect(markup(body, 'Article')).toMatchObject({
    headline: 'Сколько штукатурки купить',
    datePublished: expect.stringMatching(/^\d{4}-/),
    author: { name: 'Редакция ИДД' },
  });
  expect(markup(body, 'FAQPage').mainEntity[0].name).toBe('Сколько сохнет?');
});

test('[S2-04] «Всё из статьи в корзину» puts what can be bought into the cart without JavaScript, and twice doubles nothing', async () => {
  const { body } = await open('/blog/shtukaturka/');
  const goods = /name="goods" value="([^"]+)"/.exec(body)?.[1] ?? '';
  expect(goods.split(';')).toHaveLength(2);
  const send = (cookie: string, sent: string) =>
    app.inject({
      method: 'POST',
      url: '/cart/',
      headers: {
        host: 'idd.localhost',
        'user-agent': userAgents.desktop,
        'content-type': 'application/x-www-form-urlencoded',
        ...(cookie ? { cookie } : {}),
      },
      payload: new URLSearchParams({ intent: 'add-all', goods: sent }).toString(),
    });
  const first = await send('', goods);
  expect([first.statusCode, first.headers.location]).toEqual([303, '/cart/']);
  const cookie = first.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  const second = await send(cookie, goods);
  const basket = (answer: typeof first) => answer.cookies.find(({ name }) => name.startsWith('Basket_idd_'))?.value;
  expect(basket(first)).toMatch(/-1\..*-1(~|$)/);
  // A cart that stayed as it came is not sent again.
  expect([second.statusCode, second.headers.location, basket(second)]).toEqual([303, '/cart/', undefined]);
  const more = await send(cookie, goods.replace(/:1(;|$)/, ':7$1'));
  expect(basket(more), 'a line that has fewer is raised to the count').toMatch(/-7\..*-1(~|$)/);
  const nothing = await send('', `${soldOut.id}:${soldOut.idcode}:1`);
  expect(nothing.statusCode).toBe(409);
  expect(nothing.body).toContain('Этот товар сейчас нельзя заказать');
  expect((await send('', `${mixture.id}:${other.idcode}:1`)).statusCode).toBe(422);
});

const text = (html: string) => html.replaceAll('\u00a0', ' ');

test('[S2-04] of goods that stand for one another «Всё из статьи» takes the first on sale and names what it replaces', async () => {
  const primer = await makeProduct(db, { name: 'Грунтовка СУХОНА', category_id: plasters.id, price: 10_000 });
  const idcodes = [soldOut, mixture, other, primer].map(({ idcode }) => idcode);
  const blocks: ArticleInput['blocks'] = [
    { type: 'products', title: 'Для работы', idcodes, alternatives: [idcodes.slice(0, 3)] },
    { type: 'products', title: 'Ещё раз', idcodes: [other.idcode] },
  ];
  const id = await publishArticle(db, written('na-vybor', { blocks }), ago(20));
  const { body } = await open('/blog/na-vybor/');
  const goods = /name="goods" value="([^"]+)"/.exec(body)?.[1] ?? '';
  expect(goods.split(';')).toEqual([mixture, primer].map(({ id, idcode }) => `${id}:${idcode}:1`));
  expect(text(body)).toContain(`Вместо товара «${soldOut.name}», которого нет в наличии`);
  expect(text(body), 'no substitute for what is there').not.toContain('можно заменить');
  await withdrawArticle(db, id);
});

test('[S2-04] «Всё из статьи» takes as many as the work needs, as many as there are, and what the reader made of it', async () => {
  const primer = await makeProduct(db, { name: 'Грунтовка ШЕКСНА', category_id: plasters.id, price: 10_000 });
  await sql`update stock set on_hand = 3 where product_id = ${primer.id}`.execute(db);
  const tier = { price_column: 'vologda', product_id: mixture.id, from_count: 20, price: 47_200 };
  await db.insertInto('price_tiers').values(tier).execute();
  const idcodes = [mixture.idcode, primer.idcode];
  const counts = [
    { idcode: mixture.idcode, count: 23 },
    { idcode: primer.idcode, count: 5 },
  ];
  const block = { type: 'products' as const, title: 'Для работы', idcodes, counts, counts_for: 'комната 4 × 5 м' };
  const id = await publishArticle(db, written('skolko-nuzhno', { blocks: [block] }), ago(20));
  const { body } = await open('/blog/skolko-nuzhno/');
  const goods = /name="goods" value="([^"]+)"/.exec(body)?.[1] ?? '';
  expect(goods.split(';').map((line) => line.split(':')[2])).toEqual(['23', '3']);
  expect(text(body)).toContain('Количество посчитано для примера: комната 4 × 5 м.');
  expect(text(body)).toMatch(/нужно 5 \S+, в наличии 3 /);
  expect(text(body), 'a price lower than on the card says why').toContain('472 ₽ за мешок · цена от 20 мешков');
  const answer = await app.inject({
    method: 'POST',
    url: '/cart/',
    headers: {
      host: 'idd.localhost',
      'user-agent': userAgents.desktop,
      'content-type': 'application/x-www-form-urlencoded',
    },
    payload: new URLSearchParams({
      intent: 'add-all',
      goods,
      [`count_${mixture.id}`]: '4',
      [`count_${primer.id}`]: '0',
    }).toString(),
  });
  expect(answer.statusCode).toBe(303);
  const basket = answer.cookies.find(({ name }) => name.startsWith('Basket_idd_'))?.value;
  expect(basket).toMatch(new RegExp(`^1\\.${mixture.id.toString(36)}-4(~|$)`));
  expect(basket).not.toContain(`${primer.id.toString(36)}-`);
  await withdrawArticle(db, id);
});

test('[S2-04] of a set those counted beforehand are told from those of which it takes the least', async () => {
  const counts = [{ idcode: mixture.idcode, count: 23 }];
  const block = { type: 'products' as const, title: 'Для работы', idcodes: [mixture.idcode, other.idcode] };
  const id = await publishArticle(db, written('bez-primera', { blocks: [{ ...block, counts }] }), ago(20));
  const counted = text((await open('/blog/bez-primera/')).body);
  expect(counted).toContain('Количество подобрано заранее. Без расчёта — наименьшее количество.');
  const all = [mixture, other].map(({ idcode }) => ({ idcode, count: 1 }));
  await changeArticle(db, id, written('bez-primera', { blocks: [{ ...block, counts: all }] }), { isUpdate: false });
  const whole = text((await open('/blog/bez-primera/')).body);
  expect(whole).toContain('Количество подобрано заранее.');
  expect(whole).not.toContain('наименьшее количество');
  await changeArticle(db, id, written('bez-primera', { blocks: [block] }), { isUpdate: false });
  expect(text((await open('/blog/bez-primera/')).body)).toContain('Каждого товара — наименьшее количество.');
  await withdrawArticle(db, id);
});

test('[S2-04] a renamed article answers 301 at its former address, also after two renames and back', async () => {
  const id = await publishArticle(db, written('odin', { title: 'Переезжает' }), ago(9));
  await changeArticle(db, id, written('dva', { title: 'Переезжает' }), { isUpdate: false });
  await changeArticle(db, id, written('tri', { title: 'Переезжает' }), { isUpdate: true });
  for (const slug of ['odin', 'dva']) {
    const { statusCode, headers } = await open(`/blog/${slug}/`);
    expect([statusCode, headers.location]).toEqual([301, '/blog/tri/']);
  }
  expect((await open('/blog/tri/')).body).toContain('обновлено');
  await changeArticle(db, id, written('odin', { title: 'Переезжает' }), { isUpdate: false });
  expect((await open('/blog/odin/')).statusCode).toBe(200);
  expect((await open('/blog/tri/')).headers.location).toBe('/blog/odin/');
  await expect(publishArticle(db, written('dva'), ago(1))).rejects.toMatchObject({
    code: 'bad_input',
    message: /занят/,
  });
  await withdrawArticle(db, id);
  for (const slug of ['odin', 'dva', 'tri']) expect((await open(`/blog/${slug}/`)).statusCode).toBe(404);
});

test('what cannot be shown is refused with words', async () => {
  await expect(publishArticle(db, written('x', { topic: 'net' }), ago(1))).rejects.toMatchObject({ message: /темы/ });
  await expect(publishArticle(db, written('Плохой адрес'), ago(1))).rejects.toMatchObject({ code: 'bad_input' });
  await expect(publishArticle(db, written('y', { blocks: [] }), ago(1))).rejects.toMatchObject({ code: 'bad_input' });
  await expect(changeArticle(db, 999_999, written('z'), { isUpdate: false })).rejects.toMatchObject({
    code: 'not_found',
  });
  await expect(withdrawArticle(db, 999_999)).rejects.toMatchObject({ code: 'not_found' });
});

test('[S2-04] the feed is well-formed XML of this host with absolute links and dates', async () => {
  const { statusCode, headers, body } = await open('/blog/rss.xml', 'cherepovets.idd.localhost');
  expect([statusCode, headers['content-type']]).toEqual([200, 'application/rss+xml; charset=utf-8']);
  const { links, dates } = readFeed(body);
  expect(links).toContain('http://cherepovets.idd.localhost/blog/tolko-cherepovec/');
  expect(links.every((link) => link.startsWith('http://cherepovets.idd.localhost/'))).toBe(true);
  expect(dates.every((date) => /^\w{3}, \d{2} \w{3} \d{4} \d{2}:\d{2}:\d{2} GMT$/.test(date))).toBe(true);
  expect(dates.map((date) => Date.parse(date))).toEqual(dates.map((date) => Date.parse(date)).sort((a, b) => b - a));
  const strange = feedXml({
    title: 'A & B <«»> "\u0001',
    description: 'd',
    url: 'http://x/?a=1&b=2',
    feed_url: 'http://x/rss',
    items: [
      { title: ']]> & <b>', description: '&nbsp;', category: 'c', author: 'a', url: 'http://x/', published_at: ago(1) },
    ],
  });
  expect(readFeed(strange).titles).toEqual(['A & B <«»> "', ']]> & <b>']);
});

test('[S2-04] picks change with the season and overlap at its edges', () => {
  expect(seasonsOn('2026-11-21')).toEqual(['new_year', 'winter', 'autumn']);
  expect(seasonsOn('2027-01-05')).toEqual(['new_year', 'winter']);
  expect(seasonsOn('2027-02-01')).toEqual(['winter']);
  expect(seasonsOn('2026-05-20')).toEqual(['spring', 'summer']);
});

test('[S2-04] the heading over the picks names a season only where all of them are of it', () => {
  expect(picksTitle(['new_year', 'new_year'])).toBe('К Новому году');
  expect(picksTitle(['new_year', 'new_year', 'winter'])).toBe('Сейчас пригодится');
});

test('[S2-04] an article of the season stands above the others once, and pages hold the rest', async () => {
  await changeArticle(
    db,
    trees,
    written('elki', {
      title: 'Ёлки и шары',
      topic: 'sad',
      season: seasonsOn(new Date().toISOString().slice(0, 10))[0]!,
    }),
    { isUpdate: false },
  );
  for (let n = 1; n <= 9; n++) await publishArticle(db, written(`stati-${n}`, { title: `Статья ${n}` }), ago(10 + n));
  await changeArticle(db, plastering, written('shtukaturka'), { isUpdate: false });
  const first = (await open('/blog/')).body;
  expect(titles(first)[0]).toBe('Ёлки и шары');
  expect(titles(first).filter((title) => title === 'Ёлки и шары')).toHaveLength(1);
  expect(titles(first)).toHaveLength(10);
  const second = await open('/blog/?page=2');
  expect(titles(second.body)).toEqual(['Статья 9']);
  expect(second.body).toContain('content="noindex,follow"');
});

function readFeed(xml: string) {
  const found = { links: [] as string[], dates: [] as string[], titles: [] as string[] };
  const parser = new SaxesParser();
  let text = '';
  parser.on('opentag', () => {
    text = '';
  });
  parser.on('text', (part) => {
    text += part;
  });
  parser.on('closetag', ({ name }) => {
    if (name === 'link' || name === 'guid') found.links.push(text);
    if (name === 'pubDate') found.dates.push(text);
    if (name === 'title') found.titles.push(text);
  });
  parser.on('error', (error) => {
    throw error;
  });
  parser.write(xml).close();
  return found;
}
