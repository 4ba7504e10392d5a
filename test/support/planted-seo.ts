import type { setSeoText } from '#modules/content/seo-texts.ts';
import type { EditedSeoKind } from '#shared/seo-kinds.ts';

/** A text for search engines with a defect: of which page, and of which branch (undefined: of all). */
export type PlantedSeo = {
  kind: EditedSeoKind;
  key: string;
  branch?: string;
  texts: Parameters<typeof setSeoText>[2];
  /** What has to be found in it; none: what it copies is found elsewhere. */
  found: `${string} ${'empty_placeholder' | 'too_long' | 'similar'}` | null;
};

export const [pskov, kotlas, murmansk, kaliningrad, tikhvin] = ['00104', '00083', '00121', '00167', '00152'];

const stores =
  'подберём по основанию и слою, посчитаем мешки на вашу площадь, отложим до вечера и погрузим в машину сами';
const paint =
  'Белая, колеруемая и фасадная: расход, срок высыхания и число слоёв стоят в карточке, а продавец подскажет кисть.';

/** Pages of the demonstration by their keys; categories and goods by their names, which the test looks up. */
export const plantedSeo: PlantedSeo[] = [
  // A value that the page does not have.
  {
    kind: 'category',
    key: 'Сухие смеси',
    texts: { title: '{category} из раздела «{parent_category}», {region}' },
    found: 'title empty_placeholder',
  },
  {
    kind: 'category',
    key: 'Новый год',
    texts: { text: '<p>Всё из раздела «{parent_category}» лежит по адресу {address}.</p>' },
    found: 'text empty_placeholder',
  },
  {
    kind: 'product',
    key: 'without brand',
    texts: { title: '{product} от {brand}: {region}' },
    found: 'title empty_placeholder',
  },
  {
    kind: 'product',
    key: 'without category',
    texts: { description: '{product}, раздел «{root_category}»: {address}' },
    found: 'description empty_placeholder',
  },
  // Longer than a search engine shows: everywhere, in towns with long names, in one branch, on all pages of a kind.
  {
    kind: 'page',
    key: 'returns',
    texts: { title: 'Возврат и обмен того, что не подошло: сроки, порядок, деньги, {region}' },
    found: 'title too_long',
  },
  {
    kind: 'page',
    key: 'cooperation',
    texts: {
      description:
        'Работаем с поставщиками, бригадами и дизайнерами: условия, отсрочка, образцы, документы и личный менеджер. ' +
        'Пишите нам, отвечаем за рабочий день. {address}',
    },
    found: 'description too_long',
  },
  {
    kind: 'category',
    key: 'Штукатурки',
    texts: { title: 'Штукатурки со склада в {region_prepositional}: цены, наличие, отзывы' },
    found: 'title too_long',
  },
  {
    kind: 'catalog',
    key: '',
    branch: pskov,
    texts: { title: 'Каталог товаров для стройки, ремонта, дома, дачи и сезона, Псков' },
    found: 'title too_long',
  },
  {
    kind: 'contacts',
    key: '',
    branch: kaliningrad,
    texts: {
      description:
        'Магазин стоит у вокзала: парковка во дворе, погрузка с рампы, часы работы по местному времени и в праздники, ' +
        'телефон отдела продаж, вход для бригад. {address}',
    },
    found: 'description too_long',
  },
  {
    kind: 'vacancies',
    key: '',
    texts: { title: 'Вакансии продавцов, кладовщиков, водителей и бухгалтеров, {region}' },
    found: 'title too_long',
  },
  // Copies on the hosts of other branches: with another town, in another case, with other tags, one word changed.
  {
    kind: 'page',
    key: 'sale-rules',
    branch: kotlas,
    texts: { title: 'Правила продажи и выдачи товаров, Котлас' },
    found: null,
  },
  {
    kind: 'page',
    key: 'sale-rules',
    branch: pskov,
    texts: { title: 'Правила продажи и выдачи товаров — ПСКОВ' },
    found: 'title similar',
  },
  {
    kind: 'category',
    key: 'Шпатлёвки',
    branch: kotlas,
    texts: { description: `Для Котласа ${stores}.` },
    found: null,
  },
  {
    kind: 'category',
    key: 'Шпатлёвки',
    branch: pskov,
    texts: { description: `Для Пскова ${stores.replace('сами', 'сразу')} …` },
    found: 'description similar',
  },
  {
    kind: 'category',
    key: 'Затирки',
    branch: kotlas,
    texts: { text: `<p>Для жителей Котласа ${stores}: {address}, {phone}</p>` },
    found: null,
  },
  {
    kind: 'category',
    key: 'Затирки',
    branch: murmansk,
    texts: { text: `<h2>Для жителей Мурманска</h2><ul><li>${stores}</li></ul><p>{address}; {phone}</p>` },
    found: 'text similar',
  },
  {
    kind: 'category',
    key: 'Грунтовки',
    texts: { text: `<p>${paint} Ждём в {region_prepositional}: ${stores}.</p>` },
    found: null,
  },
  {
    kind: 'category',
    key: 'Грунтовки',
    branch: tikhvin,
    texts: { text: `<p>${paint.replace('колеруемая', 'цветная')} Ждём в Тихвине: ${stores}.</p>` },
    found: 'text similar',
  },
  {
    kind: 'category',
    key: 'Гидроизоляция',
    texts: { text: `<p>Гидроизоляция для подвала и ванной: ${stores}.</p>` },
    found: 'text similar',
  },
  {
    kind: 'page',
    key: 'recommendations',
    branch: kotlas,
    texts: { description: `Советы мастеров Котласа: ${stores}.` },
    found: null,
  },
  {
    kind: 'page',
    key: 'recommendations',
    branch: pskov,
    texts: { description: `Советы мастеров Пскова: ${stores}.` },
    found: 'description similar',
  },
  {
    kind: 'page',
    key: 'recommendations',
    branch: murmansk,
    texts: { description: `Советы мастеров Мурманска: ${stores}.` },
    found: 'description similar',
  },
];
