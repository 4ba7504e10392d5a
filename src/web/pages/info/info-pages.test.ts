import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { loadProgrammes } from '#demo/cards.ts';
import { createPageVersion, publishPageVersion } from '#modules/content/pages.ts';
import { setSeoText } from '#modules/content/seo-texts.ts';
import { saveSetting } from '#modules/settings/save-setting.ts';
import { testApp } from '#test/support/app.ts';
import { testDatabase } from '#test/support/database.ts';
import { userAgents } from '#test/support/http.ts';
import { makeRequisites } from '#test/support/requisites.ts';
import { makeBranches, makeCategory, makeProduct } from '#test/support/shop.ts';

const { db } = await testDatabase();
await makeBranches(db);
await makeRequisites(db);
const mixes = await makeCategory(db, 'suhie-smesi', 'Сухие смеси');
await db.insertInto('dynamic_menus').values({ department_id_1c: '00131', category_id: mixes.id }).execute();
const mix = await makeProduct(db, { category_id: mixes.id });
await makeZones();
const app = await testApp(db);
const dayMs = 86_400_000;

async function makeZones() {
  const zones = await db
    .insertInto('delivery_zones')
    .values([
      { department_id_1c: '00131', name: 'Вологда', places: ['вологда'], days_min: 1, days_max: 1, position: 0 },
      {
        department_id_1c: '00131',
        name: 'Пригород',
        places: ['молочное', 'великий двор'],
        days_min: 1,
        days_max: 2,
        position: 1,
      },
    ])
    .returning('id')
    .execute();
  await db
    .insertInto('delivery_zone_rates')
    .values(
      zones.flatMap(({ id }, at) => [
        { zone_id: id, up_to_grams: 30_000, price_kopecks: 39_000 + at * 10_000, vehicle: 'легковой автомобиль' },
        { zone_id: id, up_to_grams: 1_500_000, price_kopecks: 149_000 + at * 50_000, vehicle: 'фургон до 1,5 т' },
      ]),
    )
    .execute();
  const [city] = zones;
  await db
    .insertInto('delivery_slots')
    .values([
      { zone_id: city!.id, opens_minute: 540, closes_minute: 720, places: 8 },
      { zone_id: city!.id, opens_minute: 1_080, closes_minute: 1_260, places: 8 },
    ])
    .execute();
}

const ask = (url: string, host = 'idd.localhost') =>
  app.inject({ url, headers: { host, 'user-agent': userAgents.desktop } });
const words = (html: string) =>
  html
    .replace(/<script[\s\S]*?<\/script>/g, '')
    .replace(/<!--.*?-->/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/&nbsp;|\s+/g, ' ');

async function quote(fields: Record<string, string>, cookie = '') {
  const answer = await app.inject({
    method: 'POST',
    url: '/delivery/',
    payload: new URLSearchParams(fields).toString(),
    headers: {
      host: 'idd.localhost',
      origin: 'http://idd.localhost',
      'user-agent': userAgents.desktop,
      'content-type': 'application/x-www-form-urlencoded',
      ...(cookie && { cookie }),
    },
  });
  return {
    status: answer.statusCode,
    caching: answer.headers['cache-control'],
    text: words(answer.body),
    body: answer.body,
  };
}

async function publish(slug: string, title: string, html: string, at: Date) {
  const draft = await createPageVersion(db, { slug, title, html }, at);
  await publishPageVersion(db, draft.id, {}, at);
}

test('[S2-03] /delivery/ tells zones as a table, points with hours, and leads to the delivery request', async () => {
  const { statusCode, body } = await ask('/delivery/');
  expect(statusCode).toBe(200);
  const text = words(body);
  for (const fact of [
    'Пригород Молочное, Великий Двор',
    '1–2 дня',
    '490 ₽',
    'до 30 кг',
    'до 1,5 т фургон',
    'груз тяжелее 1,5 т: стоимость уточнит оператор',
    'Окружное шоссе, 13',
    'Пн–Пт 09:00–20:00',
    'С оплатой при получении храним 5 рабочих дней',
    'Вологда: на следующий день, 2 интервала на выбор',
    'Вологда 09:00–12:00 18:00–21:00 День и интервал выбираете при оформлении',
  ])
    expect(text, fact).toContain(fact);
  expect(body).toContain('data-form="delivery"');
  expect(
    words((await ask('/delivery/', 'cherepovets.idd.localhost')).body),
    'another branch has its own',
  ).not.toContain('Молочное');
});

test('[S2-03] the calculator of /delivery/ prices an address and weight without JavaScript, in nobody’s page store', async () => {
  const light = await quote({ address: 'г. Вологда, ул. Мира, 10', load: 'weight', weight: '25' });
  expect(light.status).toBe(200);
  expect(light.caching).toContain('no-store');
  expect(light.text).toMatch(/390 ₽ Вологда Ближайший день: завтра.* легковой автомобиль, груз 25 кг/);
  expect((await quote({ address: 'пос. Молочное', load: 'weight', weight: '1 200,5 кг' })).text).toMatch(
    /1 990 ₽ Пригород Ближайший день: .* фургон до 1,5 т, груз 1201 кг/,
  );
  const heavy = await quote({ address: 'Вологда, Мира 1', load: 'weight', weight: '1501' });
  expect(heavy.text).toContain('Груз тяжелее, чем берёт самая большая машина зоны. Стоимость уточнит оператор');
});

test('[S2-03] /delivery/ names the tariff of unloading and lifting and prices them; without one it says nothing of them', async () => {
  const asked = { address: 'Вологда, Мира 1', load: 'weight', weight: '120' };
  expect((await quote(asked)).text).not.toContain('подъём');
  await sql`insert into carrying_rates values
    ('00131', 'unloading', 50000, 4000, 30000), ('00131', 'stairs', 50000, 1800, 0)`.execute(db);
  const { text } = await quote({ ...asked, carrying: 'stairs', floor: '5' });
  expect(text).toContain('Разгрузить у подъезда 40 ₽ за каждые 50 кг, не меньше 300 ₽');
  expect(text).toContain('Поднять по лестнице 18 ₽ за каждые 50 кг на каждый этаж');
  expect(text).toContain('Разгрузка и подъём по лестнице, этаж 5: 270 ₽, вместе с доставкой 1 760 ₽');
  const unsaid = await quote({ ...asked, carrying: 'stairs', floor: '200' });
  expect([unsaid.status, unsaid.text.includes('Укажите этаж: от 1 до 100')]).toEqual([422, true]);
  await sql`delete from carrying_rates`.execute(db);
});

test('[S2-03] a bad address is answered by a list of places or «уточнит оператор», a bad weight by a message', async () => {
  const far = await quote({ address: 'Магадан, Мира 1', load: 'weight', weight: '10' });
  expect(far.text).toContain('Стоимость уточнит оператор');
  expect(far.text).toContain('Ближайшее место из наших зон Не выбрано Вологда Молочное Великий Двор');
  expect(far.body).toContain('value="Магадан, Мира 1"');
  const chosen = await quote({ address: 'Магадан, Мира 1', place: 'Великий Двор', load: 'weight', weight: '10' });
  expect(chosen.text).toContain('490 ₽ Пригород');
  const cases: [Record<string, string>, string][] = [
    [{ load: 'weight', weight: '10' }, 'Обязательно для заполнения'],
    [{ address: 'Вологда', load: 'weight', weight: '' }, 'Обязательно для заполнения'],
    [{ address: 'Вологда', load: 'weight', weight: 'много' }, 'Должно быть числом'],
    [{ address: 'Вологда', load: 'weight', weight: '0' }, 'Минимальное значение 0,1'],
    [{ address: 'Вологда', load: 'weight', weight: '100001' }, 'Максимальное значение 100000'],
    [{ address: 'Вологда', load: 'cart' }, 'В корзине пока пусто: укажите вес'],
    [{ address: '<img src=x onerror=alert(1)>', load: 'weight', weight: '5' }, 'Стоимость уточнит оператор'],
  ];
  for (const [fields, message] of cases) {
    const { status, text, body } = await quote(fields);
    expect([status, text.includes(message)], JSON.stringify(fields)).toEqual([
      message.startsWith('Стоимость') ? 200 : 422,
      true,
    ]);
    expect(body).not.toContain('<img src=x');
  }
});

test('[S2-03] the weight may be the cart’s own', async () => {
  const uuid = '7b0cf8a1-5df1-4f0c-9d0a-0d5f4f6d1a11';
  const line = `1.${mix.id.toString(36)}-${(3).toString(36)}`;
  const { text } = await quote({ address: 'Вологда', load: 'cart' }, `visitor=${uuid}; Basket_idd_${uuid}=${line}`);
  expect(text, 'three bags of 30 kg').toMatch(/1 490 ₽ Вологда Ближайший день: .* фургон до 1,5 т, груз 90 кг/);
});

test('[S2-03] /pay/ names only ways that work, the branch’s terms and the requisites', async () => {
  const text = words((await ask('/pay/')).body);
  for (const fact of [
    'Онлайн: карта или СБП',
    'При получении',
    'По счёту',
    'Кредит Частным покупателям',
    'Минимальной суммы заказа нет',
    'Расчётный счёт',
    'Организациям — отдельные цены',
  ])
    expect(text, fact).toContain(fact);
  expect(text).toContain('Как снизить сумму Купон В корзине: введите код, новая сумма видна сразу.');
  await db
    .updateTable('departments')
    .set({ min_order_kopecks: 50_000, storage_days: 3 })
    .where('id_1c', '=', '00052')
    .execute();
  await loadProgrammes(db);
  const { invalidateCaches } = await import('#platform/cache.ts');
  invalidateCaches(['*']);
  const other = words((await ask('/pay/', 'cherepovets.idd.localhost')).body);
  expect(other).toContain('Минимальная сумма заказа — 500 ₽');
  expect(other).toContain('С оплатой при получении храним 3 рабочих дня, оплаченный заказ — без срока');
  expect(other).not.toContain('Организациям — отдельные цены');
  expect(other.replaceAll('\u00a0', ' ')).toMatch(
    /Бонусы В корзине: до \d+ % стоимости товаров.* Карта ИДД На кассе: скидка/,
  );
});

test('[S2-03] /about/ counts its numbers from the tables and takes its title and heading from the SEO record', async () => {
  await setSeoText(
    db,
    { kind: 'page', key: 'about' },
    { title: 'О нас, {region}', unique_title: 'Магазин в {region_prepositional}' },
  );
  const { body } = await ask('/about/');
  const text = words(body);
  expect(text).toContain('2 города');
  expect(text).toContain('3 магазина и пункта выдачи');
  expect(text).toContain('1 товар в каталоге');
  expect(body).toMatch(/<a href="\/contacts\/"><b class="b">Вологда</);
  expect(body).toMatch(/<a href="http:\/\/cherepovets\.idd\.localhost[^"]*\/contacts\/"><b class="b">Череповец</);
  expect(body).toContain('<title>О нас, Вологда</title>');
  expect(body).toContain('<h1>Магазин в Вологде</h1>');
});

test('[S2-03] the privacy policy has contents, all cookies, its date and its earlier editions; those are noindex', async () => {
  const parts = ['Данные', 'Согласие', 'Хранение', 'Права', 'Контакты']
    .map((name) => `<h2>${name}</h2><p>Текст</p>`)
    .join('');
  await publish(
    'privacy-policy',
    'Политика конфиденциальности',
    '<p>Прежний текст</p>',
    new Date(Date.now() - 30 * dayMs),
  );
  await publish('privacy-policy', 'Политика конфиденциальности', parts, new Date(Date.now() - dayMs));
  const { body } = await ask('/privacy-policy/');
  const text = words(body);
  expect(body).toContain('href="#soglasie"');
  expect(body).toContain('<h2 id="soglasie">');
  for (const name of ['visitor', 'Basket_idd_…', 'utm', 'analytics', '_ym_…']) expect(text).toContain(name);
  expect(text).toMatch(/Редакция 2 от \d\d\.\d\d\.\d{4}/);
  expect(body).toContain('href="/info/privacy-policy/1/"');
  const former = await ask('/info/privacy-policy/1/');
  expect(former.statusCode).toBe(200);
  expect(words(former.body)).toContain('Прежний текст');
  expect(words(former.body)).toMatch(/Это прежняя редакция, она действовала до/);
  expect(former.body).toContain('content="noindex,follow"');
  expect(former.body).not.toContain('rel="canonical"');
  const current = await ask('/info/privacy-policy/2/');
  expect([current.statusCode, current.headers.location]).toEqual([302, '/privacy-policy/']);
  for (const path of [
    '/info/privacy-policy/3/',
    '/info/privacy-policy/01/',
    '/info/privacy-policy/x/',
    '/info/about/1/',
  ])
    expect((await ask(path)).statusCode, path).toBe(404);
  const twin = await ask('/info/privacy-policy/');
  expect([twin.statusCode, twin.headers.location]).toEqual([301, '/privacy-policy/']);
});

test('[S2-03] the site map is made from the tables of the branch and leads nowhere else', async () => {
  await publish('sale-rules', 'Правила продажи', '<p>Правила</p>', new Date(Date.now() - dayMs));
  const { body } = await ask('/info/site-map/');
  const main = body.slice(body.indexOf('<main'), body.indexOf('</main>'));
  expect(words(main)).toContain('Сухие смеси');
  const links = [...new Set([...main.matchAll(/href="(\/[^"#]*)"/g)].map(([, url]) => url!.replaceAll('&amp;', '&')))];
  expect(links).toContain('/info/sale-rules/');
  expect(links.length).toBeGreaterThan(15);
  for (const link of links) expect((await ask(link)).statusCode, link).toBe(200);
  expect(words((await ask('/info/site-map/', 'cherepovets.idd.localhost')).body)).not.toContain('Сухие смеси');
});

test('[S2-03] the privacy policy names who gets data of buyers: the partners that are connected, and nobody else', async () => {
  await publish('privacy-policy', 'Политика конфиденциальности', '<p>Текст</p>', new Date(Date.now() - 1_000));
  const alone = words((await ask('/privacy-policy/')).body);
  expect(alone).toContain('не подключены сервисы, которые получают данные покупателей');
  expect(alone).not.toContain('DaData');
  const connected = await testApp(db, {
    DADATA_TOKEN: 'test-token',
    BITRIX24_WEBHOOK_URL: 'http://127.0.0.1:9/rest/1/x/',
  });
  const { body } = await connected.inject({ url: '/privacy-policy/', headers: { host: 'idd.localhost' } });
  const shown = words(body);
  expect(shown).toContain('DaData');
  expect(shown).toContain('то, что вы набираете в поле улицы и дома');
  expect(shown).toContain('Битрикс24');
  expect(shown).not.toContain('YooKassa');
  expect(body).toContain('id="processors"');
});

test('[S2-03] the privacy policy tells all that the bank, the mail server, Yandex ID and the counter get, where each is set', async () => {
  const named = async (settings: Parameters<typeof testApp>[1]) => {
    const shop = await testApp(db, settings);
    return words((await shop.inject({ url: '/privacy-policy/', headers: { host: 'idd.localhost' } })).body);
  };
  const all = await named({
    YOOKASSA_SHOP_ID: '1',
    YOOKASSA_SECRET_KEY: 'test-key',
    SMTP_URL: 'smtps://shop:secret@smtp.post.example:465',
    YANDEX_CLIENT_ID: 'test-id',
    YANDEX_CLIENT_SECRET: 'test-secret',
    YANDEX_METRIKA_ID: '12345',
  });
  expect(all).toMatch(/YooKassa.+для чека — почта и телефон, у организации ещё название и ИНН/);
  expect(all).toMatch(/Почтовый сервер smtp\.post\.example.+имя, телефон, адрес доставки/);
  expect(all).not.toContain('secret');
  expect(all).toMatch(/Яндекс ID.+То, что вы входите в этот магазин/);
  expect(all).toMatch(/Яндекс Метрика.+Только с вашего согласия/);
  const own = await named({ SMTP_URL: 'smtp://127.0.0.1:2525' });
  expect(own, 'a server of the machine itself is nobody else').toContain('не подключены сервисы');
});

test('[S2-03] a consent names to whom it is given, by the settings of the company, and leads to the policy', async () => {
  const company = {
    name: 'ООО «ИДД»',
    inn: '3525000101',
    ogrn: '1263525000034',
    email: null,
    vk_url: null,
    logo: null,
  };
  await saveSetting(db, 'company', company);
  const { body } = await ask('/info/consent-personal-data/');
  expect(words(body)).toContain('Оператор персональных данных: ООО «ИДД», ИНН 3525000101, ОГРН 1263525000034.');
  expect(body).toMatch(/сказано в\s(<!-- -->)?<a class="link" href="\/privacy-policy\/"/);
  const beside = /<nav class="info__nav".*?<\/nav>/s.exec(body)?.[0] ?? '';
  expect(beside).toContain('Правила и согласия');
  expect(beside.match(/<a [^>]*consent-personal-data[^>]*>/)?.[0]).toContain('aria-current="page"');
});

test('[S2-03] /order-help/ promises a call in the hours that its form goes by, those of the branch', async () => {
  await saveSetting(db, 'contact_centre', {
    phones: ['8 800 000-35-35'],
    tooltip_hours: ['Пн–Пт 08:30–17:30'],
    header_hours: ['Пн–Пт 07:10–21:40'],
  });
  const main = async (path: string) => {
    const { body } = await ask(path);
    return words(body.slice(body.indexOf('<main'), body.indexOf('</main>'))).replaceAll('\u00a0', ' ');
  };
  const help = await main('/order-help/');
  expect(help).toContain('Пн–Пт 09:00–20:00');
  expect(help).not.toContain('07:10');
  const callback = await main('/forms/callback/');
  expect(callback).toMatch(/Перезвоним (сегодня до 20:00|.*с \d\d:00 до \d\d:00) из магазина в Вологде\. /);
  // Beside the hours of the branch stands its own number, not that of the contact centre.
  expect(callback).toContain('Или позвоните сами +7-817-200-35-35 Пн–Пт');
});
