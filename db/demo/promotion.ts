import type { NewHomeLayout } from '#modules/content/home-layout.ts';
import type { MenuLinkInput } from '#modules/content/menu-links.ts';
import type { WobblerInput } from '#modules/content/wobblers.ts';
import { fortuneUrl, magicUrl } from '#shared/urls.ts';
import type { Scene } from './pictures.ts';

const dayMs = 86_400_000;
const pine = '#0f5a47';
const brick = '#b5401f';

type Thing = Scene['things'][number];
const thing = (kind: string, params: Thing[1], x: number, y: number, scale: number): Thing => [
  kind,
  params,
  x,
  y,
  scale,
];

/** Square pictures without a ground: two or three things each. */
export const scenes: Scene[] = [
  {
    name: 'banner-smesi-i-kraski',
    width: 1600,
    height: 1600,
    things: [
      thing(
        'bag',
        { accent: pine, brand: 'СУХОНА', title: 'Штукатурка гипсовая', size: '30 кг', layout: 0 },
        620,
        740,
        0.86,
      ),
      thing(
        'bucket',
        {
          accent: '#2b5d8f',
          body: '#f7f6f2',
          brand: 'БЕЛОЯР',
          title: 'Краска для стен матовая',
          size: '9 л',
          layout: 1,
        },
        1130,
        1080,
        0.56,
      ),
    ],
  },
  {
    name: 'banner-novyy-god',
    width: 1600,
    height: 1600,
    things: [
      thing('tree', { accent: '#2f7350', layout: 0 }, 620, 740, 0.9),
      thing('giftSet', { accent: '#a3283a' }, 1150, 1190, 0.5),
    ],
  },
  {
    name: 'banner-podarki',
    width: 1600,
    height: 1600,
    things: [
      thing('giftSet', { accent: pine }, 760, 860, 0.8),
      thing('bauble', { accent: '#c9962e', layout: 1 }, 1260, 1130, 0.36),
    ],
  },
  {
    name: 'banner-instrument',
    width: 1600,
    height: 1600,
    things: [
      thing('drill', { accent: pine, brand: 'МАСТАК', size: '18 В' }, 700, 700, 0.94),
      thing('level', { accent: '#e2a12a', brand: 'МАСТАК', size: '100 см' }, 880, 1330, 0.72),
    ],
  },
  {
    name: 'banner-poly',
    width: 1600,
    height: 1600,
    things: [
      thing('tile', { accent: '#3f6f78', body: '#d9c7a3', layout: 3 }, 640, 620, 0.9),
      thing('laminate', { accent: '#2f3437', body: '#c99a5f', brand: 'ПОЛЕ', title: 'Ламинат' }, 900, 1160, 0.9),
    ],
  },
  {
    name: 'banner-svet',
    width: 1600,
    height: 1600,
    things: [
      thing('pendant', { accent: '#2f3437', body: '#2f3437' }, 620, 640, 0.86),
      thing('bulb', { accent: '#e2a12a', layout: 0 }, 1150, 1110, 0.56),
    ],
  },
  {
    name: 'banner-kuhnya',
    width: 1600,
    height: 1600,
    things: [
      thing('pot', { accent: '#a3283a', body: '#a3283a' }, 640, 780, 0.84),
      thing('mug', { accent: '#2b5d8f', kind: 'узор', count: 1 }, 1210, 1160, 0.44),
    ],
  },
  {
    name: 'banner-vannaya',
    width: 1600,
    height: 1600,
    things: [
      thing('tile', { accent: '#3f6f78', body: '#efe9dc', layout: 3 }, 560, 700, 0.66),
      thing(
        'bag',
        { accent: '#3f6f78', brand: 'ПЛИТА', title: 'Клей для плитки', size: '25 кг', layout: 2 },
        1080,
        980,
        0.66,
      ),
    ],
  },
  {
    name: 'banner-teplo',
    width: 1600,
    height: 1600,
    things: [
      thing(
        'insulation',
        { accent: brick, body: '#ead9a0', brand: 'ЛАДОГА', title: 'Минеральная вата', size: '50 мм' },
        680,
        760,
        0.74,
      ),
      thing('heater', { accent: '#d9752b' }, 1080, 1170, 0.56),
    ],
  },
  {
    name: 'banner-sneg',
    width: 1600,
    height: 1600,
    things: [
      thing('shovel', { accent: '#2b5d8f', layout: 1 }, 620, 760, 0.86),
      thing(
        'bag',
        { accent: '#2b5d8f', brand: 'ЗИМОВЬЕ', title: 'Против гололёда', size: '10 кг', layout: 3 },
        1120,
        1060,
        0.52,
      ),
    ],
  },
];

const picture = (name: string) => `products/banner-${name}.svg`;

/**
 * Slides of the home page. The season's own come first from November to mid-January, of this winter and the two next.
 */
export function bannersAt(now: Date) {
  const season = [-1, 0, 1, 2].map((shift) => {
    const year = now.getUTCFullYear() + shift;
    return {
      starts_at: new Date(`${year}-11-01T00:00:00+03:00`),
      ends_at: new Date(`${year + 1}-01-15T00:00:00+03:00`),
    };
  });
  const always = { starts_at: null, ends_at: null };
  const usual = { department_id_1c: null, place: 'home', ...always };
  return [
    ...season.flatMap((time) => [
      {
        ...usual,
        ...time,
        title: 'Скидки на ёлки, шары и гирлянды',
        text: 'Сроки доставки до праздника — в Мастерской Нового года.',
        button_text: 'К товарам акции',
        link: '/actions/novyy-god/',
        image: picture('novyy-god'),
        theme: 'season',
        position: 0,
      },
      {
        ...usual,
        ...time,
        title: 'Подарки, готовые к вручению',
        text: 'Наборы с северным узором уже в коробке с лентой.',
        button_text: 'Смотреть наборы',
        link: '/category/podarochnye-nabory/',
        image: picture('podarki'),
        theme: 'season',
        position: 3,
      },
    ]),
    {
      ...usual,
      title: 'Смеси и краски со скидкой',
      text: 'Посчитаем мешки по площади и привезём на объект.',
      button_text: 'К товарам акции',
      link: '/actions/smesi-i-kraski/',
      image: picture('smesi-i-kraski'),
      theme: 'spruce',
      position: 1,
    },
    {
      ...usual,
      title: 'Инструмент мастеру со скидкой',
      text: 'Дрели, перфораторы и оснастка с гарантией два года.',
      button_text: 'Выбрать инструмент',
      link: '/actions/instrument-masteru/',
      image: picture('instrument'),
      theme: 'ochre',
      position: 2,
    },
    {
      ...usual,
      title: 'Тёплый дом к морозам',
      text: 'Товары для тепла в доме дешевле до конца акции.',
      button_text: 'К товарам акции',
      link: '/actions/teplyy-dom/',
      image: picture('teplo'),
      theme: 'lake',
      position: 4,
    },
    {
      ...usual,
      title: 'Пол и плитка без лишних упаковок',
      text: 'Калькулятор покажет упаковки, запас и остаток.',
      button_text: 'Рассчитать',
      link: '/category/poly/',
      image: picture('poly'),
      theme: 'spruce',
      position: 5,
    },
    {
      ...usual,
      department_id_1c: '00121',
      title: 'Снег в Мурманске — лопаты в наличии',
      text: 'Лопаты, движки и средства от льда: забрать можно сегодня.',
      button_text: 'Убрать снег',
      link: '/category/uborka-snega/',
      image: picture('sneg'),
      theme: 'lake',
      position: 1,
    },
    {
      ...usual,
      department_id_1c: '00074',
      title: 'Уборка снега в Архангельске',
      text: 'Лопаты и противогололёдные средства на складе филиала.',
      button_text: 'К лопатам',
      link: '/category/uborka-snega/',
      image: picture('sneg'),
      theme: 'lake',
      position: 1,
    },
  ];
}

/**
 * Looks of the season, of this winter and spring and the two next: New Year from 15 November to 14 January, the garden
 * in April and May.
 */
export function homeLayoutsAt(now: Date): NewHomeLayout[] {
  return [-1, 0, 1, 2].flatMap((shift) => {
    const year = now.getUTCFullYear() + shift;
    return [
      {
        season: 'newyear' as const,
        first_categories: ['novyy-god'],
        starts_at: new Date(`${year}-11-15T00:00:00+03:00`),
        ends_at: new Date(`${year + 1}-01-15T00:00:00+03:00`),
      },
      {
        season: 'spring' as const,
        first_categories: ['sad-i-dacha', 'kraski-i-laki'],
        starts_at: new Date(`${year}-04-01T00:00:00+03:00`),
        ends_at: new Date(`${year}-06-01T00:00:00+03:00`),
      },
    ];
  });
}

/**
 * Links to what lasts some weeks: the Christmas world from November to mid-January of four winters, the wheel while it
 * turns.
 */
export function menuLinksAt(now: Date): MenuLinkInput[] {
  const winters = [-1, 0, 1, 2].map((shift) => now.getUTCFullYear() + shift);
  const world = winters.flatMap((year): MenuLinkInput[] => {
    const link = {
      name: 'Мастерская Нового года',
      url: magicUrl(),
      starts_at: new Date(`${year}-11-01T00:00:00+03:00`),
      ends_at: new Date(`${year + 1}-01-15T00:00:00+03:00`),
    };
    return [
      { ...link, place: 'header', icon: 'snowflake' },
      { ...link, place: 'footer', column_title: 'Покупателям', position: 16 },
    ];
  });
  const wheel = {
    name: 'Колесо призов',
    url: fortuneUrl(),
    starts_at: new Date(now.getTime() - dayMs),
    ends_at: new Date(now.getTime() + 42 * dayMs),
  };
  return [
    ...world,
    { ...wheel, place: 'footer', column_title: 'Покупателям', position: 17 },
    { ...wheel, place: 'side', icon: 'gift', position: 20 },
  ];
}

/** One banner per place, each in a branch of its own, so that no page carries them all (S2-44, S3-08). */
export function wobblersAt(now: Date): WobblerInput[] {
  const starts_at = new Date(now.getTime() - 3 * dayMs);
  const ends_at = new Date(now.getTime() + 60 * dayMs);
  const usual = { starts_at, ends_at };
  return [
    {
      ...usual,
      department_id_1c: '00131',
      position: 'bottom',
      background_image: 'products/banner-novyy-god.svg',
      text: '<p><strong>Успеем к Новому году.</strong> Закажите не позже 29 декабря — привезём по Вологде.</p>',
      button_text: 'Сроки по районам',
      action_link: magicUrl(),
      filter_is_show_once: true,
    },
    {
      ...usual,
      department_id_1c: '00052',
      position: 'top',
      background_image: null,
      text: '<p><strong>Открыли пункт выдачи</strong> на Кирилловском шоссе, 61.</p>',
      action_link: '/contacts/',
      filter_is_show_once: false,
    },
    {
      ...usual,
      department_id_1c: '00104',
      position: 'right',
      background_image: 'products/banner-instrument.svg',
      text: '<p><strong>Инструмент дешевле</strong><br>Старая и новая цена стоят у каждого товара акции.</p>',
      button_text: 'К товарам',
      action_link: '/actions/instrument-masteru/',
      filter_is_show_once: false,
    },
    {
      ...usual,
      department_id_1c: '00092',
      position: 'left',
      background_image: 'products/banner-teplo.svg',
      text: '<p><strong>Тёплый дом</strong></p><p>Утеплители и конвекторы со скидкой до конца акции.</p>',
      button_text: 'Смотреть',
      action_link: '/actions/teplyy-dom/',
      filter_is_show_once: true,
    },
    {
      ...usual,
      department_id_1c: '00167',
      position: 'top',
      background_image: null,
      text: '<p>Часы работы и время выдачи указаны по <em>калининградскому времени</em>.</p>',
      action_link: '/contacts/',
      filter_is_show_once: true,
    },
  ];
}

/** Coupons: working ones of both kinds, with conditions, and each way of not working. `category` is a code. */
export function couponsAt(now: Date) {
  const at = (days: number) => new Date(now.getTime() + days * dayMs);
  const base = {
    percent: null as number | null,
    sum_kopecks: null as number | null,
    min_sum_kopecks: 0,
    category: null as string | null,
    department_id_1c: null as string | null,
    allows_b2b: false,
    starts_at: null as Date | null,
    ends_at: null as Date | null,
    max_uses: null as number | null,
    used_count: 0,
  };
  return [
    // Its last day is that of its promotion, which is over when the 21st day from now begins.
    { ...base, code: 'НОЯБРЬ5', kind: 'percent', percent: 5, ends_at: at(20), note: 'Пять процентов на всё' },
    { ...base, code: 'МИНУС300', kind: 'sum', sum_kopecks: 30_000, min_sum_kopecks: 300_000, note: '300 ₽ от 3 000 ₽' },
    {
      ...base,
      code: 'НОВОСЕЛ10',
      kind: 'percent',
      percent: 10,
      min_sum_kopecks: 1_500_000,
      note: 'Десять процентов от 15 000 ₽',
    },
    { ...base, code: 'КРАСКА7', kind: 'percent', percent: 7, category: 'kraski-i-laki', note: 'Только краски и лаки' },
    {
      ...base,
      code: 'ЁЛКА500',
      kind: 'sum',
      sum_kopecks: 50_000,
      min_sum_kopecks: 500_000,
      category: 'novyy-god',
      ends_at: at(38),
      note: '500 ₽ на новогоднее',
    },
    { ...base, code: 'ВОЛОГДА4', kind: 'percent', percent: 4, department_id_1c: '00131', note: 'Только в Вологде' },
    { ...base, code: 'ОПТ3', kind: 'percent', percent: 3, allows_b2b: true, note: 'Действует и на цены для бизнеса' },
    {
      ...base,
      code: 'ЛЕТО15',
      kind: 'percent',
      percent: 15,
      starts_at: at(-170),
      ends_at: at(-80),
      note: 'Закончился',
    },
    {
      ...base,
      code: 'ПЕРВЫЙ100',
      kind: 'percent',
      percent: 20,
      max_uses: 100,
      used_count: 100,
      note: 'Разобран: сто применений',
    },
    {
      ...base,
      code: 'ПОСЛЕДНИЙ',
      kind: 'sum',
      sum_kopecks: 10_000,
      max_uses: 500,
      used_count: 499,
      note: 'Осталось одно применение',
    },
    {
      ...base,
      code: 'ВЕСНА8',
      kind: 'percent',
      percent: 8,
      starts_at: at(90),
      ends_at: at(150),
      note: 'Ещё не начался',
    },
  ];
}
