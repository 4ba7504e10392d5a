import { sql } from 'kysely';
import type { BlockInput } from '#modules/content/blocks-schema.ts';
import { publishLanding, saveLanding, writeLandingPage } from '#modules/landings/change-landing.ts';
import type { Db } from '#platform/database.ts';

const dayMs = 86_400_000;

/**
 * Landing pages of the demo shop: one with a text of its own in a branch, one in two variants. Stands on goods already
 * loaded.
 */
export async function loadLandings(db: Db, now: Date): Promise<void> {
  const until = new Date(now.getTime() + 45 * dayMs);
  const starts_at = new Date(now.getTime() - dayMs);
  await saveLanding(
    db,
    {
      slug: 'vannaya-svoimi-rukami',
      name: 'Ванная своими руками',
      starts_at,
      ends_at: until,
      redirect_to: '/category/plitka/',
    },
    now,
  );
  const glue = await firstOf(db, 'kley-dlya-plitki');
  await writeLandingPage(db, 'vannaya-svoimi-rukami', { ...bathroom, blocks: bathroomBlocks(until, glue) }, now);
  await writeLandingPage(
    db,
    'vannaya-svoimi-rukami',
    {
      ...bathroom,
      title: 'Ванная своими руками в Череповце',
      department_id_1c: '00052',
      blocks: bathroomBlocks(until, glue, 'Череповец: всё для ванной в одном магазине'),
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

function bathroomBlocks(until: Date, glue: string | null, title = bathroom.title): BlockInput[] {
  return [
    {
      type: 'hero',
      title,
      text: 'Гидроизоляция, плитка, клей и затирка: что нужно, сколько и в каком порядке.',
      button_text: 'К плитке',
      link: '/category/plitka-dlya-vannoy/',
      image: 'products/banner-poly.svg',
      theme: 'lake',
    },
    { type: 'timer', ends_at: until.toISOString(), text: 'Подборка действует' },
    {
      type: 'html',
      html: `<h2>Порядок работ</h2>
<ol>
<li><strong>Основание.</strong> Снимите старое покрытие, выровняйте стены и пол, прогрунтуйте.</li>
<li><strong>Гидроизоляция.</strong> Пол целиком и стены у ванны и душа: два слоя, второй поперёк первого.</li>
<li><strong>Плитка.</strong> Клей наносят зубчатым шпателем на стену, швы держат крестики.</li>
<li><strong>Затирка.</strong> Через сутки после укладки, углы и примыкания — силиконовым герметиком.</li>
</ol>`,
    },
    {
      type: 'list',
      title: 'Плитка для ванной',
      listing: { category: 'plitka-dlya-vannoy', in_stock: true },
    },
    ...(glue ? [{ type: 'calculator', title: 'Сколько нужно клея', idcode: glue } as const] : []),
    {
      type: 'list',
      title: 'Гидроизоляция',
      text: 'Без неё вода через швы дойдёт до соседей.',
      listing: { category: 'gidroizolyaciya', in_stock: true },
    },
    { type: 'list', title: 'Затирка', listing: { category: 'zatirki', in_stock: true } },
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
  const { rows } = await sql<{ idcode: string }>`
    select p.idcode from products p
    join product_categories pc on pc.product_id = p.id and pc.is_main join categories c on c.id = pc.category_id
    join stock s on s.product_id = p.id and s.store = 'store12' and s.on_hand - s.reserved >= p.min_count
    where c.code = ${category} and p.switched_off_at is null order by p.popularity desc, p.id limit 1`.execute(db);
  return rows[0]?.idcode ?? null;
}
