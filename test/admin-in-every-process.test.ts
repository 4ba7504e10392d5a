import { beforeAll, expect, test } from 'vitest';
import { formatPrice } from '#shared/money.ts';
import { type AdminCast, branches, call, makeAdminCast } from './admin/cast.ts';
import { ifMatch } from './admin/example.ts';
import { examples } from './admin/examples.ts';
import { takeTable } from './admin/take-table.ts';
import { testDatabase } from './support/database.ts';
import { waitFor } from './support/processes.ts';
import { makeProduct } from './support/shop.ts';
import { startWebProcess, type WebProcess } from './support/web-process.ts';

/** Staff are answered by one application, visitors by two processes of the same shop. */
const { db, url } = await testDatabase();
let cast: AdminCast;
let webs: WebProcess[];
/** Of changes that leave nothing for the others to see: a product each. */
const goods = {} as Record<'stock' | 'tiers' | 'attribute' | 'off', Awaited<ReturnType<typeof makeProduct>>>;
let attribute: number;

beforeAll(async () => {
  cast = await makeAdminCast(db);
  for (const what of ['stock', 'tiers', 'attribute', 'off'] as const)
    goods[what] = await makeProduct(db, { category_id: cast.category.id });
  attribute = await anAttributeOf(goods.attribute);
  webs = await Promise.all([startWebProcess(url), startWebProcess(url)]);
});

type Change = {
  what: string;
  /** The page that both processes have kept, and the words that it does not have yet. */
  page: () => string;
  words: string;
  /** The calls that make the change; each answers with success. */
  change: () => Promise<unknown>;
};

/** A call of the owner. Returns the answer. */
async function ask(method: 'POST' | 'PATCH' | 'PUT', path: string, body: object = {}) {
  const url = `/api/admin/${path}`;
  const headers = method === 'PATCH' ? await ifMatch(cast, url) : {};
  const answer = await call(cast, cast.headers.owner, { method, url, body, headers });
  if (answer.statusCode >= 300) throw new Error(`${method} ${url}: ${answer.body}`);
  return answer.json();
}

/** What the example of a call makes, with these fields of its body. */
async function made(name: string, body: object) {
  const example = await examples[name]!.make(cast);
  return ask('POST', name.split('/api/admin/')[1]!, { ...example.body, ...body });
}

/** An attribute that the product has a value of; its number. */
async function anAttributeOf(product: { id: number }): Promise<number> {
  const { id } = await db
    .insertInto('attributes')
    .values({ code: 'osnova', name: 'Основа', type: 'enum', filter: 'values' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .updateTable('products')
    .set({ specs: JSON.stringify({ osnova: 'Гипс' }) })
    .where('id', '=', product.id)
    .execute();
  return id;
}

/** A table with the stock of a product is taken, by a map of its own. */
async function takeStock(product: { idcode: string }, count: number) {
  const columns = [
    { heading: 'Код', field: 'idcode', target: null },
    { heading: 'Остаток', field: 'stock', target: 'store12' },
  ];
  await ask('PUT', 'file-maps', { name: 'Остатки', columns, seen: null });
  await takeTable(cast, `Код;Остаток\n${product.idcode};${count}`, 'stock.csv', 'Остатки');
}

const product = () => `/product/${cast.product.slug}/`;
const changes: Change[] = [
  {
    what: 'the name of a product',
    page: product,
    words: 'Штукатурка Новая',
    change: () => ask('PATCH', `products/${cast.product.id}`, { name: 'Штукатурка Новая' }),
  },
  {
    what: 'a price',
    page: product,
    words: formatPrice(51_200),
    change: () =>
      ask('POST', 'prices/cells', {
        cells: [{ product_id: cast.product.id, price_column: 'vologda', price: 51_200 }],
      }),
  },
  {
    what: 'stock',
    page: () => `/product/${goods.stock.slug}/`,
    words: '7 мешков',
    change: () => takeStock(goods.stock, 7),
  },
  {
    what: 'prices from a count on',
    page: () => `/product/${goods.tiers.slug}/`,
    words: formatPrice(41_100),
    change: () =>
      ask('PUT', `prices/${goods.tiers.id}/tiers`, {
        price_column: 'vologda',
        tiers: [{ from_count: 24, price: 41_100 }],
        was: [],
      }),
  },
  {
    what: 'the name of an attribute, at a product',
    page: () => `/product/${goods.attribute.slug}/`,
    words: 'Вяжущее',
    change: () => ask('PATCH', `attributes/${attribute}`, { name: 'Вяжущее' }),
  },
  {
    what: 'that a product is switched off',
    page: () => `/product/${goods.off.slug}/`,
    words: 'Снят с продажи',
    change: () => ask('PATCH', `products/${goods.off.id}`, { is_on: false }),
  },
  {
    what: 'the hours of a branch',
    page: () => '/contacts/',
    words: '23:15',
    change: () =>
      ask('PATCH', `branches/${branches.own}`, {
        hours: [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, opens_minute: 420, closes_minute: 1_395 })),
      }),
  },
  {
    what: 'a zone of delivery',
    page: () => '/delivery/',
    words: 'Зона Северная',
    change: () =>
      ask('PATCH', `delivery/${branches.own}`, {
        zones: [
          {
            id: null,
            name: 'Зона Северная',
            places: ['Сокол'],
            days_min: 1,
            days_max: 2,
            slots: [],
            rates: [{ up_to_grams: 300_000, price_kopecks: 39_000, vehicle: 'фургон' }],
          },
        ],
      }),
  },
  {
    what: 'the name of a category, on its page',
    page: () => '/category/suhie-smesi/',
    words: 'Смеси для стен',
    change: () => ask('PATCH', `categories/${cast.category.id}`, { name: 'Смеси для стен' }),
  },
  {
    what: 'a title for search engines',
    page: () => '/category/suhie-smesi/',
    words: 'Заголовок раздела',
    change: () => ask('PATCH', 'seo-texts/category~suhie-smesi~', { title: 'Заголовок раздела' }),
  },
  {
    what: 'a link of the menu',
    page: () => '/about/',
    words: 'Зимний каталог',
    change: () =>
      made('POST /api/admin/menu-links', { place: 'footer', column_title: 'Каталог', name: 'Зимний каталог' }),
  },
  {
    what: 'a slide',
    page: () => '/',
    words: 'Ремонт к празднику',
    change: () => made('POST /api/admin/banners', { title: 'Ремонт к празднику' }),
  },
  {
    what: 'a wobbler',
    page: () => `/api/ecm/sites-content/idd/wobblers/?domain_id_1c=${branches.own}`,
    words: 'Только эту неделю',
    change: () => made('POST /api/admin/wobblers', { text: 'Только эту неделю' }),
  },
  {
    what: 'a promotion',
    page: () => '/actions/',
    words: 'Неделя штукатурки',
    change: () =>
      made('POST /api/admin/actions', {
        name: 'Неделя штукатурки',
        starts_at: new Date(Date.now() - 60_000).toISOString(),
      }),
  },
  {
    what: 'the address of a branch',
    page: () => '/contacts/',
    words: 'ул. Клубова, 77',
    change: () => ask('PATCH', `branches/${branches.own}`, { address: 'ул. Клубова, 77' }),
  },
  {
    what: 'the name of the company',
    page: () => '/about/',
    words: 'ООО «Тёплый дом»',
    change: () => ask('PATCH', 'settings/company', { name: 'ООО «Тёплый дом»' }),
  },
  {
    what: 'an article',
    page: () => '/blog/',
    words: 'Как сушить стены',
    async change() {
      const { id } = await made('POST /api/admin/articles', { title: 'Как сушить стены' });
      await ask('POST', `articles/${id}/publish`);
    },
  },
  {
    what: 'a vacancy',
    page: () => '/vacancy/',
    words: 'Кладовщик зимней смены',
    async change() {
      const { id } = await made('POST /api/admin/vacancies', { title: 'Кладовщик зимней смены' });
      await ask('POST', `vacancies/${id}/publish`);
    },
  },
];

/** Asks for two seconds; how long the answers themselves take on a busy machine does not count. */
const within2s = (isTrue: () => Promise<boolean>) => waitFor(isTrue, 40);

test.each(changes)(
  '[17] within 2 s both processes show what was changed in the back office: $what',
  async ({ page, words, change }) => {
    const text = async (web: WebProcess) => (await web.get(page())).text.replaceAll('\u00a0', ' ');
    const shown = words.replaceAll('\u00a0', ' ');
    // Twice: then it is kept.
    for (const web of [...webs, ...webs]) expect(await text(web)).not.toContain(shown);
    await change();
    await within2s(async () => (await Promise.all(webs.map(text))).every((page) => page.includes(shown)));
  },
);
