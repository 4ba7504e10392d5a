import { ensure } from '#shared/ensure.ts';
import { plural } from '#shared/plurals.ts';
import { brandOf } from '../brands.ts';
import { bag, capital, comma, type Draft, goods, holding, packed, picture, piece } from './kind.ts';

const accent = (brand: string, shift = 0) => ensure(brandOf(brand).colours[shift % 3]);

goods('lopaty-sadovye', {
  share: 12,
  brands: ['МЕЖА', 'ГРЯДКА'],
  series: 'Копатель Пахарь Дёрн Земляк',
  axes: {
    kind: [
      ['штыковая', 1],
      ['совковая', 1.05],
      ['сапёрная', 0.8],
    ] as const,
    handle: [
      ['черенок из берёзы', 1],
      ['стальной черенок', 1.3],
    ] as const,
  },
  make: ({ brand, series, kind: [kind, factor], handle: [handle, more], random }): Draft => ({
    name: `Лопата ${kind} ${brand} ${series}, ${handle}`,
    specs: {
      vid: capital(kind),
      material: 'Рельсовая сталь',
      komplekt: capital(handle),
      dlina: kind === 'сапёрная' ? 0.8 : 1.2,
    },
    price: 790 * factor * more * (0.9 + random.next() * 0.3),
    weight_kg: 1.8,
    sold: piece,
    picture: picture('shovel', { accent: accent(brand), layout: 0, kind }),
    text: [
      'Рельсовая сталь не гнётся о камень и держит заточку сезон.',
      `${capital(handle)}${kind === 'сапёрная' ? ' с ручкой, общая длина 80 см' : ', подступ для ноги отогнут'}. Зимой храните подвешенной, тулейку смажьте.`,
    ],
    highlights: [capital(kind), 'Рельсовая сталь'],
  }),
});
goods('grabli', {
  share: 8,
  brands: ['МЕЖА', 'ГРЯДКА'],
  series: 'Листва Борозда Осень Огород',
  axes: {
    kind: [
      ['веерные', 1],
      ['витые', 0.9],
      ['прямые', 0.8],
    ] as const,
  },
  sizes: { name: 'Зубьев', values: [14, 12, 16, 22], label: (n) => `${n} ${n === 22 ? 'зуба' : 'зубьев'}` },
  make: ({ brand, series, kind: [kind, factor], size, random }): Draft => ({
    name: `Грабли ${kind} ${brand} ${series}, ${size} ${size === 22 ? 'зуба' : 'зубьев'}`,
    specs: { vid: capital(kind), sekciy: size, material: 'Сталь' },
    price: (260 + size * 22) * factor * (0.9 + random.next() * 0.25),
    weight_kg: 0.9,
    sold: piece,
    picture: picture('rake', { accent: accent(brand), layout: kind === 'веерные' ? 1 : 0, kind, count: size }),
    text: [
      kind === 'веерные' ? 'Собирают листья с газона и не рвут траву.' : 'Рыхлят комки и выравнивают грядку под посев.',
      'Черенок 120 см в комплекте, посадка на шуруп.',
    ],
    highlights: [`${size} ${size === 22 ? 'зуба' : 'зубьев'}`, capital(kind)],
  }),
});
goods('sekatory', {
  share: 8,
  brands: ['МЕЖА', 'ХВАТ'],
  series: 'Ветка Обрез Саженец Куст',
  axes: {
    kind: [
      ['контактный', 1],
      ['с наковальней', 1.1],
      ['с храповиком', 1.5],
    ] as const,
  },
  sizes: { name: 'Рез до', values: [20, 18, 25], label: (mm) => `до ${mm} мм` },
  make: ({ brand, series, kind: [kind, factor], size, random }): Draft => ({
    name: `Секатор ${kind} ${brand} ${series}, до ${size} мм`,
    specs: { vid: capital(kind), diametr: size, material: 'Сталь SK5' },
    price: (390 + size * 14) * factor * (0.9 + random.next() * 0.3),
    weight_kg: 0.25,
    sold: piece,
    picture: picture('secateurs', { accent: accent(brand) }),
    text: [
      `Режет живую ветку до ${size} мм без замятия. Лезвие SK5 точится обычным оселком.`,
      'После больного растения протрите лезвие спиртом, перед зимой смажьте шарнир.',
    ],
    highlights: [`Ветки до ${size} мм`, 'Сталь SK5'],
  }),
});
goods('shlangi-polivochnye', {
  share: 12,
  brands: ['РОСА', 'МЕЖА'],
  series: 'Армированный Садовый Гибкий Огородный',
  axes: {
    inch: [
      ['1/2"', 1, 12],
      ['3/4"', 1.6, 19],
      ['1"', 2.3, 25],
    ] as const,
    colour: [
      ['зелёный', '#4d8a3f'],
      ['жёлтый', '#c9a227'],
      ['оранжевый', '#d9752b'],
    ] as const,
  },
  sizes: { name: 'Длина', values: [25, 20, 50, 15], label: (m) => `${m} м` },
  make: ({ brand, series, inch: [inch, factor], colour: [colour, hex], size, random }): Draft => ({
    name: `Шланг поливочный ${brand} ${series}, ${inch}, ${colour}, ${size} м`,
    specs: { dlina: size, rezba: inch, cvet: capital(colour), davlenie: 20, material: 'ПВХ' },
    price: size * 46 * factor * (0.9 + random.next() * 0.2),
    weight_kg: size * 0.14 * factor,
    sold: holding(size, 'м', 'бухта'),
    picture: picture('hose', { accent: hex, title: 'Шланг армированный', size: '' }),
    text: [
      `Три слоя с нитью выдерживают 20 бар, не перекручивается и не твердеет до −10 °C. Внутри ${inch}.`,
      'Зимой слейте воду и уберите в сарай: солнце и лёд старят шланг быстрее, чем полив.',
    ],
    highlights: [`${size} м`, inch, 'Рабочее давление 20 бар'],
  }),
});
goods('leyki', {
  share: 8,
  brands: ['РОСА', 'ГРЯДКА'],
  series: 'Капелька Ручеёк Дождик Росинка',
  axes: {
    colour: [
      ['зелёная', '#4d8a3f'],
      ['синяя', '#2b5d8f'],
      ['красная', '#b5401f'],
    ] as const,
  },
  sizes: { name: 'Объём', values: [10, 5, 8, 1.5], label: (l) => `${comma(l)} л` },
  make: ({ brand, series, colour: [colour, hex], size, random }): Draft => {
    const material = random.pick(['Пластик', 'Оцинкованная сталь']);
    return {
      name: `Лейка ${brand} ${series}, ${colour}, ${comma(size)} л`,
      specs: { obem: size, cvet: capital(colour), material },
      price: (120 + size * 38) * (0.9 + random.next() * 0.25),
      weight_kg: 0.3 + size * 0.06,
      sold: piece,
      picture: picture('wateringCan', { accent: hex, size: '', kind: material.toLowerCase() }),
      text: [
        'Рассеиватель снимается: рассаду поливайте мелким дождём, кусты — струёй.',
        `Объём ${comma(size)} л, ручка смещена к центру тяжести: полная лейка не клюёт носом.`,
      ],
      highlights: [`${comma(size)} л`, 'Съёмный рассеиватель'],
    };
  },
});

type Seed = readonly [plant: string, variety: string, days: number, sow: string, grams: string, colour: string];
function seeds(category: string, share: number, layout: number, sorts: readonly Seed[], kind: string) {
  goods(category, {
    share,
    brands: ['ГРЯДКА'],
    series: 'Семена',
    axes: {
      sort: sorts,
      pack: [
        ['', 1],
        ['двойная фасовка', 1.7],
      ] as const,
    },
    make: ({ series, sort: [plant, variety, days, sow, grams, colour], pack: [pack, factor], random }): Draft => ({
      name: `${plant} «${variety}» ГРЯДКА${series.slice('Семена'.length)}, ${pack ? `${pack}, ` : ''}${grams}`,
      specs: { vid: plant, srok_poseva: sow, srok_sozrevaniya: days, naznachenie: kind },
      price: (plant === 'Огурец' || plant === 'Томат' ? 42 : 28) * factor * (0.9 + random.next() * 0.4),
      weight_kg: 0.01,
      sold: { ...piece, unit: 'упак.', base_unit: 'упак.' },
      picture: picture('seeds', { accent: colour, brand: 'ГРЯДКА', title: plant, size: '', layout }),
      text: [
        `${plant} сорта «${variety}», от всходов ${days} ${plural(days, 'день', 'дня', 'дней')}. Для Северо-Запада: в теплице или под плёнкой, если лето тёплое.`,
        `Посев: ${sow.toLowerCase()}. Всхожесть не ниже 85 %, срок годности — на клапане пакета.`,
      ],
      highlights: [
        `${days} ${plural(days, 'день', 'дня', 'дней')} до ${kind === 'Цветы' ? 'цветения' : 'урожая'}`,
        `Посев: ${sow.toLowerCase()}`,
      ],
    }),
  });
}
seeds(
  'semena-ovoshchey',
  18,
  1,
  [
    ['Томат', 'Вологодский ранний', 95, 'Март', '0,1 г', '#d0452f'],
    ['Томат', 'Белая ночь', 108, 'Март', '0,1 г', '#e0852f'],
    ['Томат', 'Поморский', 100, 'Март', '0,1 г', '#b3261e'],
    ['Огурец', 'Сухона F1', 42, 'Апрель', '10 шт.', '#4d8a3f'],
    ['Огурец', 'Хрустящий', 45, 'Апрель', '10 шт.', '#3f7d4c'],
    ['Морковь', 'Сладкоежка', 90, 'Май', '2 г', '#d9752b'],
    ['Свёкла', 'Северянка', 85, 'Май', '3 г', '#7d2b4a'],
    ['Капуста', 'Купчиха', 115, 'Апрель', '0,3 г', '#7fa86a'],
    ['Перец сладкий', 'Лапоть', 110, 'Февраль', '0,2 г', '#c8372d'],
    ['Кабачок', 'Сенокос', 48, 'Май', '8 шт.', '#6f9a4a'],
    ['Редис', 'Двадцать дней', 22, 'Май', '3 г', '#b83a5a'],
    ['Тыква', 'Карета', 105, 'Май', '6 шт.', '#e08a2b'],
  ],
  'Овощи',
);
seeds(
  'semena-cvetov',
  10,
  0,
  [
    ['Астра', 'Подружки', 110, 'Апрель', '0,3 г', '#6b3f6e'],
    ['Бархатцы', 'Рыжик', 60, 'Апрель', '0,2 г', '#e08a2b'],
    ['Петуния', 'Лунный сад', 80, 'Февраль', '10 шт.', '#8a4a9a'],
    ['Настурция', 'Заря во ржи', 55, 'Май', '2 г', '#d9572b'],
    ['Васильки', 'Поле за рекой', 65, 'Май', '0,5 г', '#3c6fc4'],
    ['Космея', 'Хоровод', 75, 'Май', '0,5 г', '#c75b8a'],
    ['Календула', 'Солнышко', 60, 'Май', '1 г', '#e2a12a'],
    ['Виола', 'Анютины глазки', 90, 'Март', '0,1 г', '#5a4a9a'],
  ],
  'Цветы',
);
seeds(
  'semena-zeleni',
  8,
  0,
  [
    ['Укроп', 'Окрошка', 40, 'Май', '3 г', '#5a9a4a'],
    ['Петрушка', 'Кружево', 70, 'Апрель', '2 г', '#3f7d4c'],
    ['Салат', 'Хрустик', 45, 'Май', '1 г', '#8ab84a'],
    ['Базилик', 'Ночной', 60, 'Апрель', '0,3 г', '#6b3f6e'],
    ['Шпинат', 'Богатырь-лист', 30, 'Май', '2 г', '#2f7350'],
    ['Лук на перо', 'Стрелка', 40, 'Апрель', '1 г', '#6f9a4a'],
  ],
  'Зелень',
);
function soil(
  category: string,
  noun: string,
  series: string,
  uses: readonly (readonly [use: string, factor: number])[],
  sizes: readonly number[],
  unit: 'л' | 'кг',
  price: number,
  about: string,
) {
  goods(category, {
    share: 10,
    brands: ['ДОБРОЗЁМ', 'ГРЯДКА'],
    series,
    axes: { use: uses },
    sizes: { name: unit === 'л' ? 'Объём' : 'Вес', values: sizes, label: (n) => `${comma(n)} ${unit}` },
    make: ({ brand, series, use: [use, factor], size, random }): Draft => ({
      name: `${noun} ${brand} ${series}, ${use}, ${comma(size)} ${unit}`,
      specs: {
        [unit === 'л' ? 'obem' : 'ves']: size,
        naznachenie: capital(use),
        sostav:
          unit === 'л' ? 'торф низинный и верховой, песок, известковая мука' : 'азот, фосфор, калий, микроэлементы',
      },
      price: price * size * (size < ensure(sizes[0]) ? 1.3 : 1) * factor * (0.9 + random.next() * 0.2),
      weight_kg: unit === 'л' ? size * 0.45 : size,
      sold: unit === 'кг' ? bag(size) : holding(size, 'л', 'меш.', { tiers: [[10, 0.05]] }),
      picture: packed('bag', brand, noun, '', noun.length),
      text: [
        about,
        `${capital(use)}: ${comma(size)} ${unit}. ${unit === 'л' ? 'Кислотность 5,5–6,5, азот и микроэлементы внесены на месяц роста.' : 'Норма и сроки — в таблице на обороте, передозировка хуже недостатка.'}`,
      ],
      highlights: [`${comma(size)} ${unit}`, capital(use)],
    }),
  });
}
soil(
  'grunty',
  'Грунт',
  'Живая_земля Рассвет Перегной Пахота',
  [
    ['универсальный', 1],
    ['для рассады', 1.15],
    ['для цветов', 1.2],
    ['для хвойных', 1.3],
  ],
  [25, 5, 50, 10],
  'л',
  13,
  'Просеян и пропарен: без семян сорняков и личинок.',
);
soil(
  'udobreniya',
  'Удобрение',
  'Урожайное Осеннее Весна Щедрое',
  [
    ['для овощей', 1],
    ['для газона', 1.1],
    ['для ягод', 1.1],
    ['для картофеля', 0.95],
  ],
  [5, 1, 10],
  'кг',
  96,
  'Гранулы растворяются постепенно и питают месяц.',
);
goods('gorshki-i-kashpo', {
  share: 10,
  brands: ['ГРЯДКА', 'БЛЮДЦЕ'],
  series: 'Глинка Подоконник Терраса Оранжерея',
  axes: {
    colour: [
      ['терракотовый', '#c06f45'],
      ['белый', '#e6e2d8'],
      ['графит', '#4a4d4f'],
      ['зелёный', '#5a7d5a'],
      ['голубой', '#7fa6b8'],
    ] as const,
  },
  sizes: { name: 'Диаметр', values: [18, 14, 22, 30], label: (cm) => `${cm} см` },
  make: ({ brand, series, colour: [colour, hex], size, random }): Draft => ({
    name: `Горшок цветочный ${brand} ${series}, ${colour}, ${size} см`,
    specs: {
      diametr_cm: size,
      cvet: capital(colour),
      material: brand === 'БЛЮДЦЕ' ? 'Керамика' : 'Пластик',
      obem: Math.round(size ** 3 / 1_800),
    },
    price: size * (brand === 'БЛЮДЦЕ' ? 34 : 15) * (0.9 + random.next() * 0.3),
    weight_kg: size * (brand === 'БЛЮДЦЕ' ? 0.08 : 0.02),
    sold: piece,
    picture: picture('plantPot', { accent: hex, kind: brand === 'БЛЮДЦЕ' ? 'керамика' : 'пластик' }),
    text: [
      `С поддоном и отверстием для воды, ${size} см в верхней части. ${brand === 'БЛЮДЦЕ' ? 'Керамика дышит, земля не закисает.' : 'Лёгкий пластик не трескается на балконе.'}`,
      'На дно положите два сантиметра керамзита.',
    ],
    highlights: [`Диаметр ${size} см`, 'Поддон в комплекте'],
  }),
});
goods('mangaly', {
  share: 10,
  brands: ['ЖАР', 'МЕЖА'],
  series: 'Шашлык Пикник Дачный Усадьба',
  lead_days: [2, 5],
  axes: {
    kind: [
      ['разборный', 1],
      ['складной, в чехле', 1.3],
      ['с крышей', 3.4],
    ] as const,
    steel: [
      ['сталь 2 мм', 1],
      ['сталь 3 мм', 1.45],
    ] as const,
  },
  sizes: { name: 'Шампуров', values: [8, 6, 10], label: (n) => `на ${n} ${skewers(n)}` },
  make: ({ brand, series, kind: [kind, factor], steel: [steel, more], size, random }): Draft => ({
    name: `Мангал ${kind} ${brand} ${series}, ${steel}, на ${size} ${skewers(size)}`,
    specs: { vid: capital(kind), material: capital(steel), sekciy: size },
    price: (650 + size * 105) * factor * more * (0.9 + random.next() * 0.25),
    weight_kg: size * 0.8 * more,
    sold: piece,
    picture: picture('grill', { accent: accent(brand), brand, kind, count: size }),
    text: [
      `${capital(steel)} не ведёт от жара, дно с прорезями для тяги. Помещается ${size} ${skewers(size)}.`,
      'Перед первой готовкой прожгите его пустым полчаса: сгорит заводское масло.',
    ],
    highlights: [`На ${size} ${skewers(size)}`, capital(steel)],
  }),
});
goods('ugol-i-rozzhig', {
  share: 8,
  brands: ['ЖАР', 'ЛЕСОВЕД'],
  series: 'Полянка Жаркий Долгий Костёр',
  axes: {
    kind: [
      ['уголь берёзовый', 1],
      ['брикеты', 1.2],
      ['уголь дубовый', 1.3],
    ] as const,
  },
  sizes: { name: 'Вес', values: [3, 5, 10], label: (kg) => `${kg} кг` },
  make: ({ brand, series, kind: [kind, factor], size, random }): Draft => ({
    name: `${capital(kind)} ${brand} ${series}, ${size} кг`,
    specs: { ves: size, vid: capital(kind) },
    price: size * 78 * factor * (0.9 + random.next() * 0.2),
    weight_kg: size,
    sold: bag(size),
    picture: packed('bag', brand, capital(kind), '', 0, { paper: '#cdb48a' }),
    text: [
      `Горит ровно ${kind === 'брикеты' ? 'до трёх часов' : 'около полутора часов'}, пыли на дне мешка меньше 3 %.`,
      'Разжигайте горкой со щепой, готовьте на белом пепле. Остатки держите в сухом ведре.',
    ],
    highlights: [`${size} кг`, capital(kind)],
  }),
});
goods('lopaty-dlya-snega', {
  share: 12,
  brands: ['ЗИМОВЬЕ', 'МЕЖА'],
  series: 'Снегирь Метелица Сугроб Буран',
  axes: {
    edge: [
      ['с алюминиевой кромкой', 1],
      ['со стальной кромкой', 1.1],
      ['цельнолитая', 0.75],
    ] as const,
    colour: [
      ['синяя', '#2b5d8f'],
      ['красная', '#b3261e'],
      ['оранжевая', '#d9752b'],
      ['зелёная', '#2f7350'],
    ] as const,
  },
  make: ({ brand, series, edge: [edge, factor], colour: [colour, hex], random }): Draft => ({
    name: `Лопата для уборки снега ${brand} ${series}, ${edge}, ${colour}, черенок`,
    specs: {
      razmer: '50 × 37 см',
      material: 'Морозостойкий пластик',
      vid: capital(edge),
      cvet: capital(colour),
      massa: 1.6,
    },
    price: 890 * factor * (0.88 + random.next() * 0.25),
    weight_kg: 1.6,
    sold: piece,
    picture: picture('shovel', { accent: hex, layout: 1, kind: edge }),
    text: [
      'Ковш 50 × 37 см не колется в −30 °C, рёбра жёсткости держат мокрый снег.',
      `${capital(edge)}, черенок 120 см с V-образной ручкой. Мокрый снег берите на полковша.`,
    ],
    highlights: ['Ковш 50 × 37 см', 'До −30 °C', 'Черенок в комплекте'],
  }),
});
goods('protivogololednye-sredstva', {
  share: 8,
  brands: ['ЗИМОВЬЕ', 'ДОБРОЗЁМ'],
  series: 'Лёд-стоп Ступень Дорожка Двор',
  axes: {
    kind: [
      ['соль и мраморная крошка', 1],
      ['гранитная крошка', 0.8],
      ['хлористый кальций, до −25 °C', 1.9],
    ] as const,
  },
  sizes: { name: 'Вес', values: [10, 5, 25], label: (kg) => `${kg} кг` },
  make: ({ brand, series, kind: [kind, factor], size, random }): Draft => ({
    name: `Средство противогололёдное ${brand} ${series}, ${kind}, ${size} кг`,
    specs: { ves: size, sostav: kind, naznachenie: 'Дорожки и ступени' },
    price: size * 32 * factor * (0.9 + random.next() * 0.2),
    weight_kg: size,
    sold: bag(size),
    picture: packed('bag', brand, 'Против гололёда', '', 1),
    text: [
      `Состав: ${kind}. Рассыпайте 50–80 г на квадратный метр до снегопада или по очищенному льду.`,
      'Ковёр у входа собирает крошку; лапы собаки после прогулки ополосните.',
    ],
    highlights: [`${size} кг`, 'Расход 50–80 г/м²'],
  }),
});

function skewers(count: number): string {
  return plural(count, 'шампур', 'шампура', 'шампуров');
}
