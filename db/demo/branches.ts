import type { NamesCases } from '#modules/departments/queries.ts';

export type DemoPoint = {
  id_1c: string;
  name: string;
  address: string;
  latitude: number;
  longitude: number;
  /** Share of the assortment on the point's own shelf. */
  assortment: number;
};

export type DemoBranch = {
  id_1c: string;
  domain: string;
  city: string;
  cases: NamesCases;
  region: string;
  postal_code: string;
  address: string;
  phones: [string, string, string];
  latitude: number;
  longitude: number;
  time_zone: string;
  /** Prices of this city against Vologda's. */
  price_level: number;
  /** Share of the catalogue that the branch sells at all and keeps in stock. */
  assortment: number;
  storage_days: number;
  min_order: number;
  hours: 'long' | 'usual' | 'short';
  /** Codes of root categories that the branch does not sell: its dynamic menu has none of them. */
  without: string[];
  points: DemoPoint[];
  zones: DemoZone[];
};

export type DemoZone = { name: string; places: string[]; days: [number, number]; from: number; to_area: number };

/** The six forms of a city's name; both words of «Великий …» change (S3-01). */
function cases(
  nominative: string,
  genitive: string,
  dative: string,
  accusative: string,
  instrumental: string,
  prepositional: string,
): NamesCases {
  return { nominative, genitive, dative, accusative, instrumental, prepositional };
}

function point(id_1c: string, address: string, latitude: number, longitude: number, assortment = 0.4): DemoPoint {
  return { id_1c, name: address, address, latitude, longitude, assortment };
}

/**
 * Twelve cities of the north-west. Numbers 00-35-35 are of no subscriber; streets exist in many cities, houses are
 * invented. 00131 is the main branch and is served from store12 (S9-03); Kaliningrad lives an hour behind Moscow
 * (S3-01).
 */
export const branches: DemoBranch[] = [
  {
    id_1c: '00131',
    domain: 'vologda',
    city: 'Вологда',
    region: 'Вологодская область',
    postal_code: '160001',
    cases: cases('Вологда', 'Вологды', 'Вологде', 'Вологду', 'Вологдой', 'Вологде'),
    address: 'ул. Гончарная, 2',
    phones: ['+7 (8172) 00-35-35', '+7 (8172) 00-35-36', '+7 (8172) 00-35-37'],
    latitude: 59.20917,
    longitude: 39.86653,
    time_zone: 'Europe/Moscow',
    price_level: 1,
    assortment: 0.92,
    storage_days: 5,
    min_order: 0,
    hours: 'long',
    without: [],
    points: [
      point('00132', 'Окружное шоссе, 13', 59.24012, 39.82841, 0.62),
      point('00133', 'ул. Ленинградская, 150', 59.18564, 39.85011, 0.5),
      point('00134', 'пос. Молочное, ул. Мира, 9', 59.28611, 39.67533, 0.28),
      point('00135', 'ул. Возрождения, 74', 59.23105, 39.90127, 0.45),
      point('00136', 'ул. Фрязиновская, 31', 59.19933, 39.83402, 0.4),
    ],
    zones: [
      { name: 'Вологда', places: ['вологда'], days: [1, 1], from: 390, to_area: 1 },
      {
        name: 'Пригород, до 20 км',
        places: ['молочное', 'майский', 'фетинино', 'кувшиново', 'надеево', 'лукьяново'],
        days: [1, 2],
        from: 690,
        to_area: 1.5,
      },
      {
        name: 'Грязовец и Кадников',
        places: ['грязовец', 'кадников', 'вохтога'],
        days: [1, 3],
        from: 1490,
        to_area: 2.2,
      },
      {
        name: 'Кириллов и Шексна',
        places: ['кириллов', 'шексна', 'ферапонтово'],
        days: [2, 3],
        from: 2190,
        to_area: 2.6,
      },
    ],
  },
  {
    id_1c: '00052',
    domain: 'cherepovets',
    city: 'Череповец',
    region: 'Вологодская область',
    postal_code: '162600',
    cases: cases('Череповец', 'Череповца', 'Череповцу', 'Череповец', 'Череповцом', 'Череповце'),
    address: 'ул. Боршодская, 8',
    phones: ['+7 (8202) 00-35-35', '+7 (8202) 00-35-36', '+7 (8202) 00-35-37'],
    latitude: 59.09642,
    longitude: 37.92115,
    time_zone: 'Europe/Moscow',
    price_level: 0.99,
    assortment: 0.88,
    storage_days: 5,
    min_order: 0,
    hours: 'long',
    without: [],
    points: [
      point('00053', 'пр. Победы, 190', 59.11874, 37.87063, 0.5),
      point('00054', 'ул. Сталеваров, 41', 59.13411, 37.90102, 0.42),
      point('00055', 'Кирилловское шоссе, 61', 59.15733, 37.95541, 0.35),
    ],
    zones: [
      { name: 'Череповец', places: ['череповец'], days: [1, 1], from: 390, to_area: 1 },
      {
        name: 'Череповецкий район',
        places: ['тоншалово', 'малечкино', 'суда', 'абаканово'],
        days: [1, 2],
        from: 890,
        to_area: 1.7,
      },
      { name: 'Устюжна и Бабаево', places: ['устюжна', 'бабаево', 'кадуй'], days: [2, 4], from: 2390, to_area: 2.6 },
    ],
  },
  {
    id_1c: '00061',
    domain: 'velikiy-ustyug',
    city: 'Великий Устюг',
    region: 'Вологодская область',
    postal_code: '162390',
    cases: cases(
      'Великий Устюг',
      'Великого Устюга',
      'Великому Устюгу',
      'Великий Устюг',
      'Великим Устюгом',
      'Великом Устюге',
    ),
    address: 'ул. Транспортная, 14',
    phones: ['+7 (81738) 0-35-35', '+7 (81738) 0-35-36', '+7 (81738) 0-35-37'],
    latitude: 60.74811,
    longitude: 46.32405,
    time_zone: 'Europe/Moscow',
    price_level: 1.05,
    assortment: 0.7,
    storage_days: 7,
    min_order: 50_000,
    hours: 'short',
    without: ['plitka'],
    points: [],
    zones: [
      { name: 'Великий Устюг', places: ['великий устюг', 'устюг'], days: [1, 2], from: 350, to_area: 1 },
      {
        name: 'Великоустюгский округ',
        places: ['красавино', 'кузино', 'полдарса', 'морозовица'],
        days: [1, 3],
        from: 790,
        to_area: 1.8,
      },
    ],
  },
  {
    id_1c: '00074',
    domain: 'arhangelsk',
    city: 'Архангельск',
    region: 'Архангельская область',
    postal_code: '163000',
    cases: cases('Архангельск', 'Архангельска', 'Архангельску', 'Архангельск', 'Архангельском', 'Архангельске'),
    address: 'Окружное шоссе, 6',
    phones: ['+7 (8182) 00-35-35', '+7 (8182) 00-35-36', '+7 (8182) 00-35-37'],
    latitude: 64.54883,
    longitude: 40.60212,
    time_zone: 'Europe/Moscow',
    price_level: 1.07,
    assortment: 0.86,
    storage_days: 5,
    min_order: 0,
    hours: 'usual',
    without: [],
    points: [
      point('00075', 'пр. Ленинградский, 255', 64.49512, 40.69907, 0.45),
      point('00076', 'ул. Воскресенская, 28', 64.54101, 40.55873, 0.4),
    ],
    zones: [
      { name: 'Архангельск', places: ['архангельск'], days: [1, 2], from: 450, to_area: 1 },
      {
        name: 'Северодвинск и Новодвинск',
        places: ['северодвинск', 'новодвинск'],
        days: [1, 3],
        from: 1290,
        to_area: 1.9,
      },
    ],
  },
  {
    id_1c: '00083',
    domain: 'kotlas',
    city: 'Котлас',
    region: 'Архангельская область',
    postal_code: '165300',
    cases: cases('Котлас', 'Котласа', 'Котласу', 'Котлас', 'Котласом', 'Котласе'),
    address: 'ул. Промышленная, 9',
    phones: ['+7 (81837) 0-35-35', '+7 (81837) 0-35-36', '+7 (81837) 0-35-37'],
    latitude: 61.25133,
    longitude: 46.65021,
    time_zone: 'Europe/Moscow',
    price_level: 1.04,
    assortment: 0.72,
    storage_days: 7,
    min_order: 50_000,
    hours: 'short',
    without: ['dveri'],
    points: [],
    zones: [
      { name: 'Котлас', places: ['котлас'], days: [1, 2], from: 350, to_area: 1 },
      {
        name: 'Коряжма и Вычегодский',
        places: ['коряжма', 'вычегодский', 'сольвычегодск'],
        days: [1, 3],
        from: 890,
        to_area: 1.8,
      },
    ],
  },
  {
    id_1c: '00092',
    domain: 'petrozavodsk',
    city: 'Петрозаводск',
    region: 'Республика Карелия',
    postal_code: '185000',
    cases: cases('Петрозаводск', 'Петрозаводска', 'Петрозаводску', 'Петрозаводск', 'Петрозаводском', 'Петрозаводске'),
    address: 'ул. Онежской Флотилии, 20',
    phones: ['+7 (8142) 00-35-35', '+7 (8142) 00-35-36', '+7 (8142) 00-35-37'],
    latitude: 61.81455,
    longitude: 34.30577,
    time_zone: 'Europe/Moscow',
    price_level: 1.03,
    assortment: 0.85,
    storage_days: 5,
    min_order: 0,
    hours: 'usual',
    without: [],
    points: [
      point('00093', 'ш. Лесное, 47', 61.77002, 34.29514, 0.48),
      point('00094', 'ул. Древлянка, 16', 61.76377, 34.32288, 0.36),
    ],
    zones: [
      { name: 'Петрозаводск', places: ['петрозаводск'], days: [1, 1], from: 420, to_area: 1 },
      { name: 'Кондопога и Пряжа', places: ['кондопога', 'пряжа', 'шуя'], days: [1, 3], from: 1190, to_area: 1.9 },
    ],
  },
  {
    id_1c: '00104',
    domain: 'pskov',
    city: 'Псков',
    region: 'Псковская область',
    postal_code: '180000',
    cases: cases('Псков', 'Пскова', 'Пскову', 'Псков', 'Псковом', 'Пскове'),
    address: 'ул. Инженерная, 110',
    phones: ['+7 (8112) 00-35-35', '+7 (8112) 00-35-36', '+7 (8112) 00-35-37'],
    latitude: 57.84522,
    longitude: 28.32641,
    time_zone: 'Europe/Moscow',
    price_level: 0.98,
    assortment: 0.82,
    storage_days: 5,
    min_order: 0,
    hours: 'usual',
    without: [],
    points: [
      point('00105', 'пр. Рижский, 94', 57.81041, 28.28911, 0.46),
      point('00106', 'ул. Коммунальная, 53', 57.83377, 28.35127, 0.34),
    ],
    zones: [
      { name: 'Псков', places: ['псков'], days: [1, 1], from: 380, to_area: 1 },
      {
        name: 'Псковский район',
        places: ['остров', 'печоры', 'писковичи', 'тямша'],
        days: [1, 3],
        from: 990,
        to_area: 1.8,
      },
    ],
  },
  {
    id_1c: '00112',
    domain: 'velikiy-novgorod',
    city: 'Великий Новгород',
    region: 'Новгородская область',
    postal_code: '173000',
    cases: cases(
      'Великий Новгород',
      'Великого Новгорода',
      'Великому Новгороду',
      'Великий Новгород',
      'Великим Новгородом',
      'Великом Новгороде',
    ),
    address: 'ул. Большая Санкт-Петербургская, 80',
    phones: ['+7 (8162) 00-35-35', '+7 (8162) 00-35-36', '+7 (8162) 00-35-37'],
    latitude: 58.54512,
    longitude: 31.25618,
    time_zone: 'Europe/Moscow',
    price_level: 0.97,
    assortment: 0.85,
    storage_days: 5,
    min_order: 0,
    hours: 'usual',
    without: [],
    points: [
      point('00113', 'ул. Нехинская, 55', 58.53177, 31.21403, 0.44),
      point('00114', 'пр. Мира, 40', 58.54031, 31.22972, 0.36),
    ],
    zones: [
      { name: 'Великий Новгород', places: ['великий новгород', 'новгород'], days: [1, 1], from: 390, to_area: 1 },
      {
        name: 'Новгородский район',
        places: ['панковка', 'чудово', 'трубичино', 'шимск'],
        days: [1, 3],
        from: 990,
        to_area: 1.8,
      },
    ],
  },
  {
    id_1c: '00121',
    domain: 'murmansk',
    city: 'Мурманск',
    region: 'Мурманская область',
    postal_code: '183000',
    cases: cases('Мурманск', 'Мурманска', 'Мурманску', 'Мурманск', 'Мурманском', 'Мурманске'),
    address: 'пр. Кольский, 114',
    phones: ['+7 (8152) 00-35-35', '+7 (8152) 00-35-36', '+7 (8152) 00-35-37'],
    latitude: 68.91734,
    longitude: 33.09277,
    time_zone: 'Europe/Moscow',
    price_level: 1.14,
    assortment: 0.8,
    storage_days: 7,
    min_order: 100_000,
    hours: 'usual',
    without: ['oboi-i-dekor'],
    points: [point('00122', 'ул. Полярные Зори, 37', 68.99811, 33.11244, 0.44)],
    zones: [
      { name: 'Мурманск', places: ['мурманск'], days: [1, 2], from: 490, to_area: 1 },
      {
        name: 'Кола и Североморск',
        places: ['кола', 'североморск', 'мурмаши'],
        days: [1, 3],
        from: 1190,
        to_area: 1.8,
      },
    ],
  },
  {
    id_1c: '00143',
    domain: 'syktyvkar',
    city: 'Сыктывкар',
    region: 'Республика Коми',
    postal_code: '167000',
    cases: cases('Сыктывкар', 'Сыктывкара', 'Сыктывкару', 'Сыктывкар', 'Сыктывкаром', 'Сыктывкаре'),
    address: 'ул. Гаражная, 13',
    phones: ['+7 (8212) 00-35-35', '+7 (8212) 00-35-36', '+7 (8212) 00-35-37'],
    latitude: 61.68102,
    longitude: 50.78833,
    time_zone: 'Europe/Moscow',
    price_level: 1.09,
    assortment: 0.8,
    storage_days: 7,
    min_order: 50_000,
    hours: 'usual',
    without: [],
    points: [
      point('00144', 'ул. Лесопарковая, 108', 61.66041, 50.82517, 0.42),
      point('00145', 'пр. Октябрьский, 131', 61.67822, 50.80533, 0.34),
    ],
    zones: [
      { name: 'Сыктывкар', places: ['сыктывкар'], days: [1, 2], from: 420, to_area: 1 },
      {
        name: 'Эжва и Выльгорт',
        places: ['эжва', 'выльгорт', 'краснозатонский'],
        days: [1, 2],
        from: 690,
        to_area: 1.5,
      },
    ],
  },
  {
    id_1c: '00152',
    domain: 'tihvin',
    city: 'Тихвин',
    region: 'Ленинградская область',
    postal_code: '187550',
    cases: cases('Тихвин', 'Тихвина', 'Тихвину', 'Тихвин', 'Тихвином', 'Тихвине'),
    address: 'ул. Советская, 38',
    phones: ['+7 (81367) 0-35-35', '+7 (81367) 0-35-36', '+7 (81367) 0-35-37'],
    latitude: 59.64477,
    longitude: 33.54282,
    time_zone: 'Europe/Moscow',
    price_level: 1.01,
    assortment: 0.7,
    storage_days: 7,
    min_order: 50_000,
    hours: 'short',
    without: ['dveri', 'oboi-i-dekor'],
    points: [],
    zones: [
      { name: 'Тихвин', places: ['тихвин'], days: [1, 2], from: 350, to_area: 1 },
      { name: 'Бокситогорск и Пикалёво', places: ['бокситогорск', 'пикалево'], days: [2, 4], from: 1290, to_area: 2 },
    ],
  },
  {
    id_1c: '00167',
    domain: 'kaliningrad',
    city: 'Калининград',
    region: 'Калининградская область',
    postal_code: '236000',
    cases: cases('Калининград', 'Калининграда', 'Калининграду', 'Калининград', 'Калининградом', 'Калининграде'),
    address: 'ул. Судостроительная, 96',
    phones: ['+7 (4012) 00-35-35', '+7 (4012) 00-35-36', '+7 (4012) 00-35-37'],
    latitude: 54.68421,
    longitude: 20.54017,
    time_zone: 'Europe/Kaliningrad',
    price_level: 1.11,
    assortment: 0.78,
    storage_days: 5,
    min_order: 0,
    hours: 'usual',
    without: ['dveri'],
    points: [
      point('00168', 'ул. Аллея Смелых, 18', 54.72311, 20.55873, 0.44),
      point('00169', 'пр. Победы, 131', 54.72014, 20.43122, 0.38),
    ],
    zones: [
      { name: 'Калининград', places: ['калининград'], days: [1, 1], from: 400, to_area: 1 },
      {
        name: 'Гурьевск и Светлогорск',
        places: ['гурьевск', 'светлогорск', 'зеленоградск', 'пионерский'],
        days: [1, 3],
        from: 990,
        to_area: 1.7,
      },
    ],
  },
];

/** Departments of another parent (a warehouse, an office): the shop must never show them (S7-01). */
export const hiddenDepartments = [
  {
    id_1c: '00201',
    domain: 'sklad-vologda',
    city: 'Вологда',
    name: 'Центральный склад',
    address: 'ул. Северная, 60',
    branch: '00131',
  },
  {
    id_1c: '00202',
    domain: 'office-vologda',
    city: 'Вологда',
    name: 'Бухгалтерия',
    address: 'ул. Гончарная, 2, офис 301',
    branch: '00131',
  },
  {
    id_1c: '00203',
    domain: 'sklad-pskov',
    city: 'Псков',
    name: 'Склад временного хранения',
    address: 'ул. Индустриальная, 5',
    branch: '00104',
  },
];
export const hiddenParent = '00099';

/** S9-03: store12 for the main branch, 'store' + id without leading zeros for the others. */
export function storeOf(id_1c: string): string {
  return id_1c === '00131' ? 'store12' : `store${id_1c.replace(/^0+/, '')}`;
}

export function columnOf(branch: DemoBranch): string {
  return branch.domain.replaceAll('-', '_');
}

export function b2bColumnOf(branch: DemoBranch): string {
  return `${columnOf(branch)}_b2b`;
}

/** Rows of weekday hours and the words of the same hours, lines split on ';' (S3-01). */
export const schedules = {
  long: {
    weekdays: [510, 1200],
    saturday: [600, 1200],
    sunday: [600, 1200],
    words: 'Пн–Пт 08:30–20:00;Сб–Вс 10:00–20:00',
  },
  usual: {
    weekdays: [540, 1200],
    saturday: [600, 1140],
    sunday: [600, 1140],
    words: 'Пн–Пт 09:00–20:00;Сб–Вс 10:00–19:00',
  },
  short: {
    weekdays: [540, 1140],
    saturday: [600, 1080],
    sunday: null,
    words: 'Пн–Пт 09:00–19:00;Сб 10:00–18:00;Вс выходной',
  },
  point: {
    weekdays: [540, 1200],
    saturday: [600, 1080],
    sunday: [600, 1080],
    words: 'Пн–Пт 09:00–20:00;Сб–Вс 10:00–18:00',
  },
} as const;
