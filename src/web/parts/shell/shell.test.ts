import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { invalidateCaches } from '#platform/cache.ts';
import { openLog } from '#platform/log.ts';
import { setMaintenance } from '#platform/maintenance.ts';
import { Refusal } from '#platform/refusal.ts';
import { currency } from '#shared/constants.ts';
import { supportNumber } from '#shared/support-number.ts';
import { buildApp } from '#src/app.ts';
import { makeUser, signedIn } from '#test/support/accounts.ts';
import { testApp } from '#test/support/app.ts';
import { testConfig } from '#test/support/config.ts';
import { testDatabase } from '#test/support/database.ts';
import { userAgents } from '#test/support/http.ts';
import { makeBranches, makeCategory, makeProduct } from '#test/support/shop.ts';

const { db } = await testDatabase();
await makeBranches(db);
const mixes = await makeCategory(db, 'suhie-smesi', 'Сухие смеси');
const plasters = await makeCategory(db, 'shtukaturki', 'Штукатурки', mixes.id);
const kinds = [];
for (let n = 1; n <= 9; n++) kinds.push(await makeCategory(db, `vid-${n}`, `Вид ${n}`, plasters.id));
const unlisted = await makeCategory(db, 'sad', 'Сад и дача');
await db
  .insertInto('dynamic_menus')
  .values([mixes, plasters, ...kinds].map(({ id }) => ({ department_id_1c: '00131', category_id: id })))
  .execute();
const app = await testApp(db, { PORT: '3000' });

type Asked = { host?: string; device?: keyof typeof userAgents; cookie?: string };

async function open(url: string, { host = 'idd.localhost:3000', device = 'desktop', cookie = '' }: Asked = {}) {
  return app.inject({ url, headers: { host, 'user-agent': userAgents[device], cookie } });
}

/** Text as a reader sees it: no tags, one space. */
function textOf(html: string): string {
  return html
    .replace(/<(script|style)[\s\S]*?<\/\1>/g, ' ')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ');
}

/** Paths of all links of a part of the page, without query. */
function linksIn(html: string): string[] {
  return [...html.matchAll(/<a[^>]* href="(\/[^"#]*)"/g)].map(
    ([, href]) => href!.replaceAll('&amp;', '&').split('?')[0]!,
  );
}

function partOf(html: string, from: RegExp, to: string): string {
  const start = html.search(from);
  expect(start).toBeGreaterThan(-1);
  return html.slice(start, html.indexOf(to, start));
}

test('[S2-20] links in header, footer and mobile menu end with a slash', async () => {
  for (const device of ['desktop', 'mobile'] as const) {
    const { body } = await open('/', { device });
    const shell = body.replace(/<main[\s\S]*<\/main>/, '');
    const links = linksIn(shell);
    expect(links.length).toBeGreaterThan(10);
    for (const link of links) expect(link, device).toMatch(/\/$/);
  }
});

test('[S2-20] both forms of a path open the same page', async () => {
  const withSlash = await open('/catalog/');
  const without = await open('/catalog');
  expect([withSlash.statusCode, without.statusCode]).toEqual([200, 200]);
  expect(textOf(partOf(without.body, /<main/, '</main>'))).toBe(textOf(partOf(withSlash.body, /<main/, '</main>')));
});

test("[S2-21] [S8-09] an unknown route is a 404 with 'Page not found' and the path", async () => {
  const answer = await open('/no/such/page/');
  expect(answer.statusCode).toBe(404);
  expect(answer.body).toContain('Page not found: /no/such/page/');
  expect(answer.body).toContain('<title>Страница не найдена — ИДД</title>');
  expect(textOf(answer.body)).toContain('Ваш город: Вологда');
});

test('[S8-09] the 404 page names search, catalogue, the branch’s phone and a short number that a request carries', async () => {
  const { body, headers } = await open('/no/such/page/');
  const page = partOf(body, /<main/, '</main>');
  expect(page).toContain('action="/catalog/"');
  expect(linksIn(page)).toContain('/catalog/');
  expect(page).toContain('tel:+78172003535');
  const number = supportNumber(String(headers['x-request-id']));
  expect(page).toContain(`Номер для поддержки: ${number}`);
  const [, report = ''] = /<a[^>]*href="(\/support\/[^"]*)"/.exec(page) ?? [];
  const form = (await open(report.replaceAll('&amp;', '&'))).body;
  expect(form).toContain(`Номер ошибки ${number}, страница /no/such/page/.`);
  expect(form).toMatch(/<option value="site" selected="">/);
});

test('[S2-21] markup in an unknown path stays text', async () => {
  const { body } = await open('/%3Cscript%3Ealert(1)%3C/script%3E/');
  expect(body).not.toContain('<script>alert(1)');
});

test('[S2-22] 403, 404, 500 and 666 have pages of their own inside the header, chosen by status code', async () => {
  const gone = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' });
  const cases: [unknown, number, string, string][] = [
    [new Refusal('forbidden'), 403, '403', 'Сюда нельзя'],
    [new Refusal('not_found'), 404, '404', 'Такой страницы нет'],
    [new Error('secret: password is qwerty'), 500, '500', 'Что-то сломалось'],
    [new Refusal('catalogue_loading'), 503, '666', 'Каталог сейчас недоступен'],
    [gone, 503, '666', 'Каталог сейчас недоступен'],
  ];
  for (const [thrown, status, code, heading] of cases) {
    const answer = await brokenHome({ thrown });
    const page = partOf(answer.body, /<main/, '</main>');
    expect(answer.statusCode).toBe(status);
    expect(page).toContain(`>${code}</p>`);
    expect(page).toContain(heading);
    expect(answer.body).toContain('class="site-head"');
    expect(answer.body).not.toContain('qwerty');
    if (status === 503) expect(answer.headers['retry-after']).toBe('60');
    if (status === 500) expect(page).toContain(supportNumber(String(answer.headers['x-request-id'])));
  }
});

test('[S2-22] a component that throws while it is rendered leaves the header and an error number', async () => {
  const answer = await brokenHome({ rendering: new Error('secret: password is qwerty') });
  expect(answer.statusCode).toBe(500);
  expect(answer.body).toContain('class="site-head"');
  expect(answer.body).toContain(`Номер для поддержки: ${supportNumber(String(answer.headers['x-request-id']))}`);
  expect(answer.body).not.toContain('qwerty');
});

test('[S2-23] a robot meets no fatal page: what could be rendered is sent with the true status', async () => {
  for (const broken of [{ thrown: new Error('fault') }, { rendering: new Error('fault') }]) {
    const answer = await brokenHome(broken, 'robot');
    expect(answer.statusCode).toBe(500);
    expect(answer.body).toContain('class="site-head"');
    expect(textOf(answer.body)).not.toContain('Что-то сломалось');
    expect(answer.body.replaceAll('\u00a0', ' ')).toContain('Весь ассортимент — в каталоге');
  }
});

test('[S2-22] during works every page answers 665 with the header, and is back afterwards', async () => {
  await setMaintenance(db, true);
  invalidateCaches(['*']);
  const during = await open('/delivery/');
  await setMaintenance(db, false);
  invalidateCaches(['*']);
  expect(during.statusCode).toBe(503);
  expect(during.headers['retry-after']).toBe('60');
  expect(during.body).toContain('>665</p>');
  expect(textOf(during.body)).toContain('На сайте идут работы');
  expect((await open('/brand/')).statusCode).toBe(200);
});

test('[S2-22] during works neither forms that were open before nor calls change anything; staff sign in', async () => {
  const { header: cookie } = await signedIn(db, await makeUser(db));
  const host = 'idd.localhost';
  const send = (url: string, payload: string | object, headers = {}) =>
    app.inject({ method: 'POST', url, payload, headers: { host, ...headers } });
  const form = { cookie, 'content-type': 'application/x-www-form-urlencoded' };
  const signOut = () => send('/personal/profile/', 'intent=sessions%3Aeverywhere', form);
  const profile = async () => (await open('/personal/profile/', { cookie })).statusCode;
  await setMaintenance(db, true);
  invalidateCaches(['*']);
  await signOut();
  const cart = await send('/cart/form/', 'intent=none', form);
  const calls = await Promise.all([send('/api/cart/lines/', {}), send('/api/ecm/idd/orders/', {})]);
  const staff = await send('/api/auth/login', {});
  await setMaintenance(db, false);
  invalidateCaches(['*']);
  expect(cart.statusCode).toBe(503);
  expect(calls.map((answer) => [answer.statusCode, answer.json().error.code])).toEqual([
    [503, 'maintenance'],
    [503, 'maintenance'],
  ]);
  expect(staff.statusCode).toBe(422);
  expect(await profile(), 'nobody was signed out').toBe(200);
  await signOut();
  expect(await profile(), 'the same form works afterwards').toBe(302);
});

test('[S2-24] any path containing /personal/ has the personal look', async () => {
  const { header: cookie } = await signedIn(db, await makeUser(db));
  expect((await open('/personal/orders/active/', { cookie })).body).toMatch(/<body class="personal busy"/);
  expect((await open('/personal', { cookie })).body).toMatch(/<body class="personal busy"/);
  expect((await open('/impersonal/')).body).not.toMatch(/<body class="[^"]*personal/);
});

test('a guest’s order lies on the same ground as one of the personal area', async () => {
  expect((await open('/order/0/')).body).toMatch(/<body class="guest-order busy"/);
  expect((await open('/order/')).body, 'a form alone lies on white').not.toMatch(/<body class="[^"]*guest-order/);
  expect((await open('/order-help/')).body).not.toMatch(/<body class="[^"]*guest-order/);
});

test('[S2-25] QR pages have a layout of their own: no menus, no footer', async () => {
  const { body, statusCode } = await open('/qr/p/unknown/');
  expect(statusCode).toBe(404);
  expect(body).toContain('class="qr-head"');
  expect(body).not.toContain('class="site-head"');
  expect(body).not.toContain('<footer');
});

test('[S2-27] the top navigation: delivery, pay, a loyalty link without target, professionals', async () => {
  const nav = partOf((await open('/')).body, /<nav aria-label="Сервисы"/, '</nav>');
  const links = [...nav.matchAll(/<a[^>]* href="([^"]*)"[^>]*>([^<]*)/g)].map(([, href, text]) => [href, text]);
  expect(links).toContainEqual(['/delivery/', 'Доставка']);
  expect(links).toContainEqual(['/pay/', 'Оплата']);
  expect(links).toContainEqual(['#', 'Программа лояльности']);
  expect(links).toContainEqual(['/professionalam/', 'Профессионалам']);
  expect(linksIn(nav)).toEqual(expect.arrayContaining(['/bonus-card/', '/idd-card/']));
});

test('[S2-28] the desktop header: city, phone, logo of 100, catalogue, search, counters, login, category row', async () => {
  const { body } = await open('/');
  const header = partOf(body, /<header class="site-head"/, '</header>');
  expect(textOf(header)).toContain('+7-800-000-35-35');
  expect(header).toMatch(/<img[^>]*width="100"/);
  expect(header).toContain('placeholder="Сухие смеси, елочные игрушки"');
  expect(header).toMatch(/<button type="submit">Найти<\/button>/);
  expect(linksIn(header)).toEqual(
    expect.arrayContaining(['/catalog/', '/favorites/', '/compare/', '/cart/', '/login/', '/category/suhie-smesi/']),
  );
});

test('[S2-28] on mobile the search button is a magnifier', async () => {
  const header = partOf((await open('/', { device: 'mobile' })).body, /<header class="mhead"/, '</header>');
  expect(header).toMatch(/<button type="submit" aria-label="Найти"><svg/);
  expect(header).toContain('placeholder="Сухие смеси, елочные игрушки"');
});

test('[S2-28] the category row shows the branch’s own menu only', async () => {
  const row = partOf((await open('/')).body, /<nav class="cats"/, '</nav>');
  expect(textOf(row)).toContain('Сухие смеси');
  expect(textOf(row)).not.toContain(unlisted.name);
});

test('[S2-28] the category row marks the root that a category below it or a product lies in', async () => {
  const { slug } = await makeProduct(db, { category_id: plasters.id });
  for (const path of ['/category/shtukaturki/', `/product/${slug}/`]) {
    const row = partOf((await open(path)).body, /<nav class="cats"/, '</nav>');
    const link = row.split('<a ').find((part) => part.includes('href="/category/suhie-smesi/"'));
    expect(link, path).toContain('is-on');
  }
});

test('[S2-28] [S2-33] every root of the menu is reachable on the way in: what the row has no room for is under «Ещё»', async () => {
  const roots = [];
  for (let n = 1; n <= 11; n++) roots.push(await makeCategory(db, `koren-${n}`, `Корень ${n}`));
  const rows = roots.map(({ id }) => ({ department_id_1c: '00131', category_id: id }));
  await db.insertInto('dynamic_menus').values(rows).execute();
  invalidateCaches(['*']);
  const { body } = await open('/brand/');
  const row = partOf(body, /<div class="cats__row"/, '</div>');
  const more = partOf(body, /<div class="drop__panel" id="more-categories"/, '</div>');
  expect([linksIn(row).length, linksIn(more).length]).toEqual([9, 3]);
  expect(body).toMatch(/<a href="\/catalog\/"[^>]*aria-controls="more-categories"[^>]*>Ещё/);
  const side = partOf((await open('/brand/', { device: 'mobile' })).body, /<div class="side__roots"/, '</div>');
  expect(linksIn(side).sort()).toEqual([...linksIn(row), ...linksIn(more)].sort());
  await db
    .deleteFrom('dynamic_menus')
    .where(
      'category_id',
      'in',
      roots.map(({ id }) => id),
    )
    .execute();
  invalidateCaches(['*']);
});

test('[S2-29] a header item is an icon and a text; its counter waits for the visitor’s cookies', async () => {
  const { body } = await open('/', { cookie: 'favourites=1.2.3' });
  expect(body).toMatch(/<a class="hitem" href="\/favorites\/"[^>]*><svg[\s\S]{0,200}?<\/svg><span>Избранное<\/span>/);
});

test('[S2-31] the variant follows the user agent, already in the server’s HTML', async () => {
  expect((await open('/')).body).toContain('class="site-head"');
  const mobile = (await open('/', { device: 'mobile' })).body;
  expect(mobile).toMatch(/<body class="mob"/);
  expect(mobile).toContain('class="bbar"');
  expect(mobile).not.toContain('class="site-head"');
});

test('[S3-13] the device is read from the user agent; an unknown one is a desktop', async () => {
  const answer = await app.inject({
    url: '/',
    headers: { host: 'idd.localhost:3000', 'user-agent': 'SomethingNew/1' },
  });
  expect(answer.body).toContain('class="site-head"');
});

test('[S3-13] the support form is theme, name, email and phone; the subscription is an email', async () => {
  const named = (html: string) =>
    [...html.matchAll(/<(?:input|select|textarea)[^>]* name="(\w+)"/g)].map(([, name]) => name);
  const form = partOf((await open('/support/')).body, /<main/, '</main>');
  expect(named(form)).toEqual(expect.arrayContaining(['theme', 'name', 'email', 'phone']));
  const subscription = partOf((await open('/catalog/')).body, /<section[^>]*class="sub/, '</section>');
  expect(named(subscription)).toContain('email');
});

test('[S5-01] every phone that a page shows to be called is +7-XXX-XXX-XX-XX, the shop’s own too', async () => {
  const shown: string[] = [];
  for (const device of ['desktop', 'mobile'] as const)
    for (const path of ['/', '/contacts/', '/delivery/', '/support/', '/cart/', '/no/such/page/']) {
      const { body } = await open(path, { device });
      for (const [, words = ''] of body.matchAll(/<a[^>]*href="tel:[^>]*>([\s\S]*?)<\/a>/g))
        shown.push(textOf(words).trim());
    }
  expect(new Set(shown).size).toBeGreaterThan(1);
  for (const words of new Set(shown)) expect(words).toMatch(/(?:^|\s)\+7-\d{3}-\d{3}-\d{2}-\d{2}$|^[А-Я][а-я ]+$/);
});

test('[S2-32] the mobile header and the bottom bar', async () => {
  const { body } = await open('/', { device: 'mobile' });
  const header = partOf(body, /<header class="mhead"/, '</header>');
  expect(header).toContain('href="#side-menu"');
  expect(header).toContain('href="#city-dialog"');
  expect(header).toMatch(/<img[^>]*width="80"/);
  const bar = textOf(partOf(body, /<nav class="bbar"/, '</nav>'));
  expect(bar.trim().split(' ')).toEqual(['Главная', 'Каталог', 'Акции', 'Корзина', 'Кабинет']);
});

test('[S2-33] the slide-out menu: discounts, catalogue, shops, contact centre, a pickup point with address and hours', async () => {
  const { body } = await open('/', { device: 'mobile', cookie: 'myPoint=00132' });
  const menu = textOf(partOf(body, /<dialog id="side-menu"/, '</dialog>'));
  for (const words of ['Все скидки', 'Каталог', 'Магазины', 'Контактный центр', 'Все пункты выдачи: 2']) {
    expect(menu).toContain(words);
  }
  // Nobody has said where they are: the page calls nothing the nearest, and is the same whatever was chosen.
  expect(menu).toMatch(/Пункт выдачи Вологда, ул. Гончарная, 2 (Открыто|Откроется|Сегодня)/);
  expect(menu).toMatch(/Вологда, Окружное шоссе, 13 (Открыто|Откроется|Сегодня).*Пн–Пт 09:00–20:00/);
  expect(menu).not.toMatch(/Ближайший|Ваш пункт/);
});

test('[S2-35] the city selector and its popup', async () => {
  const { body } = await open('/', { host: 'cherepovets.idd.localhost' });
  expect(textOf(body)).toContain('Ваш город: Череповец');
  const popup = textOf(partOf(body, /<dialog id="city-dialog"/, '</dialog>'));
  expect(popup).toContain('Выберите ближайший к Вам магазин');
  expect(popup).toContain('Если Вы из другого региона, то укажите город Вологда');
  expect(popup).toMatch(/Вологда\s+Череповец/);
});

test('[S2-36] the tooltip: contact centre with two phones, showroom with the branch’s phones and hours', async () => {
  const { body } = await open('/');
  const tooltip = textOf(partOf(body, /data-static="tooltip"/, 'class="city__ask"'));
  expect(tooltip).toContain('Контактный центр +7-800-000-35-35 +7-817-200-35-35');
  expect(tooltip).toContain('Салон-магазин г. Вологда, ул. Гончарная, 2');
  expect(tooltip).toContain('+7-817-200-35-36');
  expect(tooltip).toContain('Пн–Пт 09:00–20:00 Сб–Вс 10:00–20:00');
});

test('[S9-08] each place keeps its own reading of the contact centre’s hours; tooltip and menu name both phones', async () => {
  const { body } = await open('/');
  expect(textOf(partOf(body, /data-static="tooltip"/, 'Салон'))).toContain('Пн–Пт 08:30–17:30, Сб–Вс 10:00–20:00');
  const header = textOf(partOf(body, /class="top__phone"/, 'class="head-place"'));
  expect(header).toContain('Пн–Пт 09:00–20:00, Сб–Вс 10:00–20:00 +7-800-000-35-35 Заказать звонок');
  const menu = partOf((await open('/', { device: 'mobile' })).body, /<dialog id="side-menu"/, '</dialog>');
  expect(textOf(menu)).toContain('+7-800-000-35-35 +7-817-200-35-35 Пн–Пт 09:00–20:00, Сб–Вс 10:00–20:00');
});

test("[S2-38] on mobile the label is 'Пункт выдачи:' with city and address, and leads to the same popup", async () => {
  const { body } = await open('/', { device: 'mobile' });
  expect(textOf(partOf(body, /<header class="mhead"/, '</header>'))).toContain(
    'Пункт выдачи: Вологда , ул. Гончарная, 2',
  );
  expect(body).toContain('<dialog id="city-dialog"');
});

test('[S2-39] each city links to its own domain, path and query kept', async () => {
  const { body } = await open('/catalog/?in_stock=1&q=%D0%BA%D0%BB%D0%B5%D0%B9', {
    host: 'cherepovets.idd.localhost:3000',
  });
  const list = partOf(body, /data-static="cities"/, '</dialog>');
  const links = [...list.matchAll(/href="(http[^"]*)"[^>]*data-city="(\d+)"/g)].map(([, href, id]) => [id, href]);
  expect(links).toEqual([
    ['00131', 'http://idd.localhost:3000/catalog/?in_stock=1&amp;q=%D0%BA%D0%BB%D0%B5%D0%B9'],
    ['00052', 'http://cherepovets.idd.localhost:3000/catalog/?in_stock=1&amp;q=%D0%BA%D0%BB%D0%B5%D0%B9'],
  ]);
});

test('[S2-42] the footer: columns, branch phones, e-mail, address, company, this year, policy, support, payments, network', async () => {
  const { body } = await open('/');
  const footer = partOf(body, /<footer/, '</footer>');
  const text = textOf(footer);
  for (const words of [
    'Покупателям',
    '+7-817-200-35-35',
    'г. Вологда, ул. Гончарная, 2',
    'ИНН 3525000101, ОГРН 1263525000034',
    'Мы во ВКонтакте',
  ]) {
    expect(text).toContain(words);
  }
  expect(text).toContain(`© ${new Date().getFullYear()} ООО «ИДД»`);
  expect(footer).toContain('href="/privacy-policy/"');
  expect(footer).toContain('<a href="/support/">Техническая поддержка</a>');
  expect(body).toMatch(/Скидки и новинки — раз\sв\sнеделю/);
  expect(footer).toContain('<a href="mailto:zakaz@idd.example">zakaz@idd.example</a>');
  expect(footer).toContain('<a href="https://vk.com/idd_example"');
  const [, picture = ''] =
    /<img class="pays" src="([^"]+)"[^>]*alt="Способы оплаты: карта, СБП, наличные, счёт, кредит"/.exec(footer) ?? [];
  const drawn = await open(picture);
  expect([drawn.statusCode, drawn.headers['content-type']]).toEqual([200, 'image/svg+xml']);
});

test('[S2-42] links of the footer stand with their like, in columns of about one length', async () => {
  const footer = partOf((await open('/')).body, /<footer/, '</footer>');
  const columns = [...footer.matchAll(/<h2>([^<]+)<\/h2><ul>([\s\S]*?)<\/ul>/g)].map(
    ([, title = '', links = '']) => [title, linksIn(links)] as const,
  );
  expect(columns.map(([title]) => title)).toEqual(['Покупателям', 'Каталог', 'Компания', 'Карты и списки']);
  for (const [title, links] of columns) expect(links.length, title).toBeLessThanOrEqual(8);
  const lists = Object.fromEntries(columns)['Карты и списки'];
  expect(lists).toEqual(expect.arrayContaining(['/favorites/', '/compare/', '/viewed/', '/bonus-card/']));
});

test('[S2-26] the global forms open from any page: their links stand on pages of every kind and lead to forms', async () => {
  const forms = ['callback', 'consultation', 'delivery', 'business_card', 'estimate'];
  const pages = ['/', '/category/suhie-smesi/', '/cart/', '/about/', '/blog/', '/login/', '/no/such/page/'];
  for (const device of ['desktop', 'mobile'] as const)
    for (const page of pages) {
      const { body } = await open(page, { device });
      const footer = partOf(body, /<footer/, '</footer>');
      for (const code of forms)
        expect(footer, `${page} ${device}`).toContain(`href="/forms/${code}/" data-form="${code}"`);
      expect(body, `${page} ${device}`).toContain('/login/');
    }
  for (const code of forms) {
    const form = await open(`/forms/${code}/`);
    expect([form.statusCode, form.body.includes(`action="/forms/${code}/`)]).toEqual([200, true]);
  }
});

test('[S2-42] no link of the footer leads to a missing page', async () => {
  const footer = partOf((await open('/')).body, /<footer/, '</footer>');
  const pages = [...new Set(linksIn(footer))];
  const written = pages.filter((page) => !page.startsWith('/forms/')).map((page) => page.split('/').at(-2)!);
  const rows = written.map((slug) => ({ slug, version: 1, title: 'Страница', html: '<p>Текст</p>' }));
  await db
    .insertInto('pages')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  expect(pages.length).toBeGreaterThan(15);
  for (const page of pages) expect((await open(page)).body, page).not.toContain('Page not found: ');
});

test('[S7-20] the mega-menu holds only categories of the branch’s menu, at most 8 in a group and «Все»', async () => {
  const menu = await open('/_shell/menu/');
  expect(menu.statusCode).toBe(200);
  expect(menu.body).toContain('Штукатурки');
  expect(menu.body).toContain('Вид 8');
  expect(menu.body).not.toContain('Вид 9');
  expect(menu.body).toContain('aria-label="Все: Штукатурки"');
  expect(menu.body).not.toContain(unlisted.name);
});

test('[S8-08] a branch without a menu has no menu, and its pages stand', async () => {
  const host = 'cherepovets.idd.localhost';
  expect((await open('/_shell/menu/', { host })).statusCode).toBe(204);
  const home = await open('/', { host });
  expect(home.statusCode).toBe(200);
  expect(home.body).not.toContain('class="cats"');
  expect(linksIn(partOf(home.body, /<header/, '</header>'))).toContain('/catalog/');
});

test('[S1-02] localhost shows the main branch, kept out of search engines; the shop’s own host is open to them', async () => {
  const local = await open('/', { host: 'localhost:3000' });
  expect(local.statusCode).toBe(200);
  expect(local.body).toContain('<meta name="robots" content="noindex"/>');
  expect(textOf(local.body)).toContain('Ваш город: Вологда');
  expect((await open('/')).body).not.toContain('content="noindex"');
});

test('[S9-02] the main branch’s own label moves to the main domain for good, path and query kept', async () => {
  const answer = await open('/catalog/?q=a', { host: 'vologda.idd.localhost:3000' });
  expect(answer.statusCode).toBe(301);
  expect(answer.headers.location).toBe('http://idd.localhost:3000/catalog/?q=a');
});

test('[S9-02] an unknown host is a 404 with the list of cities and nobody’s prices', async () => {
  const answer = await open('/product/a/', { host: 'paris.idd.localhost:3000' });
  expect(answer.statusCode).toBe(404);
  expect(answer.body).toContain('href="http://cherepovets.idd.localhost:3000/"');
  expect(answer.body).toContain('href="http://idd.localhost:3000/"');
  expect(textOf(answer.body)).toMatch(/Вологда\s+Череповец/);
});

test('[S9-11] the site verification code is that of the host’s branch', async () => {
  const codes = { '00131': 'a1b2c3', '00052': 'd4e5f6' };
  for (const [id_1c, verification_code] of Object.entries(codes)) {
    await db.updateTable('departments').set({ verification_code }).where('id_1c', '=', id_1c).execute();
  }
  invalidateCaches(['departments']);
  const metaOf = async (host: string) =>
    // A page that no other test has put into the cache.
    /<meta name="yandex-verification" content="([^"]*)"/.exec((await open('/brand/?q=1', { host })).body)?.[1];
  expect(await metaOf('idd.localhost')).toBe('a1b2c3');
  expect(await metaOf('cherepovets.idd.localhost')).toBe('d4e5f6');
  expect(currency).toBe('RUB');
});

test('[S2-31] a page is byte for byte the same for visitors with different cookies', async () => {
  const without = await open('/');
  const withCookies = await open('/', {
    cookie: 'favourites=1.2; isConfirmCity=false; myCity=00052; visitor=0d9aee0f-6c2f-4c3b-9a80-2f2bd6f0c111',
  });
  expect(withCookies.body).toBe(without.body);
});

/** The home page of a second application, whose loader or component fails. */
async function brokenHome(
  broken: { thrown?: unknown; rendering?: Error },
  device: keyof typeof userAgents = 'desktop',
) {
  const build = await import(pathToFileURL(resolve('build/server/index.js')).href);
  const [id, home] = Object.entries<{ module: object }>(build.routes).find(([id]) => id.endsWith('/home/route'))!;
  const module = {
    ...home.module,
    loader: () => {
      if (broken.thrown) throw broken.thrown;
      return null;
    },
    meta: () => [],
    default: () => {
      throw broken.rendering;
    },
  };
  const config = testConfig();
  const broken_build = { ...build, routes: { ...build.routes, [id]: { ...home, module } } };
  const clientDir = resolve('build/client');
  const other = await buildApp({ db, config, log: openLog(config.LOG_LEVEL), build: broken_build, clientDir });
  try {
    return await other.inject({ url: '/', headers: { host: 'idd.localhost', 'user-agent': userAgents[device] } });
  } finally {
    await other.close();
  }
}
