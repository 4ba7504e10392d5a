import { expect, test } from 'vitest';
import { findUserByEmail } from '#modules/accounts/create-user.ts';
import { moveOrder } from '#modules/orders/move-order.ts';
import { ensure } from '#shared/ensure.ts';
import { tornInPage } from '../scripts/russian-spaces.ts';
import { makeStaff, signedIn } from './support/accounts.ts';
import { testApp } from './support/app.ts';
import { demoShop } from './support/demo-database.ts';
import { userAgents } from './support/http.ts';
import { orderBy } from './support/orders.ts';
import {
  calculationPages,
  collectedCookies,
  estimatePage,
  guestSecret,
  missingPages,
  printedCodePages,
  readyOrder,
  secretPages,
  unlinkedPages,
} from './support/page-walk.ts';
import { kindOf, linkedPages, readBuild } from './support/route-kinds.ts';

const { db, dataDir } = await demoShop();
const app = await testApp(db, { DATA_DIR: dataDir, FLOOD_PER_MINUTE: '100000' });
const build = await readBuild();
const order = await readyOrder(db);
const lines = await db
  .selectFrom('order_lines')
  .innerJoin('products', 'products.id', 'order_lines.product_id')
  .select(['products.id', 'products.idcode', 'products.slug', 'order_lines.count'])
  .where('order_id', '=', order.id)
  .execute();
const anna = ensure(await findUserByEmail(db, 'anna@pochta.example'));
const annasOrder = await orderBy(
  db,
  anna,
  lines.map((line) => [line, line.count]),
);
for (const state of ['assembling', 'ready'] as const)
  await db.transaction().execute((db) => moveOrder(db, annasOrder.id, state, { who: 'склад' }));
const secret = await secretPages(db, annasOrder.id);
const calculation = await calculationPages(db);
const codes = await printedCodePages(db, order.pass);
const shorts = await db
  .selectFrom('shorts as s')
  .innerJoin('categories as c', 'c.id', 's.category_id')
  .select(['c.code', 's.code as short'])
  .execute();
const guests = { ...(await collectedCookies(db)), orders: guestSecret };
const annas = { ...guests, ...(await signedIn(db, anna)).cookies };
const owners = { signed: 'user', ...(await signedIn(db, { id: secret.firm.user_id })).cookies };
const proxies = { ...(await makeStaff(db, ['login_by_user'])).cookies, signed: 'user' };
const desks = { ...(await makeStaff(db, ['pickup'])).cookies, signed: 'user' };
const seen = new Set<string>();
/** It only leads on: to the page of a printed campaign. */
const leadsOn = /^pages\/qr\/codes\/campaign/;

test.for(['desktop', 'mobile'] as const)(
  '%s: no line of any page may end in a short word, before a dash or between a number and its unit',
  async (device) => {
    const open = ['/', ...unlinkedPages, ...shorts.map(({ code, short }) => `/category/${code}/shorts/${short}/`)];
    const slug = lines[0]?.slug;
    const personal = { cookie: headerOf(annas), device, within: '/personal/' };
    const orderPages = ['', 'receiving/', 'payment/', 'pass/', 'change/'].map((page) => `/order/${order.id}/${page}`);
    const lists = ['/cart/', '/favorites/', '/compare/', '/viewed/'];
    const product = ['', 'questions/', 'reviews/'].map((page) => `/product/${slug}/${page}`);
    const walks: [urls: string[], cookies: Record<string, string>][] = [
      [[...(await linkedPages(app, build, open, { device })), ...missingPages, ...product], {}],
      [[...(await linkedPages(app, build, ['/personal/'], personal)), calculation.save, ...lists], annas],
      [[...orderPages, ...lists, await estimatePage(db), calculation.priceTag, calculation.calculator], guests],
      [[...codes.found, ...codes.missing], guests],
      [['/qr/o/', `/qr/o/${order.pass}/`], desks],
      [secret.open, {}],
      [secret.guests, guests],
      [secret.annas, annas],
      [secret.firm.urls, owners],
      [['/login-by-user/'], proxies],
    ];
    const torn: Record<string, string[]> = {};
    for (const [urls, cookies] of walks)
      for (const url of urls) {
        const found = await tornAt(url, headerOf(cookies), device);
        if (found.length > 0) torn[url] = found;
      }
    expect(torn).toEqual({});
  },
);

test('every kind of page is among those read', () => {
  const parents = new Set(Object.values(build.routes).map((route) => (route?.index ? undefined : route?.parentId)));
  const kinds = Object.values(build.routes).flatMap((route) =>
    route?.module.default && !parents.has(route.id) && !leadsOn.test(route.id) ? [route.id] : [],
  );
  expect(kinds.length).toBeGreaterThan(60);
  expect(kinds.filter((kind) => !seen.has(kind))).toEqual([]);
});

async function tornAt(url: string, cookie: string, device: 'desktop' | 'mobile'): Promise<string[]> {
  const { pathname, search } = new URL(url, 'http://idd.localhost');
  const { statusCode, rawPayload } = await app.inject({
    url: pathname + search,
    headers: { host: 'idd.localhost', 'user-agent': userAgents[device], cookie },
  });
  if (![200, 404, 410].includes(statusCode)) return [`no page: ${statusCode}`];
  seen.add(kindOf(build, url).replace(/\?$/, ''));
  return tornInPage(rawPayload.toString()).map(({ rule, words }) => `${rule}: ${words}`);
}

function headerOf(cookies: Record<string, string>): string {
  return Object.entries(cookies)
    .map(([name, value]) => `${name}=${value}`)
    .join('; ');
}
