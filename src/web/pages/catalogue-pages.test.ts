import { expect, test } from 'vitest';
import { saveDeliveryTerms } from '#modules/orders/save-delivery.ts';
import { listSearchMisses, writeSearchMisses } from '#modules/search/misses.ts';
import { invalidateCaches } from '#platform/cache.ts';
import { invalidate } from '#platform/invalidation.ts';
import { writeIds } from '#shared/lists.ts';
import { testApp } from '#test/support/app.ts';
import { testDatabase } from '#test/support/database.ts';
import { userAgents } from '#test/support/http.ts';
import { makePlasterShop } from '#test/support/plaster-shop.ts';
import { makeCategory, makeProduct } from '#test/support/shop.ts';
import { enlargedSources } from '#web/parts/zoom/picture-sizes.ts';

const { db } = await testDatabase();
const { products, value, root } = await makePlasterShop(db);
const app = await testApp(db);

type Device = keyof typeof userAgents;

async function open(url: string, { host = 'idd.localhost', device = 'desktop' as Device, cookie = '' } = {}) {
  const answer = await app.inject({ url, headers: { host, 'user-agent': userAgents[device], cookie } });
  return { status: answer.statusCode, location: answer.headers.location, html: answer.body, headers: answer.headers };
}

const text = (html: string) =>
  html
    .replace(/<script[\s\S]*?<\/script>/g, '')
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ');
const jsonLd = (html: string) =>
  [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)].map((match) => JSON.parse(match[1]!));
const head = (html: string, name: string) =>
  new RegExp(`<meta name="${name}" content="([^"]*)"`).exec(html)?.[1] ?? null;
const canonical = (html: string) => /<link rel="canonical" href="([^"]*)"/.exec(html)?.[1] ?? null;

test('[S2-01] the home page answers on both devices and in both branches with slides, discounts, brands and the point', async () => {
  for (const device of ['desktop', 'mobile'] as const) {
    const { status, html } = await open('/', { device });
    expect(status).toBe(200);
    expect(html).toContain('Смеси до −25 %');
    expect(html).toContain('Акции Вологды');
    expect(html).toContain('ул. Гончарная, 2');
    expect(html).toContain('href="/brand/suhona/"');
    expect(canonical(html)).toBe('http://idd.localhost/');
  }
  const second = await open('/', { host: 'cherepovets.idd.localhost' });
  expect(second.status).toBe(200);
  expect(second.html).not.toContain('Акции Череповца');
  expect(canonical(second.html)).toBe('http://cherepovets.idd.localhost/');
});

test('the home page counts as many discounted goods as the pages that list them, what is sold out among them', async () => {
  expect(text((await open('/')).html)).toContain('Все 6 товаров со скидкой');
  expect(text((await open('/catalog/?discounted=1')).html)).toContain('6 товаров в Вологде');
  expect(text((await open('/actions/')).html)).toContain('Все товары со скидкой 6');
});

test('[S2-14] the catalogue shows categories with counts, their children and an alphabetical index', async () => {
  const { status, html } = await open('/catalog/');
  expect(status).toBe(200);
  expect(text(html)).toContain('Сухие смеси 61');
  expect(text(html)).toContain('Штукатурки 61');
  expect(html).not.toContain('Печные смеси');
  expect(text(html)).toContain('Все разделы по алфавиту');
});

test('[S2-14] a category lists its products with count, filters and pages; both forms of the path open it', async () => {
  const { status, html } = await open('/category/shtukaturki/');
  expect(status).toBe(200);
  expect((await open('/category/shtukaturki')).status).toBe(200);
  expect(text(html)).toContain('61 товар в Вологде');
  expect(html.match(/<article class="card"/g)).toHaveLength(24);
  expect(html).toContain('href="/category/shtukaturki/?page=3"');
  expect(text(html)).toContain('Показать ещё 24');
  expect(html).toContain('rel="canonical" href="http://idd.localhost/category/shtukaturki/"');
});

test('[S2-14] a category above others shows them as pictures with counts; one without goods leads nowhere; a filter leaves chips', async () => {
  // The best-selling one that can be bought lends its picture.
  await db
    .updateTable('products')
    .set({ images: ['products/best.webp'] })
    .where('id', '=', products[0]!.id)
    .execute();
  invalidateCaches(['*']);
  for (const device of ['desktop', 'mobile'] as const) {
    const { html } = await open('/category/suhie-smesi/', { device });
    const tiles = [...html.matchAll(/<li><(a|span)[^>]*class="subtile[^"]*"[^>]*>(.*?)<\/li>/gs)];
    expect(tiles.map(([, tag, inside]) => [tag, text(inside!).trim()])).toEqual([
      ['a', 'Штукатурки 61'],
      ['span', 'Печные смеси 0'],
    ]);
    expect(tiles[0]![2]).toContain('products/best.webp');
  }
  expect((await open('/catalog/')).html).toMatch(
    /tile__child[^>]*><img[^>]*products\/best\.webp[^>]*><span>Штукатурки/,
  );
  const { html } = await open('/category/suhie-smesi/?in_stock=1');
  expect(html).not.toContain('class="subtile');
  expect(html).toMatch(/class="chip[^"]*"[^>]*>Штукатурки/);
  expect(html).not.toMatch(/class="chip[^"]*"[^>]*>Печные смеси/);
});

test('a section of a department has the name of the catalogue, a deeper one the short name beside its parent', async () => {
  const set = (short_name: string | null, code: string) =>
    db.updateTable('categories').set({ short_name }).where('code', '=', code).execute();
  const { id } = await db
    .selectFrom('categories')
    .select('id')
    .where('code', '=', 'shtukaturki')
    .executeTakeFirstOrThrow();
  await makeCategory(db, 'mokrye-shtukaturki', 'Мокрые штукатурки', id);
  await set('Мокрые', 'mokrye-shtukaturki');
  await set('Штук.', 'shtukaturki');
  invalidateCaches(['*']);
  const tiles = async (url: string) => /<nav class="subtiles".*?<\/nav>/s.exec((await open(url)).html)?.[0] ?? '';
  expect(text(await tiles('/category/suhie-smesi/'))).toContain('Штукатурки 61');
  expect(text(await tiles('/category/shtukaturki/'))).toMatch(/ Мокрые 0/);
  await set(null, 'shtukaturki');
  await db.deleteFrom('categories').where('code', '=', 'mokrye-shtukaturki').execute();
  invalidateCaches(['*']);
});

test('[S2-14] counts are disjunctive, and a value that leaves nothing is disabled, not hidden', async () => {
  const { html } = await open(`/category/shtukaturki/?base=${value('Цементная')}`);
  const ticks = [...html.matchAll(/<label class="tick[^"]*">(.*?)<\/label>/gs)].map((match) => match[1]!);
  const tick = (name: string) => ticks.find((label) => text(label).trim().startsWith(name))!;
  expect(text(tick('Гипсовая')).trim()).toBe('Гипсовая 40');
  expect(tick('Цементная')).toContain('checked=""');
  const both = await open(`/category/shtukaturki/?base=${value('Цементная')}&price_from=359`);
  expect(text(both.html)).toContain('1 товар');
  expect(both.html).toMatch(/disabled="" name="brand" value="suhona"/);
});

test('[S2-14] state stands in the address: unknown keys, empty fields and bounds the wrong way round redirect to the clean one', async () => {
  const unknown = await open('/category/shtukaturki/?colour=red&in_stock=1');
  expect(unknown.status).toBe(302);
  expect(unknown.location).toBe('/category/shtukaturki/?in_stock=1');
  const form = await open('/category/shtukaturki/?price_from=&price_to=&in_stock=1&sort=popular');
  expect(form.location).toBe('/category/shtukaturki/?in_stock=1');
  const swapped = await open('/category/shtukaturki/?price_from=900&price_to=100');
  expect(swapped.location).toBe('/category/shtukaturki/?price_from=100&price_to=900');
});

test('a page beyond the last is 404, and «Показать ещё» keeps the pages before it', async () => {
  expect((await open('/category/shtukaturki/?page=4')).status).toBe(404);
  const { html } = await open('/category/shtukaturki/?page=2&first=1');
  expect(html.match(/<article class="card"/g)).toHaveLength(48);
  const third = await open('/category/shtukaturki/?page=3&first=1');
  expect(third.html.match(/<article class="card"/g)).toHaveLength(61);
});

test('filters, sorts and further pages are noindex without canonical, never both', async () => {
  for (const query of ['in_stock=1', 'sort=price', 'page=2', 'view=table']) {
    const { html, status } = await open(`/category/shtukaturki/?${query}`);
    expect(status, query).toBe(200);
    expect(head(html, 'robots'), query).toBe('noindex,follow');
    expect(canonical(html), query).toBeNull();
  }
});

test('[S2-14] an unknown category is 404 with the path, a former code leads to the present one', async () => {
  const unknown = await open('/category/net-takoy/');
  expect(unknown.status).toBe(404);
  expect(text(unknown.html)).toContain('Page not found: /category/net-takoy/');
  const former = await open('/category/shtukaturka/?in_stock=1');
  expect(former.status).toBe(301);
  expect(former.location).toBe('/category/shtukaturki/?in_stock=1');
});

test('an empty list names the filter that stands in the way and offers to drop it', async () => {
  const { html } = await open(`/category/shtukaturki/?base=${value('Цементная')}&price_to=302`);
  expect(text(html)).toContain('Мешает условие');
  expect(text(html)).toContain('Сбросить всё');
});

test('cards cached as text say what their product says now', async () => {
  // Another bound of the price each time: the page itself is rendered again.
  const render = (bound: number) => open(`/category/shtukaturki/?sort=-price&price_to=${bound}`);
  const first = await render(90_001);
  const again = await render(90_002);
  expect(again.html.match(/<article class="card">.*?<\/article>/gs)).toEqual(
    first.html.match(/<article class="card">.*?<\/article>/gs),
  );
  const dearest = products[56]!.id;
  const before = await db
    .selectFrom('prices')
    .select('price')
    .where('product_id', '=', dearest)
    .executeTakeFirstOrThrow();
  expect(text(first.html)).not.toMatch(/77\s777\s₽/);
  await db.updateTable('prices').set({ price: 7_777_700 }).where('product_id', '=', dearest).execute();
  const after = await render(90_003);
  expect(text(after.html)).toMatch(/77\s777\s₽/);
  expect(after.html.match(/<article class="card">/g)).toHaveLength(24);
  await db.updateTable('prices').set(before).where('product_id', '=', dearest).execute();
});

test('[S2-14] a category outside the branch’s menu says so instead of showing a list', async () => {
  await db
    .insertInto('dynamic_menus')
    .values([{ department_id_1c: '00052', category_id: root.id }])
    .execute();
  invalidateCaches(['content']); // what the invalidation by whoever changes a menu does
  const { status, html } = await open('/category/shtukaturki/', { host: 'cherepovets.idd.localhost' });
  expect(status).toBe(200);
  expect(text(html)).toMatch(/Нет в Череповеце/);
  expect(head(html, 'robots')).toBe('noindex,follow');
  await db.deleteFrom('dynamic_menus').where('category_id', '=', root.id).execute();
  invalidateCaches(['content']);
});

test('[S2-14] a short listing shows its preset as a chip that leads to the plain category; an empty one leads there by itself', async () => {
  const { status, html } = await open('/category/shtukaturki/shorts/cementnaya/');
  expect(status).toBe(200);
  expect(text(html)).toContain('20 товаров');
  expect(html).toMatch(/aria-label="Убрать: Цементная"[^>]*href="\/category\/shtukaturki\/"/);
  expect(canonical(html)).toBe('http://idd.localhost/category/shtukaturki/shorts/cementnaya/');
  const empty = await open('/category/shtukaturki/shorts/polimernaya/');
  expect(empty.status).toBe(302);
  expect(empty.location).toBe('/category/shtukaturki/');
  expect((await open('/category/shtukaturki/shorts/nope/')).status).toBe(404);
});

test('[S2-14] search keeps the query editable, counts with the right word and leads an article to its product', async () => {
  const { html } = await open(`/catalog/?q=${encodeURIComponent('штукатурка')}`);
  // Sixty by name, one more because it stands in «Штукатурки».
  expect(text(html)).toContain('Найден 61 товар по запросу «штукатурка»');
  expect(html).toMatch(/<input[^>]*name="q"[^>]*value="штукатурка"/);
  expect(head(html, 'robots')).toBe('noindex,follow');
  const article = await open('/catalog/?q=0012007');
  expect(article.status).toBe(302);
  expect(article.location).toBe('/product/shtukaturka-7/');
});

test('[S2-14] what was changed in a query is said, and the query as typed stays one link away', async () => {
  const { html } = await open(`/catalog/?q=${encodeURIComponent('inerfnehrf')}`);
  expect(text(html)).toContain('Показаны результаты по запросу «штукатурка» вместо «inerfnehrf»');
  expect(html).toContain('href="/catalog/?q=inerfnehrf&amp;exact=1"');
  const exact = await open('/catalog/?q=inerfnehrf&exact=1');
  expect(text(exact.html)).toContain('ничего не найдено');
});

test('[S2-14] an empty query is the catalogue, a long one is cut, markup is text', async () => {
  expect((await open('/catalog/?q=')).location).toBe('/catalog/');
  const long = await open(`/catalog/?q=${'я'.repeat(150)}`);
  expect(long.status).toBe(302);
  expect(decodeURIComponent(String(long.location))).toBe(`/catalog/?q=${'я'.repeat(100)}`);
  const markup = await open(`/catalog/?q=${encodeURIComponent('<script>alert(1)</script>')}`);
  expect(markup.status).toBe(200);
  expect(markup.html).not.toContain('<script>alert(1)');
  expect(markup.html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
});

test('[S2-14] a search that found nothing, or only something doubtful, is counted; one narrowed, exact, found or made by a robot is not', async () => {
  const search = (more: string, headers: object = {}) =>
    app.inject({
      url: `/catalog/?q=${more}`,
      headers: { host: 'cherepovets.idd.localhost', 'user-agent': userAgents.desktop, ...headers },
    });
  const [nothing, doubtful] = ['Ёжики', 'штукатурка ёжики'].map(encodeURIComponent);
  await search(nothing!);
  await search(nothing!.toLowerCase());
  await search(doubtful!);
  await search(`${nothing}&exact=1`);
  await search(`${nothing}&in_stock=1`);
  await search(encodeURIComponent('штукатурка'));
  invalidateCaches(['*']);
  await search(nothing!, {
    'user-agent': 'Mozilla/5.0 (compatible; YandexBot/3.0; +http://yandex.com/bots)',
  });
  await writeSearchMisses(db);
  const missed = await listSearchMisses(db, { department_id_1c: '00052', since: '2000-01-01', least: 1, limit: 9 });
  expect(missed.map(({ words, kind, times }) => [words, kind, times])).toEqual([
    ['ежики', 'nothing', 2],
    ['штукатурка ежики', 'doubtful', 1],
  ]);
});

test('[S2-15] the product page shows price, stock by point and specifications on both devices', async () => {
  for (const device of ['desktop', 'mobile'] as const) {
    const { status, html } = await open('/product/shtukaturka-10/', { device });
    expect(status).toBe(200);
    expect(html).toContain('310 ₽');
    expect(html).toContain('500 ₽');
    expect(text(html)).toContain('−38 %');
    expect(text(html)).toContain('Где забрать');
    expect(text(html)).toContain('8,5 кг/м²');
  }
});

test('[S2-15] under a count of one nothing is said: its price and weight stand beside it', async () => {
  const { html } = await open('/product/shtukaturka-1/');
  const said = [...html.matchAll(/<p class="small soft num">([^<]*)<\/p>/g)].map(([, words]) => words);
  expect(said.filter(Boolean)).toEqual([]);
});

test('[S9-09] a product page asks for webp at quality 70: cover at densities 1 and 2, the enlarged picture contain at the screens’ widths', async () => {
  const asked = (side: number, fit: string) => `/_ipx/f_webp&q_70&s_${side}x${side}&fit_${fit}/products/mix.webp`;
  expect(enlargedSources('products/mix.webp').split(', ')).toEqual(
    [320, 640, 768, 1024, 1280, 1536].map((side) => `${asked(side, 'contain')} ${side}w`),
  );
  const { id, slug } = await makeProduct(db, { name: 'Снимок' });
  await db
    .updateTable('products')
    .set({ images: ['products/mix.webp'] })
    .where('id', '=', id)
    .execute();
  await invalidate(db, ['catalogue', `product:${id}`]);
  const { html } = await open(`/product/${slug}/`);
  const sets = [...html.matchAll(/srcSet="([^"]+products\/mix\.webp[^"]*)"/gi)].map(([, set]) =>
    set!.replaceAll('&amp;', '&').split(', '),
  );
  expect(sets).toContainEqual([`${asked(560, 'cover')} 1x`, `${asked(1120, 'cover')} 2x`]);
});

test('the product page says how many orders of a year hold the product, from ten on; a list does not', async () => {
  const set = async (orders_in_year: number) => {
    await db.updateTable('products').set({ orders_in_year }).where('slug', '=', 'shtukaturka-10').execute();
    invalidateCaches(['*']);
  };
  for (const [orders, words] of [
    [9, null],
    [10, 'Заказали 10 раз за год'],
    [21, 'Заказали 21 раз за год'],
    [22, 'Заказали 22 раза за год'],
  ] as const) {
    await set(orders);
    for (const device of ['desktop', 'mobile'] as const) {
      const { html } = await open('/product/shtukaturka-10/', { device });
      expect(/Заказали \d+ раза? за год/.exec(text(html))?.[0] ?? null).toBe(words);
    }
  }
  expect(text((await open('/category/shtukaturki/')).html)).not.toContain('Заказали');
  await set(0);
});

test('[S2-15] a former slug answers 301, an unknown one 404', async () => {
  const former = await open('/product/staraya-shtukaturka/');
  expect(former.status).toBe(301);
  expect(former.location).toBe('/product/shtukaturka-1/');
  expect((await open('/product/net-takogo/')).status).toBe(404);
});

test('structured data name the retail price of this branch, and a name from 1C cannot break out of the script', async () => {
  const { html } = await open('/product/shtukaturka-10/');
  const product = jsonLd(html).find((data) => data['@type'] === 'Product');
  expect(product.offers).toMatchObject({
    price: '310.00',
    priceCurrency: 'RUB',
    availability: 'https://schema.org/InStock',
    url: 'http://idd.localhost/product/shtukaturka-10/',
  });
  expect(
    jsonLd(html)
      .find((data) => data['@type'] === 'BreadcrumbList')
      .itemListElement.at(-1).position,
  ).toBe(5);
  const tricky = await open('/product/smes-pechnaya/');
  const types = jsonLd(tricky.html).map((data) => data['@type']);
  expect(types).not.toContain('Product');
  expect(jsonLd(tricky.html)[types.indexOf('BreadcrumbList')].itemListElement.at(-1).name).toBe(
    'Смесь «<b>Печная</b>» & </script> ½"',
  );
});

test('a price on request has no cart button and no word of stock beside it; a sold out product names what can be bought instead', async () => {
  const onRequest = await open('/product/smes-pechnaya/');
  expect(text(onRequest.html)).toContain('Цена по запросу');
  expect(text(onRequest.html)).toContain('Есть в наличии, цену назовёт оператор');
  expect(text(onRequest.html)).not.toMatch(/В наличии |Где забрать/);
  expect(text(onRequest.html), 'where it lies does not depend on the price').toMatch(/Есть в 1 пункте.*Где есть/);
  expect(onRequest.html).not.toContain('class="buy__order" method="post"');
  const { html } = await open('/product/shtukaturka-59/');
  const soldOut = text(html);
  expect(soldOut).toContain('Нет в наличии');
  expect(soldOut).not.toContain('Где забрать');
  const instead = /<section class="block" id="analogues">.*?<\/section>/s.exec(html)?.[0] ?? '';
  expect(instead.match(/<article/g)).toHaveLength(5);
  expect(text(instead)).toMatch(/Похожие товары в наличии .*? Штукатурка [^.]*? (?:дешевле|дороже) на/);
  expect(soldOut.indexOf('Похожие товары в наличии')).toBeLessThan(soldOut.indexOf('Характеристики'));
  expect(soldOut, 'the same goods stand there once').not.toContain('Аналоги');
  const phone = text((await open('/product/shtukaturka-59/', { device: 'mobile' })).html);
  expect(phone, 'its own buttons are not those of the last card of what can be bought').toMatch(
    /(?:Арт\.|Код).*Сообщить о поступлении.*В список.*Похожие товары в наличии.*Характеристики/,
  );
  const product = jsonLd(html).find((data) => data['@type'] === 'Product');
  expect(product.offers.availability).toBe('https://schema.org/OutOfStock');
});

test('a product promises delivery to the city by the branch’s zones, with its warranty, returns and bonuses; without rows it promises nothing', async () => {
  const bare = text((await open('/product/shtukaturka-2/')).html);
  expect(bare).not.toMatch(/Доставка завтра|Гарантия|бонус/);
  expect(text((await open('/')).html)).toContain('Цена видна до оплаты');
  const { id: zone_id } = await db
    .insertInto('delivery_zones')
    .values({ department_id_1c: '00131', name: 'Вологда', places: ['вологда'], days_min: 1, days_max: 1 })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('delivery_zone_rates')
    .values([
      { zone_id, up_to_grams: 40_000, price_kopecks: 39_000, vehicle: 'легковой автомобиль' },
      { zone_id, up_to_grams: 400_000, price_kopecks: 149_000, vehicle: 'фургон' },
    ])
    .execute();
  await db
    .insertInto('loyalty_programmes')
    .values({
      kind: 'bonus',
      name: 'Бонусная',
      counting_days: 365,
      expiry_days: 365,
      spend_percent: 30,
    })
    .execute();
  await db
    .insertInto('loyalty_levels')
    .values({ kind: 'bonus', name: 'Старт', from_sum_kopecks: 0, percent: 2 })
    .execute();
  await db
    .insertInto('pages')
    .values({ slug: 'returns', version: 1, title: 'Возврат и обмен', html: '<p>7 дней</p>' })
    .execute();
  await invalidate(db, ['content', 'departments']);
  const { html } = await open('/product/shtukaturka-3/');
  expect(text((await open('/')).html)).toContain('По Вологде от 390 ₽');
  expect(text(html)).toMatch(/Доставка завтра, 390 ₽ по Вологде/);
  expect(text(html)).toContain('1 мешок, 30 кг: легковой автомобиль');
  expect(text(html)).toMatch(/от 6 бонусов на карту/);
  expect(html).toContain('href="/info/returns/"');
  expect(text(html)).toContain('Возврат и обмен в течение 7 дней');
  expect(text((await open('/product/shtukaturka-10/')).html), 'a lowered price earns none').not.toContain('бонус');
  const asked = text((await open('/product/smes-pechnaya/')).html);
  expect(asked, 'its day is agreed with the price').toMatch(/Доставка по Вологде, 390 ₽ 1 мешок, 30 кг: легковой/);
});

test('what is cut from a roll says its least cut, how long it is when carried, that it is not taken back, and is counted by the sides of the room', async () => {
  await db.insertInto('attributes').values({ code: 'shirina', name: 'Ширина', type: 'number', unit: 'м' }).execute();
  const floors = await makeCategory(db, 'linoleum', 'Линолеум');
  await db.updateTable('categories').set({ calculator: 'flooring' }).where('id', '=', floors.id).execute();
  const roll = await makeProduct(db, {
    name: 'Линолеум Вокзал',
    category_id: floors.id,
    unit: '0,1 м',
    base_unit: 'м²',
    factor_base: 4,
    factor_sales: 10,
    min_count: 10,
    weight_grams: 1_080,
    specs: JSON.stringify({ shirina: 4 }),
  });
  invalidateCaches(['*']);
  const { html } = await open(`/product/${roll.slug}/`);
  expect(text(html)).toContain('Отрежем от 1 м, кратно 0,1 м');
  expect(text(html)).toContain('1 м, 11 кг, рулон 4 м: машину подберём по длине');
  expect(text(html)).toContain('Отрез без брака обратно не принимаем');
  expect(text(html)).toMatch(/Длина комнаты, м.*Ширина комнаты, м.*1 полоса по 5 м × 1,07 = 5,35 м → 5,4 м/);
  const asked = await open(`/product/${roll.slug}/?room_length=7&room_width=5&waste_percent=0`);
  expect(text(asked.html)).toMatch(/2 полосы по 5 м = 10 м, 1 стык → 10 м/);
  const byArea = text((await open(`/product/${roll.slug}/?area=12&waste_percent=0`)).html);
  expect(byArea, 'an area in the address stays one').toMatch(/Площадь пола, м².*12 м² = 12 м² → 3 м/);
});

test('a price that a bank lends leads to the calculator of credit and names no payment; a smaller one does not', async () => {
  await db
    .insertInto('credit_programs')
    .values({
      partner: 'Банк',
      name: 'Ремонт',
      min_sum_kopecks: 30_500,
      max_sum_kopecks: 20_000_000,
      months: [6, 12],
      rate_from: 2_400,
      rate_to: 2_400,
      full_cost_from: 2_500,
      full_cost_to: 2_700,
      documents: 'паспорт',
      terms: 'Без взноса',
      is_example: true,
      starts_at: new Date('2026-01-01'),
    })
    .execute();
  await invalidate(db, ['content', 'departments']);
  const { html } = await open('/product/shtukaturka-9/');
  const [, link = ''] = /href="(\/kredit\/\?sum=309[^"]*)"/.exec(html) ?? [];
  const calculator = text((await open(link.replaceAll('&amp;', '&'))).html);
  expect(calculator).toMatch(/Цена товара [^,]*9/);
  expect(text((await open(link.replace('sum=309', 'sum=310').replaceAll('&amp;', '&'))).html)).not.toMatch(
    /Цена товара/,
  );
  expect(text(html)).toContain('Можно в кредит: посчитать платёж');
  expect(text(html)).not.toMatch(/₽ в месяц/);
  expect((await open('/product/shtukaturka-4/')).html).not.toContain('/kredit/?sum=');
});

test('a product sold out here names the branches that have it, with their own price and address', async () => {
  const id = products[58]!.id;
  await db.insertInto('prices').values({ price_column: 'cherepovets', product_id: id, price: 51_200 }).execute();
  await db.insertInto('stock').values({ store: 'store52', product_id: id, on_hand: 7, on_hand_base: 7 }).execute();
  const { html } = await open('/product/shtukaturka-59/', { device: 'mobile' });
  expect(text(html)).toMatch(/Есть в других городах Череповец.* 7 мешков/);
  expect(html, 'the bar at the bottom comes with the page, not over what is being read').toContain('class="buybar"');
  expect(html).toContain('512 ₽');
  expect(html).toContain('href="http://cherepovets.idd.localhost/product/shtukaturka-59/"');
});

test('a discontinued product keeps its page without a price', async () => {
  await db.updateTable('products').set({ switched_off_at: new Date() }).where('id', '=', products[39]!.id).execute();
  const { status, html } = await open('/product/shtukaturka-40/');
  expect(status).toBe(200);
  expect(text(html)).toContain('Снят с продажи');
  expect(jsonLd(html).map((data) => data['@type'])).not.toContain('Product');
  await db.updateTable('products').set({ switched_off_at: null }).where('id', '=', products[39]!.id).execute();
});

test('[S2-15] the cart form of a product is a real one', async () => {
  const { html } = await open('/product/shtukaturka-1/');
  const form = /<form class="buy__order" [^>]*>(.*?)<\/form>/s.exec(html)![1]!;
  for (const field of ['intent', 'product_id', 'product_idcode', 'count']) expect(form).toContain(`name="${field}"`);
});

test('[S2-26] the count chosen on the product page stands in the form of one click, in words; what is no count does not', async () => {
  const about = `about=product%3A${products[0]!.id}`;
  const field = async (query: string) =>
    /<input[^>]*name="count"[^>]*>/.exec((await open(`/forms/one_click/?${about}${query}`)).html)![0];
  expect((await open('/product/shtukaturka-1/')).html).toContain(`/forms/one_click/?${about}&amp;count=1"`);
  expect(await field('&count=12')).toMatch(/value="12\sмешков"/);
  // As the button of a page without a script sends it, with the other fields of the cart's form.
  expect(await field('&intent=add&product_id=1&count=2')).toMatch(/value="2\sмешка"/);
  for (const wrong of ['', '&count=', '&count=0', '&count=сто', '&count=%3Cb%3E'])
    expect(await field(wrong), wrong).not.toMatch(/value="[^"]/);
});

test('without JavaScript the calculator answers in the page', async () => {
  const { html } = await open('/product/shtukaturka-1/?area=58&openings=6%2C4&layer_mm=9&waste_percent=5');
  expect(text(html)).toContain('(58 − 6,4) м² × 9 мм × 0,85 кг/(м²·мм) × 1,05 = 414,48 кг');
  expect(text(html)).toMatch(/Положить 14 мешков/);
  expect(head(html, 'robots')).toBe('noindex,follow');
});

test('[S4-14] a heart is put and taken by the same form, the list is kept in a cookie for a year', async () => {
  const first = products[0]!;
  const post = (cookie: string) =>
    app.inject({
      method: 'POST',
      url: '/favorites/',
      headers: {
        host: 'idd.localhost',
        'user-agent': userAgents.desktop,
        cookie,
        'content-type': 'application/x-www-form-urlencoded',
        referer: 'http://idd.localhost/category/shtukaturki/?page=2',
      },
      payload: `product_id=${first.id}`,
    });
  const on = await post('');
  expect(on.statusCode).toBe(303);
  expect(on.headers.location).toBe('/category/shtukaturki/?page=2');
  expect(String(on.headers['set-cookie'])).toContain(`favourites=${first.id.toString(36)};`);
  expect(String(on.headers['set-cookie'])).toContain('Max-Age=31536000');
  expect(String(on.headers['set-cookie'])).toContain('Domain=idd.localhost');
  const off = await post(`favourites=${first.id.toString(36)}`);
  expect(String(off.headers['set-cookie'])).toContain('favourites=;');
  expect(String(off.headers['set-cookie'])).toContain('Max-Age=0');
});

test('a form sent from elsewhere never leads away from the shop', async () => {
  const answer = await app.inject({
    method: 'POST',
    url: '/favorites/',
    headers: {
      host: 'idd.localhost',
      'content-type': 'application/x-www-form-urlencoded',
      referer: 'https://evil.example//x',
    },
    payload: 'product_id=1',
  });
  expect(answer.headers.location).toBe('/favorites/');
});

test('the best of a comparison is the best of all that are compared, also where a phone has room for two', async () => {
  const visitor = '00000000-0000-4000-8000-000000000007';
  // Bags of 30 kg; the first that was added is the dearest, the last the cheapest.
  const ids = [4, 2, 0].map((at) => products[at]!.id.toString(36)).join('.');
  const cookie = `visitor=${visitor}; compare_${visitor}=${ids}`;
  const [desktop, mobile] = [
    await open('/compare/', { cookie }),
    await open('/compare/', { cookie, device: 'mobile' }),
  ];
  expect(text(desktop.html)).toContain('лучшее');
  expect(text(mobile.html)).toContain('СУХОНА 3, 30 кг');
  expect(text(mobile.html)).not.toContain('лучшее');
});

test('[S3-12] compare is kept per visitor uuid, the pages of the lists show what the cookies name', async () => {
  const answer = await app.inject({
    method: 'POST',
    url: '/compare/',
    headers: {
      host: 'idd.localhost',
      'user-agent': userAgents.desktop,
      'content-type': 'application/x-www-form-urlencoded',
    },
    payload: `product_id=${products[1]!.id}`,
  });
  const cookies = [answer.headers['set-cookie']].flat().join('\n');
  const visitor = /visitor=([0-9a-f-]{36});.*HttpOnly/.exec(cookies)![1]!;
  expect(cookies).toContain(`compare_${visitor}=${products[1]!.id.toString(36)};`);
  const compare = await open('/compare/', {
    cookie: `visitor=${visitor}; compare_${visitor}=${products[1]!.id.toString(36)}.${products[2]!.id.toString(36)}.zzz`,
  });
  expect(text(compare.html)).toContain('Основа');
  expect(text(compare.html)).toContain('Товар снят с продажи');
  expect(compare.headers['cache-control']).toContain('no-store');
  const favourites = await open('/favorites/', { cookie: `favourites=${products[4]!.id.toString(36)}` });
  expect(favourites.html).toContain('/product/shtukaturka-5/');
  expect(head(favourites.html, 'robots')).toBe('noindex,follow');
  const viewed = await open('/viewed/');
  expect(text(viewed.html)).toContain('Просмотренных товаров нет');
  expect(text((await open('/compare/')).html), 'goods of several kinds are not compared').not.toContain(
    'Часто покупают',
  );
  const begun = await open('/compare/', { cookie: `viewed=${products[6]!.id.toString(36)}` });
  expect(text(begun.html)).toMatch(/Сравнивать пока нечего.*Сравните товары раздела «Штукатурки».*Штукатурка/);
  expect(begun.html.match(/<article class="card"/g)).toHaveLength(5);
  expect(text(begun.html)).toContain('Сравнить эти 5 товаров');
  expect(begun.html.indexOf('/product/shtukaturka-7/')).toBeLessThan(begun.html.indexOf('</article>'));
});

test('[S3-12] an empty list begins with what its guest has looked at, and favourites say where saved lists stand', async () => {
  const cookie = `viewed=${products[4]!.id.toString(36)}`;
  const begun = await open('/favorites/', { cookie });
  expect(text(begun.html)).toMatch(/В избранном пока пусто.*Просмотренное и популярное/);
  expect(begun.html.match(/<article class="card"/g), 'one whole row').toHaveLength(5);
  expect(begun.html.indexOf('/product/shtukaturka-5/')).toBeLessThan(begun.html.indexOf('</article>'));
  expect(begun.html).toContain('/product/shtukaturka-5/');
  const { html } = await open('/favorites/');
  expect(text(html)).toContain('Часто покупают');
  expect(text(html)).not.toContain('Просмотренное и популярное');
  expect(text(html)).toContain('Сохранённые списки — в личном кабинете');
  expect(html).toContain('href="/login/?back=%2Fpersonal%2Flists%2F"');
});

test('[S3-12] a phone shares favourites and saves them as a list without unfolding anything', async () => {
  const cookieOf = (count: number) => `favourites=${writeIds(products.slice(0, count).map(({ id }) => id))}`;
  const few = await open('/favorites/', { cookie: cookieOf(7), device: 'mobile' });
  expect(text(few.html), 'few goods are seen at one look').not.toContain('Со скидкой');
  expect(text(few.html)).toMatch(/Избранное 7 товаров на [\d ]+ ₽/);
  const { html } = await open('/favorites/', { cookie: cookieOf(8), device: 'mobile' });
  const folded = /<details class="listtools__more[\s\S]*?<\/details>/.exec(html)![0];
  expect(text(folded)).toContain('Со скидкой');
  expect(text(html.replace(folded, ''))).toMatch(/Поделиться списком.*Сохранить как список/);
});

test('[S3-12] a phone compares two of three by what differs, and says which two', async () => {
  const ids = products.slice(0, 3).map(({ id }) => id.toString(36));
  const { html } = await open(`/compare/?ids=${ids.join('.')}`, { device: 'mobile' });
  expect(text(html)).toMatch(/Только различия , включено.*Показаны 1 и 2 из 3/);
});

test('the button of a list that holds sold-out goods says how many can be bought', async () => {
  const listOf = async (...numbers: number[]) =>
    text((await open(`/favorites/?ids=${numbers.map((n) => products[n - 1]!.id.toString(36)).join('.')}`)).html);
  expect(await listOf(1, 2)).toContain('Всё в корзину : 2 товара');
  expect(await listOf(1, 58)).toContain('1 товар в наличии — в корзину');
});

test('[S2-14] a short listing is offered once, above the list; under a filter it stands below', async () => {
  for (const device of ['desktop', 'mobile'] as const) {
    const [main = ''] = /<main[\s\S]*<\/main>/.exec((await open('/category/shtukaturki/', { device })).html) ?? [];
    const [before = '', ...after] = main.split('href="/category/shtukaturki/shorts/cementnaya/"');
    expect(after, device).toHaveLength(1);
    expect(before, device).not.toContain('<article');
    const { html } = await open('/category/shtukaturki/?in_stock=1', { device });
    const [list, ...below] = html.split('Готовые подборки');
    expect(below, device).toHaveLength(1);
    expect(list, device).toContain('<article');
  }
});

test('a robot’s lists are not kept', async () => {
  const answer = await app.inject({
    method: 'POST',
    url: '/viewed/',
    headers: {
      host: 'idd.localhost',
      'user-agent': userAgents.robot,
      'content-type': 'application/x-www-form-urlencoded',
    },
    payload: 'product_id=1&stay=1',
  });
  expect(answer.headers['set-cookie']).toBeUndefined();
});

test('[S2-20] written pages, brands and promotions behind the header’s and footer’s links open in both forms', async () => {
  for (const path of ['/delivery', '/brand', '/brand/suhona', '/actions', '/actions/osen', '/contacts']) {
    for (const form of [path, `${path}/`]) {
      const { status, html } = await open(form);
      expect(status, form).toBe(200);
      expect(canonical(html), form).toBe(`http://idd.localhost${path}/`);
    }
  }
});

test('a written page shows its newest version without scripts', async () => {
  const { html } = await open('/delivery/');
  expect(html).toContain('Привезём завтра');
  expect(html).not.toContain('Старый текст');
  expect(html).not.toContain('alert(1)');
});

test('[S3-11] SEO texts fill the placeholders of the branch; what cannot be filled is never printed raw', async () => {
  await db
    .insertInto('seo_texts')
    .values({
      kind: 'category',
      key: root.code,
      title: 'Штукатурка в {region_prepositional} от ИДД',
      description: '{root_category}: звоните {phone}',
      text: '<p>Везём из {region_genitive}.</p><script>x</script>',
    })
    .execute();
  const { html } = await open('/category/suhie-smesi/');
  expect(html).toContain('<title>Штукатурка в Вологде от ИДД</title>');
  expect(head(html, 'description')).toBe('Сухие смеси: звоните +7-817-200-35-35');
  expect(html).toContain('Везём из Вологды.');
  expect(html).not.toContain('{region');
  expect(html).not.toContain('<script>x');
});

test('[S2-14] a row of the table that no cart takes says what can be done: ask, order, wait', async () => {
  const category = await makeCategory(db, 'redkie', 'Редкие смеси');
  const sold = { category_id: category.id, on_hand: 0 };
  await makeProduct(db, { ...sold, name: 'Смесь А', lead_days_min: 3, lead_days_max: 5 });
  await makeProduct(db, { ...sold, name: 'Смесь Б' });
  await makeProduct(db, { ...sold, name: 'Смесь В', price: null });
  await makeProduct(db, { ...sold, name: 'Смесь З', on_hand: 6, store: 'store132' });
  await makeProduct(db, { category_id: category.id, name: 'Смесь И', on_hand: 1 });
  await makeProduct(db, { category_id: category.id, name: 'Смесь К', on_hand: 2 });
  const table = text((await open('/category/redkie/?view=table')).html);
  expect(table).toMatch(/Смесь А .*Заказать/);
  expect(table).toMatch(/Смесь Б .*Сообщить : Смесь Б Аналоги/);
  expect(table).toMatch(/Смесь В .*Узнать цену/);
  expect(table).toMatch(/Смесь З .*Есть в 1 пункте.*Где есть/);
  expect(table.split(' здесь нет'), 'why the plus of the last one is dead').toHaveLength(2);
  expect(table).toMatch(/Смесь И (?:(?!Смесь).)*Больше 1 (?:(?!Смесь).)*здесь нет/);
});

test('[S2-14] [S2-15] goods on order are offered with a price of today; only sold-out ones say it is past', async () => {
  const category = await makeCategory(db, 'zhdem', 'Смеси под заказ');
  await db.updateTable('categories').set({ calculator: 'mix' }).where('id', '=', category.id).execute();
  const specs = JSON.stringify({ consumption_10mm: 8.5 });
  const sold = { category_id: category.id, on_hand: 0, specs };
  const onOrder = await makeProduct(db, { ...sold, name: 'Смесь Г', lead_days_min: 3, lead_days_max: 5 });
  const gone = await makeProduct(db, { ...sold, name: 'Смесь Д' });
  await makeProduct(db, { ...sold, name: 'Смесь З', on_hand: 6, store: 'store132' });
  const { html } = await open('/category/zhdem/');
  const cards = html.split('<article class="card').slice(1).map(text);
  const card = (name: string) => cards.find((words) => words.includes(name)) ?? '';
  expect(card('Смесь Г')).toMatch(/489 ₽ за мешок · 16,30 ₽.*Под заказ, 3–5 дней.*Заказать.*Аналоги/);
  expect(card('Смесь Д')).toMatch(/последняя цена за мешок.*Нет в наличии.*Сообщить.*Аналоги/);
  expect(card('Смесь З')).toMatch(/489 ₽ за мешок · 16,30 ₽.*Есть в 1 пункте.*Где есть/);
  const rows = text((await open('/category/zhdem/?view=table')).html);
  expect(rows).toMatch(/Смесь Г .*489 ₽ за мешок · 16,30 ₽/);
  expect(rows).toMatch(/Смесь Д .*489 ₽ последняя цена за мешок.*Сообщить.*Аналоги/);
  expect(html).toContain(`/forms/one_click/?about=product%3A${onOrder.id}`);
  const [offer = ''] = (await open(`/product/${onOrder.slug}/`)).html.split('<article class="card');
  expect(text(offer)).not.toContain('последняя цена');
  const ordered = text((await open(`/product/${onOrder.slug}/`)).html);
  expect(ordered, 'and counted').toMatch(/Сколько нужно на вашу площадь.*6 мешков, 180 кг.*2 934 ₽.*Заказать/);
  const past = text((await open(`/product/${gone.slug}/`)).html);
  expect(past).toMatch(/последняя цена за мешок · 16,30 ₽\//);
  expect(past).not.toContain('Сколько нужно на вашу площадь');
});

test('[S2-15] what another city has is named with its price; that it is brought is said only where a row says so', async () => {
  const product = await makeProduct(db, { name: 'Смесь Ж', on_hand: 0 });
  await db
    .insertInto('prices')
    .values({ price_column: 'cherepovets', product_id: product.id, price: 51_000 })
    .execute();
  await db
    .insertInto('stock')
    .values({ store: 'store52', product_id: product.id, on_hand: 4, on_hand_base: 120 })
    .execute();
  const page = async () => (await open(`/product/${product.slug}/`)).html;
  const silent = await page();
  expect(text(silent)).toMatch(/Есть в других городах Череповец.* 4 мешка .*510 ₽/);
  expect(silent).not.toContain('привезём за');
  await db
    .transaction()
    .execute((db) =>
      saveDeliveryTerms(db, '00131', { transfers: [{ from_id_1c: '00052', days_min: 1, days_max: 2 }] }),
    );
  const brought = await page();
  expect(text(brought)).toContain('привезём за 1–2 дня');
  expect(brought).toContain(`/forms/one_click/?about=bring%3A${product.id}.00052`);
  const form = await open(`/forms/one_click/?about=bring%3A${product.id}.00052`);
  expect(text(form.html)).toContain('Смесь Ж');
  expect(text(form.html)).toContain('привезти: Череповец');
  await db.transaction().execute((db) => saveDeliveryTerms(db, '00131', { transfers: [] }));
  expect(await page()).not.toContain('привезём за');
});

test('[S2-15] a product without analogues and useful goods leads to the goods of the category above', async () => {
  const above = await makeCategory(db, 'himiya', 'Бытовая химия');
  const lone = await makeCategory(db, 'gel', 'Гели', above.id);
  const product = await makeProduct(db, { category_id: lone.id, name: 'Гель один' });
  const beside = await makeCategory(db, 'mylo', 'Мыло', above.id);
  await makeProduct(db, { category_id: beside.id, name: 'Мыло 1' });
  await makeProduct(db, { category_id: beside.id, name: 'Мыло 2' });
  const page = async () => text((await open(`/product/${product.slug}/`)).html);
  expect(await page()).not.toContain('Ещё в разделе');
  await makeProduct(db, { category_id: beside.id, name: 'Мыло 3' });
  invalidateCaches(['*']);
  expect(await page()).toMatch(/Ещё в разделе «Бытовая химия» Весь раздел.*Мыло/);
});

test('[S2-15] nothing sold out is called useful with a product, and a row of one or two is filled from its section', async () => {
  const section = await makeCategory(db, 'zatirki', 'Затирки');
  const product = await makeProduct(db, { category_id: section.id, name: 'Затирка белая' });
  const beside = await makeCategory(db, 'shpateli', 'Шпатели', section.id);
  const useful = await makeProduct(db, { name: 'Шпатель резиновый' });
  const gone = await makeProduct(db, { name: 'Шпатель стальной', on_hand: 0 });
  for (const n of [1, 2, 3]) await makeProduct(db, { category_id: beside.id, name: `Губка ${n}` });
  await db
    .insertInto('product_links')
    .values(
      [useful, gone].map(({ id }, position) => ({
        product_id: product.id,
        linked_product_id: id,
        kind: 'for_job',
        position,
      })),
    )
    .execute();
  invalidateCaches(['*']);
  const words = text((await open(`/product/${product.slug}/`)).html);
  expect(words).toMatch(/Пригодится вместе с этим.*Шпатель резиновый.*Ещё в разделе «Затирки».*Губка/);
  expect(words).not.toContain('Шпатель стальной');
});

test('[S2-15] rows of few analogues and useful goods are filled up from the sections they come from', async () => {
  const floors = await makeCategory(db, 'pokrytiya-pola', 'Покрытия');
  const linoleum = await makeCategory(db, 'rulony', 'Линолеум', floors.id);
  const laminate = await makeCategory(db, 'doski', 'Ламинат', floors.id);
  const skirting = await makeCategory(db, 'plintusy-pola', 'Плинтусы');
  const own = await makeProduct(db, { category_id: linoleum.id, name: 'Линолеум Вокзал' });
  const alike = await makeProduct(db, { category_id: linoleum.id, name: 'Линолеум Школа' });
  for (const n of [1, 2, 3, 4, 5]) await makeProduct(db, { category_id: laminate.id, name: `Ламинат ${n}` });
  const useful = await makeProduct(db, { category_id: skirting.id, name: 'Плинтус сосна' });
  for (const n of [1, 2, 3, 4, 5]) await makeProduct(db, { category_id: skirting.id, name: `Плинтус ${n}` });
  const link = { product_id: own.id, position: 0 };
  await db
    .insertInto('product_links')
    .values([
      { ...link, linked_product_id: alike.id, kind: 'analogue' },
      { ...link, linked_product_id: useful.id, kind: 'for_job' },
    ])
    .execute();
  invalidateCaches(['*']);
  const { html } = await open(`/product/${own.slug}/`);
  const rowOf = (id: string) =>
    new RegExp(`<section class="block" id="${id}">.*?</section>`, 's').exec(html)?.[0] ?? '';
  expect(text(rowOf('for-job'))).toMatch(/Пригодится вместе с этим.*Плинтус сосна.*Плинтус \d/);
  expect(text(rowOf('analogues'))).toMatch(/Аналоги и другие товары раздела «Покрытия» Весь раздел.*Школа.*Ламинат/);
  for (const id of ['for-job', 'analogues']) expect(rowOf(id).match(/<article/g), id).toHaveLength(5);
});

test('[S2-15] what is sold out names its variant that can be bought under its price, is no hit and watches no price', async () => {
  const helmets = await makeCategory(db, 'kaski-stroitelnye', 'Каски строительные');
  const blue = await makeProduct(db, { category_id: helmets.id, name: 'Каска Тень, синяя', variant_label: 'синий' });
  const gone = await makeProduct(db, {
    ...{ category_id: helmets.id, name: 'Каска Тень, жёлтая', variant_label: 'жёлтый' },
    ...{ model_id: blue.model_id, on_hand: 0 },
  });
  await db.updateTable('models').set({ variant_name: 'Цвет' }).where('id', '=', blue.model_id).execute();
  invalidateCaches(['*']);
  const { html } = await open(`/product/${gone.slug}/`);
  const words = text(html);
  expect(words).toMatch(/Нет в наличии В наличии: синий, 489 ₽ (?:Сегодня|Завтра) в 1 пункте Сообщить о поступлении/);
  expect(html).toContain(`href="/product/${blue.slug}/"`);
  expect(words).not.toContain('Сообщить о снижении цены');
  const phone = text((await open(`/product/${gone.slug}/`, { device: 'mobile' })).html);
  expect(phone).toMatch(/(?:Арт\.|Код).*Цвет жёлтый — нет в наличии.*Сообщить о поступлении.*В список/);
});

test('[S2-15] one row stands under what is sold out: what can be had instead, filled up from its section', async () => {
  const section = await makeCategory(db, 'zashchita', 'Защита');
  const helmets = await makeCategory(db, 'kaski', 'Каски', section.id);
  const gone = await makeProduct(db, { category_id: helmets.id, name: 'Каска жёлтая', on_hand: 0 });
  await makeProduct(db, { category_id: helmets.id, name: 'Каска синяя' });
  const glasses = await makeCategory(db, 'ochki', 'Очки', section.id);
  for (const name of ['Очки раз', 'Очки два', 'Очки три', 'Очки четыре', 'Очки пять'])
    await makeProduct(db, { category_id: glasses.id, name });
  invalidateCaches(['*']);
  const { html } = await open(`/product/${gone.slug}/`);
  const row = /<section class="block" id="analogues">.*?<\/section>/s.exec(html)?.[0] ?? '';
  expect(text(row)).toMatch(/Похожие и другие товары раздела «Защита» Весь раздел.*Каска синяя.*Очки/);
  expect(row.match(/<article/g)).toHaveLength(5);
  expect(text(html), 'no second row of the same').not.toContain('Ещё в разделе');
});
