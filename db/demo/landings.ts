import { sql } from 'kysely';
import type { BlockInput } from '#modules/content/blocks-schema.ts';
import { publishLanding, saveLanding, writeLandingPage } from '#modules/landings/change-landing.ts';
import type { Db } from '#platform/database.ts';
import { type Need, type NeededCount, neededCounts } from './needed-counts.ts';

const dayMs = 86_400_000;

/**
 * Landing pages of the demo shop: one with a text of its own in a branch, one in two variants. Stands on goods already
 * loaded.
 */
export async function loadLandings(db: Db, now: Date): Promise<void> {
  const starts_at = new Date(now.getTime() - dayMs);
  await saveLanding(
    db,
    {
      slug: 'vannaya-svoimi-rukami',
      name: 'Ванная своими руками',
      starts_at,
      ends_at: new Date(now.getTime() + 45 * dayMs),
      redirect_to: '/category/plitka/',
    },
    now,
  );
  const goods = { tile: await firstOf(db, 'plitka-dlya-vannoy'), works: await bathroomWorks(db) };
  await writeLandingPage(db, 'vannaya-svoimi-rukami', { ...bathroom, blocks: bathroomBlocks(goods) }, now);
  await writeLandingPage(
    db,
    'vannaya-svoimi-rukami',
    {
      ...bathroom,
      title: 'Ванная своими руками в Череповце',
      department_id_1c: '00052',
      blocks: bathroomBlocks(goods, 'Ванная своими руками в Череповце'),
    },
    now,
  );
  await publishLanding(db, 'vannaya-svoimi-rukami', now);

  await saveLanding(
    db,
    { slug: 'novosele', name: 'Первый ремонт после новоселья', starts_at, share_b: 5, redirect_to: '/actions/' },
    now,
  );
  const plaster = await firstOf(db, 'gipsovye-shtukaturki');
  for (const [variant, title] of [
    ['a', 'Въехали? Начнём со стен'],
    ['b', 'Ремонт новой квартиры по порядку'],
  ] as const)
    await writeLandingPage(
      db,
      'novosele',
      {
        variant,
        title,
        description: 'С чего начать ремонт новой квартиры: материалы по порядку работ, расчёт количества и живые цены.',
        blocks: newHome(title, plaster),
      },
      now,
    );
  await publishLanding(db, 'novosele', now);
}

const bathroom = {
  title: 'Ванная своими руками',
  description: 'Плитка, клей, затирка и гидроизоляция для ванной: расчёт количества, порядок работ и цены филиала.',
};

/** What a bathroom is made of, in the order of the works; a main work has a row of its own where goods are many. */
const bathroomCategories = [
  // Five litres are enough for what is computed below.
  {
    category: 'gruntovki-glubokogo-proniknoveniya',
    title: 'Грунтовка',
    text: '',
    is_main: false,
    specs: { obem: 5 },
  },
  {
    category: 'obmazochnaya-gidroizolyaciya',
    title: 'Гидроизоляция',
    text: 'Без неё вода через швы дойдёт до соседей.',
    is_main: true,
  },
  { category: 'plitka-dlya-vannoy', title: 'Плитка для ванной', text: '', is_main: true },
  { category: 'kley-dlya-plitki', title: 'Клей для плитки', text: '', is_main: true },
  { category: 'krestiki-i-klinya', title: 'Крестики', text: '', is_main: false, specs: { vid: 'Крестики' } },
  { category: 'cementnye-zatirki', title: 'Затирка', text: '', is_main: true },
  {
    category: 'silikonovye-germetiki',
    title: 'Силиконовый герметик',
    text: '',
    is_main: false,
    specs: { naznachenie: 'Санитарный' },
  },
] as const;
type BathroomWork = (typeof bathroomCategories)[number] & { idcodes: string[]; counts: NeededCount[] };

/** Of a bathroom with 20 m² to be tiled; the shop's own rule of thumb, like the texts around it. */
const bathroomNeeds: Record<string, Need> = {
  // One layer under the tiles, 0.2 l/m².
  'gruntovki-glubokogo-proniknoveniya': { amount: 4, base_unit: 'л' },
  // Two layers over the floor and the walls at the bath, about 3 kg/m² of 8 m².
  'obmazochnaya-gidroizolyaciya': { amount: 24, base_unit: 'кг' },
  // Ten per cent are cut away.
  'plitka-dlya-vannoy': { amount: 22, base_unit: 'м²' },
  // A comb of 8 mm, 4 kg/m².
  'kley-dlya-plitki': { amount: 80, base_unit: 'кг' },
  // About 25 of a square metre.
  'krestiki-i-klinya': { amount: 500, base_unit: 'шт.' },
  // Tiles of middle size with seams of 3 mm, 0.2 kg/m².
  'cementnye-zatirki': { amount: 4, base_unit: 'кг' },
  // The corners and the edge of the bath, about 20 m of a seam of 5 × 5 mm.
  'silikonovye-germetiki': { amount: 2, base_unit: 'шт.' },
};
const bathroomFor = '20 м² плитки и 8 м² гидроизоляции';

/** Those with goods on the shelf of the main branch, at most a row of each. */
async function bathroomWorks(db: Db): Promise<BathroomWork[]> {
  const works: BathroomWork[] = [];
  for (const work of bathroomCategories) {
    const idcodes = await wantedOf(db, work.category, 5, 'specs' in work ? work.specs : {});
    works.push({ ...work, idcodes, counts: await neededCounts(db, idcodes, bathroomNeeds[work.category]) });
  }
  return works.filter(({ idcodes }) => idcodes.length > 0);
}

/** A row for each work; where one would be nearly empty, all of them share one. */
function bathroomGoods(works: BathroomWork[]): BlockInput[] {
  const countsOf = (shown: string[]) =>
    works.flatMap((work) => work.counts).filter(({ idcode }) => shown.includes(idcode));
  const main = works.filter(({ is_main }) => is_main);
  if (main.every(({ idcodes }) => idcodes.length >= 4)) {
    const first = works.flatMap(({ idcodes }) => idcodes.slice(0, 1));
    const lists = main.map(({ category, title, text }) => ({
      type: 'list' as const,
      title,
      text,
      listing: { category, in_stock: true },
    }));
    const counts = countsOf(first);
    return [...lists, { type: 'products', title: 'Набор на ванную', idcodes: first, counts, counts_for: bathroomFor }];
  }
  const idcodes = works.flatMap((work) => work.idcodes.slice(0, 2));
  const alternatives = works.map((work) => work.idcodes.slice(0, 2)).filter((pair) => pair.length > 1);
  return idcodes.length > 0
    ? [
        {
          type: 'products',
          title: 'Материалы по порядку работ',
          text: orderWords(works),
          idcodes,
          alternatives,
          counts: countsOf(idcodes),
          counts_for: bathroomFor,
        },
      ]
    : [];
}

/** «Гидроизоляция → плитка для ванной. Где товаров два, нужен один из них.» */
function orderWords(works: BathroomWork[]): string {
  const order = works.map(({ title }, index) => (index === 0 ? title : title.toLowerCase())).join(' → ');
  return works.some(({ idcodes }) => idcodes.length > 1)
    ? `${order}. Где товаров два, нужен один из них.`
    : `${order}.`;
}

function bathroomBlocks(
  { tile, works }: { tile: string | null; works: BathroomWork[] },
  title = bathroom.title,
): BlockInput[] {
  const has = (code: string) => works.some(({ category }) => category === code);
  return [
    {
      type: 'hero',
      title,
      text: `${worksWords(works.filter(({ is_main }) => is_main))}: что нужно, сколько и в каком порядке.`,
      button_text: 'К плитке',
      link: '/category/plitka-dlya-vannoy/',
      image: 'products/banner-vannaya.svg',
      theme: 'lake',
    },
    {
      type: 'html',
      html: `<h2>Порядок работ</h2>
<ol>
<li><strong>Основание.</strong> Снимите старое покрытие, выровняйте стены и пол${has('gruntovki-glubokogo-proniknoveniya') ? ', прогрунтуйте' : ''}.</li>
<li><strong>Гидроизоляция.</strong> Пол целиком и стены у ванны и душа: два слоя, второй поперёк первого.</li>
<li><strong>Плитка.</strong> Клей наносят зубчатым шпателем на стену${has('krestiki-i-klinya') ? ', швы держат крестики' : ''}.</li>
<li><strong>Затирка.</strong> Через сутки после укладки${has('silikonovye-germetiki') ? ', углы и примыкания — силиконовым герметиком' : ''}.</li>
</ol>`,
    },
    ...(tile ? [{ type: 'calculator', idcode: tile } as const] : []),
    ...bathroomGoods(works),
    {
      type: 'form',
      code: 'consultation',
      title: 'Спросите мастера',
      text: 'Расскажите про свою ванную: подскажем, чего не хватает в списке.',
    },
    {
      type: 'faq',
      items: [
        {
          question: 'Сколько плитки брать с запасом?',
          answer: 'При прямой укладке добавьте 5–10 %, по диагонали — 15 %: столько уходит на подрезку.',
        },
        {
          question: 'Нужна ли гидроизоляция под плитку?',
          answer: 'Да: затирка между плитками пропускает воду. На полу её делают целиком, с заходом на стены.',
        },
        {
          question: 'Можно ли вернуть лишнее?',
          answer: 'Целые упаковки принимаем в любом пункте выдачи города, понадобится номер заказа или чек.',
        },
      ],
    },
    { type: 'map', title: 'Где забрать' },
  ];
}

/** «Гидроизоляция, плитка для ванной и затирка». */
function worksWords(works: BathroomWork[]): string {
  const names = works.map(({ title }, index) => (index === 0 ? title : title.toLowerCase()));
  const last = names.pop() ?? 'Материалы';
  return names.length > 0 ? `${names.join(', ')} и ${last}` : last;
}

function newHome(title: string, plaster: string | null): BlockInput[] {
  return [
    {
      type: 'hero',
      title,
      text: 'Стены, потолок, пол: материалы в том порядке, в котором они понадобятся.',
      button_text: 'К сухим смесям',
      link: '/category/suhie-smesi/',
      image: 'products/banner-smesi-i-kraski.svg',
    },
    ...(plaster ? [{ type: 'calculator', title: 'Сколько штукатурки на вашу стену', idcode: plaster } as const] : []),
    { type: 'list', title: 'Выровнять стены', listing: { category: 'shtukaturki', in_stock: true } },
    { type: 'list', title: 'Покрасить', listing: { category: 'kraski-dlya-sten-i-potolkov', in_stock: true } },
    { type: 'list', title: 'Постелить пол', listing: { category: 'laminat', in_stock: true } },
    {
      type: 'faq',
      items: [
        {
          question: 'С чего начать ремонт новой квартиры?',
          answer: 'С черновых работ: выровнять стены и пол. Потолок и стены красят до укладки пола.',
        },
        {
          question: 'Сколько сохнет гипсовая штукатурка?',
          answer: 'Около суток на каждый сантиметр слоя; точный срок написан на мешке и на странице товара.',
        },
      ],
    },
  ];
}

/** The most wanted product of a category that the main branch has on its shelf, by its code. */
async function firstOf(db: Db, category: string): Promise<string | null> {
  const [idcode] = await wantedOf(db, category, 1);
  return idcode ?? null;
}

/** The most wanted goods of a category and of what stands in it, one of each model, that the main branch sells now. */
async function wantedOf(
  db: Db,
  category: string,
  count: number,
  specs: Record<string, string | number> = {},
): Promise<string[]> {
  const { rows } = await sql<{ idcode: string }>`
    with recursive tree as (
      select id from categories where code = ${category}
      union all select c.id from categories c join tree t on c.parent_id = t.id)
    select idcode from (
      select distinct on (p.model_id) p.idcode, p.popularity from products p
      join product_categories pc on pc.product_id = p.id and pc.is_main and pc.category_id in (select id from tree)
      join departments d on d.is_main
      join stock s on s.store = d.store and s.product_id = p.id and s.on_hand - s.reserved >= p.min_count
      join prices on prices.price_column = d.base_price and prices.product_id = p.id and prices.price is not null
      where p.switched_off_at is null and p.specs @> ${JSON.stringify(specs)}::jsonb
      order by p.model_id, p.popularity desc
    ) found order by popularity desc, idcode limit ${count}`.execute(db);
  return rows.map(({ idcode }) => idcode);
}
