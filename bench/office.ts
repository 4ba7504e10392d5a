import { followQuality } from '#modules/catalogue/quality.ts';
import { hireStaff } from '#modules/staff/staff.ts';
import { openDatabase } from '#platform/database.ts';
import { openEmbedded } from '#platform/postgres/embedded.ts';
import { secretKeys } from '#platform/secret-keys.ts';
import { ensure } from '#shared/ensure.ts';
import { makeOrders } from './support/many-orders.ts';
import { type Row, report } from './support/report.ts';
import { dataFolder, makeOnce, startWeb } from './support/shop.ts';
import { signInPeople } from './support/sign-in-people.ts';
import { Wire } from './support/wire.ts';

/**
 * `npm run bench -- office [PRODUCTS] [ORDERS]`: how long the main lists of the back office take over HTTP, one after
 * another, in a shop of its own with 100,000 goods and as many orders unless told. Ends with code 1 when the median of
 * one is over 200 ms.
 */
const products = Number(process.argv[2] ?? 100_000);
const orders = Number(process.argv[3] ?? 100_000);
const longestMs = 200;
/** With one to warm up each stays under the 600 readings a minute of one person. */
const rounds = 12;

const folder = `${dataFolder(products)}-orders-${orders}`;
const embedded = await openEmbedded(folder, 'command');
try {
  await makeOnce(embedded.url, products);
  await makeOrders(embedded.url, orders, (text) => process.stderr.write(`\r${text}\x1b[K`));
  process.stderr.write('\r\x1b[K');
  const cookie = await signInOwner(embedded.url);
  const branch = await aBranch(embedded.url);
  await judgeGoods(embedded.url);
  const web = await startWeb(embedded.url, folder);
  try {
    const rows = await measure(web.port, cookie, listsOf(branch));
    report(rows);
    if (rows.some(({ median }) => Number(median) > longestMs)) process.exitCode = 1;
  } finally {
    await web.stop();
  }
} finally {
  await embedded.close();
}

/** As the worker does, which does not run here. */
async function judgeGoods(url: string): Promise<void> {
  const db = openDatabase(url);
  await db.transaction().execute((db) => followQuality(db));
  await db.destroy();
}

async function measure(port: number, cookie: string, lists: [string, string][]): Promise<Row[]> {
  const wire = new Wire(port);
  const rows: Row[] = [];
  for (const [what, path] of lists) {
    const times: number[] = [];
    let found: number | string = '';
    for (let round = 0; round <= rounds; round += 1) {
      const begun = performance.now();
      const { status, body } = await wire.ask('GET', path, { host: 'idd.localhost', cookie });
      if (round > 0) times.push(performance.now() - begun);
      if (status !== 200) throw new Error(`${path}: ${status} ${body.slice(0, 200)}`);
      found = foundIn(body);
    }
    times.sort((a, b) => a - b);
    const [median, longest] = [times[Math.floor(rounds / 2)], times.at(-1)].map((ms) => Math.round(ms ?? 0));
    rows.push({ what, found, median, longest });
  }
  wire.close();
  return rows;
}

function foundIn(body: string): number | string {
  const { total, more, items } = JSON.parse(body) as { total?: number; more?: boolean; items?: unknown[] };
  return more ? 'больше 10 000' : (total ?? items?.length ?? '');
}

function listsOf(branch: string): [string, string][] {
  const list = (path: string, filter: object = {}, more = '') =>
    `/api/admin/${path}?filter=${encodeURIComponent(JSON.stringify(filter))}${more}`;
  const search = (words: string) => `/api/admin/search?q=${encodeURIComponent(words)}`;
  return [
    ['Главная за 28 дней', '/api/admin/dashboard?days=28'],
    ['Счётчики меню', '/api/admin/counters'],
    ['Заказы', list('orders')],
    ['Заказы филиала', list('orders', {}, `&branch=${branch}`)],
    ['Заказы, последняя страница', list('orders', {}, '&page=200')],
    ['Заказы по сумме', list('orders', {}, '&sort=-total')],
    ['Заказы по сроку', list('orders', {}, '&sort=promised_at')],
    ['Заказы по сроку, с последних', list('orders', {}, '&sort=-promised_at')],
    ['Заказы: просроченные', list('orders', { is_overdue: true })],
    ['Заказы: имя и фамилия', list('orders', { q: 'Пётр Соловьёв' })],
    ['Заказы: начало фамилии', list('orders', { q: 'смир' })],
    ['Заказы: организация', list('orders', { q: 'Стройка 17' })],
    ['Заказы: почта', list('orders', { q: 'buyer171' })],
    ['Заказы: телефон', list('orders', { q: '+7 900 000-79-19' })],
    ['Заказы: конец телефона', list('orders', { q: '7919' })],
    ['Заказы: ничего не нашлось', list('orders', { q: 'нет такого' })],
    ['Доска заказов', '/api/admin/orders/board'],
    ['Выдача', '/api/admin/handover'],
    ['Платежи', list('payments')],
    ['Чеки', list('receipts')],
    ['Покупатели', list('customers')],
    ['Покупатели по сумме заказов', list('customers', {}, '&sort=-total')],
    ['Покупатели: имя', list('customers', { q: 'Пётр Соловьёв' })],
    ['Товары', list('products')],
    ['Товары по качеству', list('products', {}, '&sort=quality')],
    ['Товары: качество ниже 70', list('products', { quality_below: 70, is_on: true }, '&sort=quality')],
    ['Товары: слово', list('products', { q: 'гипс' })],
    ['Цены', list('prices')],
    ['Остатки', list('stock')],
    ['Остатки филиала', list('stock', {}, `&branch=${branch}`)],
    ['Остатки: резерв больше остатка', list('stock', { is_over: true })],
    ['Нехватка', list('stock/short')],
    ['Журнал', list('audit')],
    ['Ctrl K: фамилия', search('Соловьёв')],
    ['Ctrl K: номер', search('1000500')],
  ];
}

/** A person with every right whose code has been asked for, as the browser would send them. */
async function signInOwner(url: string): Promise<string> {
  const db = openDatabase(url);
  try {
    const { cookie } = ensure((await signInPeople(db, 1))[0]);
    const { rows } = await db.pool.query<{ id: string; user_id: string }>(
      'select id, user_id from sessions order by created_at desc limit 1',
    );
    const { id, user_id } = ensure(rows[0]);
    await hireStaff(db, await secretKeys(db, undefined), { user_id, roles: ['owner'], departments: [] });
    // Whoever is hired has not shown a code yet.
    await db.pool.query('update sessions set second_factor_at = now() where id = $1', [id]);
    return cookie;
  } finally {
    await db.destroy();
  }
}

async function aBranch(url: string): Promise<string> {
  const db = openDatabase(url);
  try {
    const { rows } = await db.pool.query<{ id_1c: string }>('select id_1c from departments where is_main');
    return ensure(rows[0]).id_1c;
  } finally {
    await db.destroy();
  }
}
