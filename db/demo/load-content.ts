import { sql } from 'kysely';
import { changeAction } from '#modules/catalogue/save-action.ts';
import { planHomeLayout } from '#modules/content/home-layout.ts';
import { addMenuLink } from '#modules/content/menu-links.ts';
import { createWobbler } from '#modules/content/wobblers.ts';
import type { Db } from '#platform/database.ts';
import { slugOf } from '#shared/transliterate.ts';
import { actions } from './actions.ts';
import { branches } from './branches.ts';
import { categories } from './categories.ts';
import { ownKindNames } from './own-kinds.ts';
import { bannersAt, couponsAt, homeLayoutsAt, menuLinksAt, wobblersAt } from './promotion.ts';
import { insertRows } from './rows.ts';
import { seoTexts } from './seo.ts';

/**
 * Coupons, banners, wobblers, SEO texts, dynamic menus and short listings. Stands on categories and products already
 * loaded.
 */
export async function loadContent(db: Db, now: Date): Promise<{ shorts: number }> {
  const rows = await db.selectFrom('categories').select(['id', 'code']).execute();
  const idOf = new Map(rows.map((row) => [row.code, row.id]));
  await insertRows(
    db,
    'coupons',
    couponsAt(now).map(({ category, ...coupon }) => ({ ...coupon, category_id: category && idOf.get(category) })),
  );
  const shown = await dropSmallActions(db, now);
  for (const { slug, coupon } of actions) if (coupon && shown.has(slug)) await changeAction(db, slug, { coupon }, now);
  const leadsSomewhere = (link: string) => !link.startsWith('/actions/') || shown.has(link.split('/')[2] ?? '');
  await insertRows(
    db,
    'banners',
    bannersAt(now)
      .filter(({ link }) => leadsSomewhere(link))
      .map((banner, index) => ({ id: index + 1, ...banner })),
  );
  for (const wobbler of wobblersAt(now)) if (leadsSomewhere(wobbler.action_link)) await createWobbler(db, wobbler, now);
  // The menus that came with the migrations stay; the demo's own links are written again.
  await sql`delete from menu_links where url like '/lp/%'`.execute(db);
  for (const link of menuLinksAt(now)) await addMenuLink(db, link, now);
  for (const layout of homeLayoutsAt(now)) await planHomeLayout(db, layout, now);
  await insertRows(
    db,
    'seo_texts',
    seoTexts.map((text, index) => ({
      id: index + 1,
      kind: text.kind,
      key: text.key ?? '',
      department_id_1c: text.department_id_1c ?? null,
      title: text.title ?? '',
      keywords: text.keywords ?? '',
      description: text.description ?? '',
      text: text.text ?? '',
      unique_title: text.unique_title ?? '',
    })),
  );
  for (const table of ['banners', 'seo_texts'])
    await sql`select setval(pg_get_serial_sequence(${table}, 'id'), (select max(id) from ${sql.table(table)}))`.execute(
      db,
    );
  await insertRows(
    db,
    'dynamic_menus',
    branches.flatMap((branch) =>
      categories
        .filter((category) => !branch.without.includes(category.root))
        .map((category) => ({ department_id_1c: branch.id_1c, category_id: idOf.get(category.code) })),
    ),
  );
  return { shorts: await loadShorts(db, idOf) };
}

/**
 * A promotion of one or two goods promises more than it has: a small demonstration goes without, but for those that are
 * over. Slugs of the rest.
 */
async function dropSmallActions(db: Db, now: Date): Promise<Set<string>> {
  await sql`
    delete from actions a where (
      select count(distinct p.model_id) from action_products ap join products p on p.id = ap.product_id
      where ap.action_id = a.id and p.switched_off_at is null) < 3 and a.ends_at > ${now}`.execute(db);
  const rows = await db.selectFrom('actions').select('slug').execute();
  return new Set(rows.map(({ slug }) => slug));
}

type Found = {
  category_id: number;
  category_code: string;
  category: string;
  attribute: string;
  attribute_name: string;
  unit: string | null;
  value_id: number;
  value: string;
  count: number;
};

/**
 * The design's own short listings of plasters, then the most frequent value of a telling attribute in each leaf that
 * has enough goods.
 */
async function loadShorts(db: Db, idOf: Map<string, number>): Promise<number> {
  const { rows } = await sql<Found>`
    select c.id as category_id, c.code as category_code, c.name as category, a.code as attribute, a.name as attribute_name, a.unit, v.id as value_id, v.value, count(*)::int as count
    from products p
    join product_categories pc on pc.product_id = p.id and pc.is_main
    join categories c on c.id = pc.category_id
    cross join lateral unnest(p.facets) as f (id)
    join attribute_values v on v.id = f.id join attributes a on a.id = v.attribute_id
    where p.switched_off_at is null and a.code = any(${telling})
    group by c.id, a.code, a.name, a.unit, v.id
    having count(*) >= 4 and count(distinct p.model_id) < (
      select count(distinct o.model_id) from products o
      join product_categories oc on oc.product_id = o.id and oc.is_main
      where oc.category_id = c.id and o.switched_off_at is null)
    order by c.id, array_position(${telling}, a.code), count(*) desc, v.value`.execute(db);
  const valueId = (attribute: string, value: string) =>
    rows.find((row) => row.attribute === attribute && row.value === value)?.value_id;
  const shorts: Record<string, unknown>[] = [];
  const add = (category_id: number | undefined, name: string, filters: Record<string, string[]>, text: string) => {
    if (category_id === undefined) return;
    const code = slugOf(name);
    if (shorts.some((short) => short.category_id === category_id && short.code === code)) return;
    shorts.push({
      id: shorts.length + 1,
      category_id,
      code,
      name,
      title: name,
      description: `${name}: цены и наличие в вашем городе, самовывоз и доставка.`,
      text: `<p>${text}</p>`,
      filters,
      faq: [
        {
          question: 'Есть ли эти товары в наличии сегодня?',
          answer:
            'Отметьте «В наличии»: останутся только товары, которые лежат в магазине вашего города. Точный остаток по пунктам выдачи — на странице товара.',
        },
        {
          question: 'Можно ли вернуть лишнее?',
          answer: 'Да, целые упаковки принимаем 7 дней в любом пункте выдачи города, нужен номер заказа или чек.',
        },
      ],
      position: shorts.length,
    });
  };
  const plasters = idOf.get('shtukaturki');
  const kg30 = valueId('ves', '30');
  const kg5 = valueId('ves', '5');
  const gypsum = valueId('osnova', 'Гипсовая');
  const cement = valueId('osnova', 'Цементная');
  if (gypsum && kg30)
    add(
      plasters,
      'Гипсовая штукатурка 30 кг',
      { osnova: [`${gypsum}`], ves: [`${kg30}`] },
      'Мешок 30 кг при слое 10 мм закрывает три с половиной квадратных метра. Поддон — 40 мешков, с половины поддона цена ниже.',
    );
  if (kg5)
    add(
      plasters,
      'Штукатурка в малой фасовке 5 кг',
      { ves: [`${kg5}`] },
      'Мешок 5 кг удобен для откоса, штробы и мелкого ремонта: ничего не останется.',
    );
  if (cement)
    add(
      plasters,
      'Цементная штукатурка для ванной и цоколя',
      { osnova: [`${cement}`] },
      'Цементные смеси не боятся воды: подходят под плитку, в подвал и на цоколь.',
    );
  add(
    plasters,
    'Штукатурка со скидкой',
    { discounted: ['1'] },
    'Штукатурки, цена которых снижена в вашем городе прямо сейчас.',
  );
  const perLeaf = new Map<number, number>();
  // A section with things of several sorts is divided by sort alone: of «Очки и каски» only headphones are plastic.
  const mixed = new Set(rows.flatMap((row) => (row.attribute === 'vid' ? row.category_id : [])));
  for (const row of rows) {
    const taken = perLeaf.get(row.category_id) ?? 0;
    const name = nameOf(row);
    if (taken >= 2 || row.count < 5 || repeatsName(row)) continue;
    if (mixed.has(row.category_id) && row.attribute !== 'vid') continue;
    add(
      row.category_id,
      name,
      { [row.attribute]: [`${row.value_id}`] },
      `${row.category}, ${lower(row.attribute_name)}: ${row.value}${row.unit ? ` ${row.unit}` : ''}. Сравните у разных марок цену за единицу и срок поставки.`,
    );
    perLeaf.set(row.category_id, taken + 1);
  }
  await insertRows(db, 'shorts', shorts.slice(0, mostShorts));
  await sql`select setval(pg_get_serial_sequence('shorts', 'id'), (select max(id) from shorts))`.execute(db);
  return Math.min(shorts.length, mostShorts);
}

const mostShorts = 160;
const telling = [
  'ves',
  'obem',
  'klass',
  'razmer',
  'tolshchina',
  'dlina',
  'sechenie',
  'moshchnost',
  'tok',
  'diametr',
  'cokol',
  'stupeney',
  'vysota',
  'naznachenie',
  'aromat',
  'material',
  'pokrytie',
  'vid',
  ...ownKindNames.map(([code]) => code),
  'cvet',
];

/**
 * «Матовые краски 9 л», «Линолеум полукоммерческий толщиной 3 мм», «… 32 класса», «Герметики, цвет: белый»: a measure
 * stands after the name, a word after what it is of, so that it agrees with any noun. The sort of a thing is its name.
 */
function nameOf(row: Found): string {
  const measure = row.attribute === 'tolshchina' ? ' толщиной' : '';
  if (row.unit) return `${row.category}${measure} ${row.value} ${row.unit}`;
  const [, grade] = /^(\d+) класс$/.exec(row.value) ?? [];
  if (grade) return `${row.category} ${grade} класса`;
  if (row.attribute === 'razmer' || row.attribute === 'cokol') return `${row.category} ${row.value}`;
  if (row.attribute === 'vid') return row.value;
  return `${row.category}, ${lower(row.attribute_name)}: ${lower(row.value)}`;
}

/** «Ламинат 32 класса» holds nothing else. */
function repeatsName({ category, value }: Found): boolean {
  return /^\d+ класс$/.test(value) && category.includes(value);
}

function lower(text: string): string {
  return /^[A-ZА-ЯЁ]{2}|^[A-ZА-ЯЁ]\d/.test(text) ? text : text.charAt(0).toLowerCase() + text.slice(1);
}
