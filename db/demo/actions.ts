import { randomOf } from './random.ts';

export type DemoAction = {
  slug: string;
  name: string;
  text: string;
  /** Days from the load: [starts, ends]. */
  days: [number, number];
  roots: string[];
  /** Share of the roots' products that take part; their lowest and greatest percent. */
  share: number;
  percent: [number, number];
  department_id_1c: string | null;
  /** A picture of promotion.ts. */
  image?: string;
  /** A coupon that goes with it. */
  coupon?: string;
  /** The full rules, beside those that hold for all. */
  rules?: string;
};

export const actions: DemoAction[] = [
  {
    slug: 'smesi-i-kraski',
    image: 'smesi-i-kraski',
    coupon: 'НОЯБРЬ5',
    name: 'Смеси и краски со скидкой',
    days: [-9, 21],
    roots: ['suhie-smesi', 'kraski-i-laki'],
    share: 0.16,
    percent: [7, 25],
    department_id_1c: null,
    text: 'Скидка уже в цене, на сайте и в филиалах. Мешки при покупке поддоном ещё дешевле: цена от количества — на странице товара.',
  },
  {
    slug: 'novyy-god',
    image: 'novyy-god',
    coupon: 'ЁЛКА500',
    name: 'Скидки на ёлки, шары и гирлянды',
    days: [-12, 39],
    roots: ['novyy-god'],
    share: 0.22,
    percent: [10, 25],
    department_id_1c: null,
    text: 'Новогодние товары дешевле, пока есть в филиале. Стеклянные шары в целой упаковке можно вернуть в течение 7 дней.',
  },
  {
    slug: 'instrument-masteru',
    image: 'instrument',
    name: 'Инструмент мастеру со скидкой',
    days: [-6, 18],
    roots: ['instrument', 'krepezh'],
    share: 0.13,
    percent: [10, 20],
    department_id_1c: null,
    text: 'Инструмент, оснастка и крепёж. Гарантия обычная, обмен — в любом пункте выдачи.',
  },
  {
    slug: 'teplyy-dom',
    image: 'teplo',
    name: 'Тёплый дом к морозам',
    days: [-15, 25],
    roots: ['uteplenie', 'santehnika', 'dveri'],
    share: 0.12,
    percent: [8, 18],
    department_id_1c: null,
    text: 'Утепление, сантехника и двери: скидка уже в цене.',
  },
  {
    slug: 'pol-i-plitka',
    image: 'poly',
    name: 'Пол и плитка со скидкой',
    days: [-4, 11],
    roots: ['poly', 'plitka', 'oboi-i-dekor'],
    share: 0.13,
    percent: [7, 20],
    department_id_1c: null,
    text: 'Плитка, напольные покрытия и обои. Целые упаковки той же партии принимаем обратно 7 дней.',
  },
  {
    slug: 'kuhnya-i-uborka',
    image: 'kuhnya',
    name: 'Скидки на товары для кухни и уборки',
    days: [-3, 24],
    roots: ['posuda', 'hoztovary'],
    share: 0.12,
    percent: [10, 22],
    department_id_1c: null,
    text: 'Посуда и хозяйственные товары. Количество ограничено остатком филиала.',
  },
  {
    slug: 'svet-zimoy',
    image: 'svet',
    name: 'Больше света зимой',
    days: [-8, 30],
    roots: ['elektrika-i-svet'],
    share: 0.12,
    percent: [8, 20],
    department_id_1c: null,
    text: 'Свет и электрика для дома: лампы, светильники, выключатели, провод и удлинители.',
  },
  {
    slug: 'zima-v-sadu',
    name: 'Готовь сад с зимы',
    days: [-2, 40],
    roots: ['sad-i-dacha'],
    share: 0.1,
    percent: [10, 25],
    department_id_1c: null,
    text: 'Товары для сада и дачи по зимней цене. Срок годности семян — не меньше года.',
  },
  {
    slug: 'den-stroitelya',
    name: 'Стройматериалы поддоном',
    days: [12, 33],
    roots: ['stroymaterialy'],
    share: 0.1,
    percent: [5, 9],
    department_id_1c: null,
    text: 'При покупке целого поддона цена ниже, доставка по городу за наш счёт.',
  },
  {
    slug: 'osenniy-remont',
    name: 'Осенний ремонт',
    days: [-55, -14],
    roots: ['oboi-i-dekor', 'kraski-i-laki'],
    share: 0.05,
    percent: [5, 10],
    department_id_1c: null,
    text: 'Краски, лаки и товары для отделки со скидкой к осеннему ремонту.',
  },
];

/** What holds for every promotion of the demo shop. */
export const organiser = 'ООО «ИДД», 160001, г. Вологда, ул. Гончарная, 2';

/** The full rules as the page shows them: dates stand beside them, taken from the row. */
export function rulesOf(action: DemoAction): string {
  return `<ul><li>${action.share < 1 ? 'Участвуют товары из списка на этой странице, пока они есть в филиале' : 'Участвуют все товары раздела'}.</li>
<li>Скидка уже стоит в цене товара, складывать её с другой акцией нельзя. Купон, если он назван, уменьшает сумму заказа сверх неё.</li>
<li>Количество ограничено остатком филиала, на сайте он виден у каждого товара.</li>
<li>Вернуть товар можно в обычный срок, возвращаем столько, сколько заплачено.</li>
<li>Организатор: ${organiser}. О досрочном завершении или изменении условий скажем на этой странице.</li></ul>`;
}

/** The action a product takes part in and its percent; only running actions lower prices. */
export function actionFor(root: string, number: number): { action: DemoAction; percent: number } | null {
  for (const action of actions) {
    if (!action.roots.includes(root)) continue;
    const chances = randomOf(`action ${action.slug} ${number}`);
    if (chances.chance(action.share)) return { action, percent: chances.int(...action.percent) };
  }
  return null;
}

export function isRunning(action: DemoAction): boolean {
  return action.days[0] <= 0 && action.days[1] > 0;
}

export function runningAction(root: string): DemoAction | null {
  return actions.find((action) => action.roots.includes(root) && isRunning(action)) ?? null;
}
