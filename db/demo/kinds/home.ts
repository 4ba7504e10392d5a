import { ensure } from '#shared/ensure.ts';
import { plural } from '#shared/plurals.ts';
import { brandOf } from '../brands.ts';
import { masculine } from '../masculine.ts';
import { capital, comma, type Draft, goods, holding, packed, picture, piece } from './kind.ts';

const accent = (brand: string, shift = 0) => ensure(brandOf(brand).colours[shift % 3]);

const enamel = [
  ['красная', '#b8402c'],
  ['синяя', '#2b5d8f'],
  ['зелёная', '#3f7d5c'],
  ['сталь', '#b9bec2'],
  ['бежевая', '#d8c3a0'],
] as const;
goods('kastryuli', {
  share: 14,
  brands: ['УТВАРЬ', 'ЧУГУНОК'],
  series: 'Кухня Щи Уха Семейная',
  axes: {
    lid: [
      ['стеклянная крышка', 1.1],
      ['металлическая крышка', 1],
    ] as const,
    colour: enamel,
  },
  sizes: { name: 'Объём', values: [3.5, 2, 5.5, 8], label: (l) => `${comma(l)} л` },
  make: ({ brand, series, lid: [lid, factor], colour: [colour, hex], size, random }): Draft => ({
    name: `Кастрюля ${brand} ${series}, ${colour}, ${lid}, ${comma(size)} л`,
    specs: {
      obem: size,
      cvet: capital(colour),
      material: colour === 'сталь' ? 'Нержавеющая сталь' : 'Эмалированная сталь',
      indukciya: true,
      posudomoyka: colour === 'сталь',
      komplekt: capital(lid),
    },
    price: (490 + size * 260) * factor * (colour === 'сталь' ? 1.35 : 1) * (0.9 + random.next() * 0.25),
    weight_kg: 0.8 + size * 0.3,
    sold: piece,
    picture: picture('pot', { accent: hex, size: '', kind: lid }),
    text: [
      `${comma(size)} л: ${size < 3 ? 'каша и соус на двоих' : size < 5 ? 'суп на семью из трёх' : 'щи на два дня или компот'}. Дно 3 мм греется ровно, годится для индукции.`,
      colour === 'сталь'
        ? 'Сталь 18/10 не даёт привкуса, можно мыть в машине.'
        : 'Эмаль не царапайте металлической губкой и не ставьте пустой на огонь.',
    ],
    highlights: [`${comma(size)} л`, capital(lid), 'Для всех плит'],
  }),
});
goods('skovorody', {
  share: 12,
  brands: ['ЧУГУНОК', 'УТВАРЬ'],
  series: 'Румяная Утренняя Печь Праздничная',
  axes: {
    kind: [
      ['чугунная', 1],
      ['с антипригарным покрытием', 1.15],
      ['блинная', 0.8],
    ] as const,
  },
  sizes: { name: 'Диаметр', values: [26, 24, 28, 20], label: (cm) => `${cm} см` },
  make: ({ brand, series, kind: [kind, factor], size, random }): Draft => ({
    name: `Сковорода ${kind} ${brand} ${series}, ${size} см`,
    specs: {
      diametr_cm: size,
      material: kind === 'чугунная' ? 'Чугун' : 'Алюминий',
      vid: capital(kind),
      indukciya: kind === 'чугунная',
    },
    price: size * 49 * factor * (0.9 + random.next() * 0.3),
    weight_kg: kind === 'чугунная' ? size / 10 : size / 24,
    sold: piece,
    picture: picture('pan', {
      accent: kind === 'чугунная' ? '#33322f' : accent(brand, 1),
      layout: kind === 'блинная' ? 1 : 0,
    }),
    text: [
      kind === 'чугунная'
        ? 'Прокалите с маслом перед первой готовкой: слой масла и есть её антипригарное покрытие.'
        : 'Покрытие в три слоя: жарьте на среднем огне деревянной лопаткой.',
      `Диаметр ${size} см по верхнему краю, ручка не греется.`,
    ],
    highlights: [`${size} см`, capital(kind)],
  }),
});
goods('chayniki', {
  share: 9,
  brands: ['УТВАРЬ', 'ЧУГУНОК'],
  series: 'Певун Самоварный Дача Росинка',
  axes: { colour: enamel },
  sizes: { name: 'Объём', values: [2.5, 1.8, 3], label: (l) => `${comma(l)} л` },
  make: ({ brand, series, colour: [colour, hex], size, random }): Draft => ({
    name: `Чайник со свистком ${brand} ${series}, ${masculine(colour)}, ${comma(size)} л`,
    specs: {
      obem: size,
      cvet: capital(colour),
      material: colour === 'сталь' ? 'Нержавеющая сталь' : 'Эмалированная сталь',
      indukciya: true,
    },
    price: (690 + size * 330) * (0.9 + random.next() * 0.25),
    weight_kg: 1,
    sold: piece,
    picture: picture('kettle', { accent: hex }),
    text: [
      `Свистит громко, носик открывается с ручки. ${comma(size)} л — на ${Math.round(size * 4)} чашек.`,
      'Накипь снимите лимонной кислотой: ложка на литр, вскипятить и остудить.',
    ],
    highlights: [`${comma(size)} л`, 'Для всех плит'],
  }),
});
const glazes = [
  ['белый', '#f1efe8'],
  ['голубой', '#a9c4d1'],
  ['терракота', '#c98a63'],
  ['зелёный', '#8fae94'],
  ['с васильками', '#dfe7f1'],
] as const;
function ware(
  category: string,
  noun: string,
  drawing: string,
  series: string,
  sizes: readonly (readonly [label: string, price: number, specs: Record<string, number>])[],
  brandList: string[],
  about: string,
  endings: 'f' | 'm',
) {
  goods(category, {
    share: 11,
    brands: brandList,
    series,
    axes: { colour: glazes, count: [1, 6] },
    sizes: { name: 'Размер', values: sizes, label: ([label]) => label },
    make: ({ brand, series, colour: [colour, hex], count, size: [label, price, specs], random }): Draft => {
      const shade = endings === 'f' ? colour.replace(/ый$/, 'ая').replace(/ой$/, 'ая') : colour;
      return {
        name: `${count === 1 ? noun : `Набор: ${noun.toLowerCase()}`} ${brand} ${series}, ${shade}, ${label}${count > 1 ? `, ${count} шт.` : ''}`,
        specs: {
          ...specs,
          cvet: capital(shade),
          material: brand === 'СТЕКЛЯРУС' ? 'Стекло' : 'Фарфор',
          posudomoyka: true,
          ...(count > 1 && { predmetov: count }),
        },
        price: price * count * (count > 1 ? 0.88 : 1) * (0.88 + random.next() * 0.35),
        weight_kg: 0.3 * count,
        sold: count > 1 ? holding(count, 'шт.', 'набор') : piece,
        picture: picture(drawing, { accent: hex, kind: colour, count }),
        text: [
          about,
          `Размер ${label}. Подходит для микроволновки и посудомоечной машины; стопка из шести занимает одну полку.`,
        ],
        highlights: [label, ...(count > 1 ? [`${count} шт.`] : []), 'Можно мыть в машине'],
      };
    },
  });
}
ware(
  'tarelki',
  'Тарелка',
  'plate',
  'Трапеза Лён Лужок Полевая',
  [
    ['обеденная 26 см', 290, { diametr_cm: 26 }],
    ['десертная 20 см', 210, { diametr_cm: 20 }],
    ['суповая 22 см', 270, { diametr_cm: 22 }],
  ],
  ['БЛЮДЦЕ'],
  'Плотный фарфор с глазурью: вилка не оставляет серых следов.',
  'f',
);
ware(
  'kruzhki',
  'Кружка',
  'mug',
  'Чаёвница Бодрая Утро Изба',
  [
    ['350 мл', 220, { obem_ml: 350 }],
    ['250 мл', 190, { obem_ml: 250 }],
    ['500 мл', 290, { obem_ml: 500 }],
  ],
  ['БЛЮДЦЕ'],
  'Широкая ручка на четыре пальца, дно шлифовано и не царапает стол.',
  'f',
);
goods('bokaly-i-stakany', {
  share: 9,
  brands: ['СТЕКЛЯРУС'],
  series: 'Хрусталик Звон Праздник Компот',
  axes: {
    kind: [
      ['для вина', 1, 350],
      ['для воды', 0.7, 300],
      ['для шампанского', 1.1, 200],
      ['гранёные', 0.5, 250],
    ] as const,
  },
  sizes: { name: 'В наборе', values: [6, 2, 4], label: (n) => `${n} шт.` },
  make: ({ brand, series, kind: [kind, factor, ml], size, random }): Draft => ({
    name: `${kind === 'для воды' || kind === 'гранёные' ? 'Стаканы' : 'Бокалы'} ${kind} ${brand} ${series}, ${ml} мл, ${size} шт.`,
    specs: { obem_ml: ml, predmetov: size, material: 'Стекло', posudomoyka: true, naznachenie: capital(kind) },
    price: 165 * size * factor * (0.9 + random.next() * 0.3),
    weight_kg: 0.25 * size,
    sold: holding(size, 'шт.', 'набор'),
    picture: picture('glass', { accent: '#bcd3d6', kind }),
    text: [
      `Прозрачное стекло без зелёного оттенка, кромка оплавлена. Объём ${ml} мл.`,
      'Мойте на верхней полке при 55 °C, коробку с перегородками оставьте для хранения.',
    ],
    highlights: [`${ml} мл`, `${size} шт.`],
  }),
});
goods('konteynery-dlya-produktov', {
  share: 10,
  brands: ['СТЕКЛЯРУС', 'КЛАДОВКА'],
  series: 'Свежее Обед Заготовка Морозилка',
  axes: {
    kind: [
      ['стеклянный', 2.2],
      ['пластиковый', 1],
    ] as const,
    colour: [
      ['синяя крышка', '#2b5d8f'],
      ['зелёная крышка', '#4d8a3f'],
      ['красная крышка', '#b5401f'],
    ] as const,
  },
  sizes: { name: 'Объём', values: [0.8, 0.4, 1.5, 3], label: (l) => `${comma(l)} л` },
  make: ({ brand, series, kind: [kind, factor], colour: [colour, hex], size, random }): Draft => ({
    name: `Контейнер для продуктов ${kind} ${brand} ${series}, ${colour}, ${comma(size)} л`,
    specs: {
      obem: size,
      material: kind === 'стеклянный' ? 'Стекло' : 'Пластик',
      cvet: capital(ensure(colour.split(' ')[0])),
      posudomoyka: true,
    },
    price: (70 + size * 130) * factor * (0.9 + random.next() * 0.25),
    weight_kg: size * (kind === 'стеклянный' ? 0.7 : 0.15),
    sold: piece,
    picture: picture('container', { accent: hex, body: kind === 'стеклянный' ? '#d3e0e0' : '#e9e7e0', kind }),
    text: [
      `Крышка с силиконом на четырёх защёлках не протекает в сумке. ${kind === 'стеклянный' ? 'Стекло можно в духовку без крышки.' : 'Пластик для морозилки и микроволновки.'}`,
      'Ставьте один в другой: набор занимает место одного.',
    ],
    highlights: [`${comma(size)} л`, 'Герметичная крышка'],
  }),
});
goods('banki-steklyannye', {
  share: 8,
  brands: ['СТЕКЛЯРУС', 'КЛАДОВКА'],
  series: 'Закрутка Варенье Погребок Соленья',
  axes: {
    lid: [
      ['крышка твист-офф', 1],
      ['бугельный замок', 2.4],
      ['под закатку', 0.8],
    ] as const,
  },
  sizes: { name: 'Объём', values: [0.5, 0.75, 1, 3], label: (l) => `${comma(l)} л` },
  make: ({ brand, series, lid: [lid, factor], size, random }): Draft => ({
    name: `Банка стеклянная ${brand} ${series}, ${lid}, ${comma(size)} л`,
    specs: { obem: size, material: 'Стекло', vid: capital(lid) },
    price: (28 + size * 40) * factor * (0.9 + random.next() * 0.2),
    weight_kg: 0.3 * size + 0.1,
    sold: { ...piece, package: 12, tiers: [[12, 0.08]] },
    picture: picture('jar', {
      kind: lid,
      accent: lid.startsWith('крышка') ? '#b5401f' : lid.startsWith('буг') ? '#9aa0a4' : '#d9a53a',
    }),
    text: [
      `${capital(lid)}, стекло без пузырей выдерживает стерилизацию.`,
      'Перед заливкой прогрейте банку, ставьте на дерево или ткань. Горячее не ставьте на мокрое.',
    ],
    highlights: [`${comma(size)} л`, capital(lid)],
  }),
});
goods('nozhi-kuhonnye', {
  share: 9,
  brands: ['УТВАРЬ', 'ЧУГУНОК'],
  series: 'Булат Засека Строгий Хозяйка',
  axes: {
    kind: [
      ['поварской', 1, 20],
      ['для овощей', 0.5, 9],
      ['хлебный', 0.9, 20],
      ['разделочный', 0.8, 15],
    ] as const,
    handle: [
      ['ручка из бука', '#8a5a2b'],
      ['чёрная ручка', '#33322f'],
    ] as const,
  },
  make: ({ brand, series, kind: [kind, factor, cm], handle: [handle, hex], random }): Draft => ({
    name: `Нож ${kind} ${brand} ${series}, ${handle}, ${cm} см`,
    specs: { dlina_mm: cm * 10, material: 'Сталь X50CrMoV15', vid: capital(kind), komplekt: capital(handle) },
    price: 990 * factor * (0.85 + random.next() * 0.5),
    weight_kg: 0.15,
    sold: piece,
    picture: picture('knife', { accent: hex, size: `${cm}`, kind }),
    text: [
      `Лезвие ${cm} см, твёрдость 56 HRC: ${kind === 'хлебный' ? 'волна режет корку и не мнёт мякиш' : 'точится мусатом и долго держит кромку'}.`,
      'Мойте руками и вытирайте сразу, режьте на дереве или пластике.',
    ],
    highlights: [`${cm} см`, capital(kind)],
  }),
});
goods('doski-razdelochnye', {
  share: 8,
  brands: ['УТВАРЬ', 'КРЯЖ'],
  series: 'Торец Ломтик Стол Кухня',
  axes: {
    wood: [
      ['бук', '#c79256'],
      ['берёза', '#e0c290'],
      ['дуб', '#a8743c'],
    ] as const,
    kind: [
      ['с желобком', 1.15],
      ['гладкая', 1],
    ] as const,
  },
  sizes: {
    name: 'Размер',
    values: [
      ['40 × 30 см', 1],
      ['30 × 20 см', 0.6],
      ['50 × 35 см', 1.5],
    ] as const,
    label: ([label]) => label,
  },
  make: ({ brand, series, wood: [wood, hex], kind: [kind, factor], size: [label, scale], random }): Draft => ({
    name: `Доска разделочная ${brand} ${series}, ${wood}, ${kind}, ${label}`,
    specs: { razmer: label, material: capital(wood), vid: capital(kind) },
    price: 990 * scale * factor * (0.85 + random.next() * 0.3),
    weight_kg: 1.6 * scale,
    sold: piece,
    picture: picture('cuttingBoard', { body: hex, kind }),
    text: [
      `${capital(wood)} пропитан маслом, доска не тупит нож и не коробится. Толщина 25 мм.`,
      'Не замачивайте; раз в месяц протирайте минеральным маслом.',
    ],
    highlights: [label, capital(wood)],
  }),
});

goods('shvabry-i-vedra', {
  share: 12,
  brands: ['ЧИСТО', 'КЛАДОВКА'],
  series: 'Порядок Суббота Вихрь Половица',
  axes: {
    kind: [
      ['набор с отжимом', 1.6],
      ['швабра плоская', 1],
      ['ведро с отжимом', 0.7],
    ] as const,
    colour: [
      ['бирюзовый', '#2a7f86'],
      ['оранжевый', '#d9752b'],
      ['фиолетовый', '#6b3f6e'],
      ['серый', '#6f7678'],
    ] as const,
  },
  make: ({ brand, series, kind: [kind, factor], colour: [colour, hex], random }): Draft => ({
    name: `${capital(kind)} ${brand} ${series}, ${kind.startsWith('швабра') ? colour.replace(/ый$/, 'ая') : kind.startsWith('ведро') ? colour.replace(/ый$/, 'ое') : colour}`,
    specs: { cvet: capital(colour), vid: capital(kind), material: 'Микрофибра' },
    price: 1_090 * factor * (0.88 + random.next() * 0.3),
    weight_kg: 1.4,
    sold: piece,
    picture: picture('mop', { accent: hex, brand }),
    text: [
      'Отжим одной рукой, вода не течёт по локтю. Насадка стирается в машине сто раз.',
      'Ручка раздвигается до 130 см и встаёт вертикально в шкаф.',
    ],
    highlights: ['Сменная насадка', capital(colour)],
  }),
});
goods('salfetki-i-gubki', {
  share: 9,
  brands: ['ЧИСТО', 'ПЕНКА'],
  series: 'Блеск Крошка Стекло Кухня',
  axes: {
    kind: [
      ['салфетки из микрофибры', 1.6],
      ['губки для посуды', 0.7],
      ['салфетки вискозные', 0.9],
    ] as const,
  },
  sizes: { name: 'В упаковке', values: [5, 3, 10], label: (n) => `${n} шт.` },
  make: ({ brand, series, kind: [kind, factor], size, random }): Draft => ({
    name: `${capital(kind)} ${brand} ${series}, ${size} шт.`,
    specs: {
      v_upakovke: size,
      vid: capital(kind),
      material: kind.includes('микро') ? 'Микрофибра' : kind.includes('виск') ? 'Вискоза' : 'Поролон',
    },
    price: size * 27 * factor * (0.9 + random.next() * 0.25),
    weight_kg: 0.03 * size,
    sold: holding(size, 'шт.', 'упак.'),
    picture: packed('cloth', brand, capital(ensure(kind.split(' ')[0])), '', kind.length),
    text: [
      kind.startsWith('губки')
        ? 'Жёсткая сторона снимает пригар, мягкая не царапает покрытие.'
        : 'Собирает пыль сухой, моет без разводов влажной.',
      'Стирайте без кондиционера: он забивает волокно.',
    ],
    highlights: [`${size} шт.`, capital(kind)],
  }),
});
goods('shchetki-i-metly', {
  share: 9,
  brands: ['ЧИСТО', 'МЕЖА'],
  series: 'Дворник Порог Сор Чулан',
  axes: {
    kind: [
      ['щётка для пола', 1],
      ['метла уличная', 1.1],
      ['щётка с совком', 1.2],
    ] as const,
    colour: [
      ['зелёная', '#4d8a3f'],
      ['синяя', '#2b5d8f'],
      ['красная', '#b5401f'],
    ] as const,
  },
  make: ({ brand, series, kind: [kind, factor], colour: [colour, hex], random }): Draft => ({
    name: `${capital(kind)} ${brand} ${series}, ${colour}`,
    specs: { cvet: capital(colour), vid: capital(kind), dlina: 1.2, material: 'Полипропилен' },
    price: 320 * factor * (0.85 + random.next() * 0.4),
    weight_kg: 0.6,
    sold: piece,
    picture: picture('broom', { accent: hex }),
    text: [
      kind.startsWith('метла')
        ? 'Упругий ворс метёт мокрый снег, листву и песок.'
        : 'Расщеплённый ворс собирает пыль и волосы, не гоняет их по полу.',
      'Черенок 120 см на резьбе, храните подвешенной.',
    ],
    highlights: [capital(kind), 'Черенок 120 см'],
  }),
});
function chemistry(
  category: string,
  share: number,
  drawing: string,
  nouns: readonly (readonly [noun: string, factor: number])[],
  scents: readonly (readonly [scent: string, colour: string])[],
  sizes: readonly number[],
  price: number,
  about: string,
  series: string,
) {
  goods(category, {
    share,
    brands: ['ПЕНКА', 'ЧИСТО'],
    series,
    axes: { noun: nouns, scent: scents },
    sizes: { name: 'Объём', values: sizes, label: (l) => (l < 1 ? `${l * 1000} мл` : `${comma(l)} л`) },
    make: ({ brand, series, noun: [noun, factor], scent: [scent, hex], size, random }): Draft => ({
      name: `${noun} ${brand} ${series}, ${scent}, ${size < 1 ? `${size * 1000} мл` : `${comma(size)} л`}`,
      specs: { obem: size, vid: noun, sostav: 'вода, ПАВ 5–15 %, отдушка', aromat: capital(scent) },
      price: (40 + size * price) * factor * (0.9 + random.next() * 0.25),
      weight_kg: size * 1.05,
      sold: holding(String(size), 'л', 'шт.', { package: 6, tiers: [[6, 0.06]] }),
      picture: picture(drawing, { accent: hex, brand, title: noun }),
      text: [
        about,
        `Запах: ${scent}. Одной упаковки ${size < 1 ? `${size * 1000} мл` : `${comma(size)} л`} хватает примерно на ${Math.round(size * 30)} применений.`,
        'Держите закрытым и подальше от детей; при попадании в глаза промойте водой.',
      ],
      highlights: [
        `Объём ${size < 1 ? `${size * 1000} мл` : `${comma(size)} л`}`,
        scent === 'без запаха' ? 'Без запаха' : `Аромат: ${scent}`,
      ],
    }),
  });
}
const scents = [
  ['лимон', '#e2b52a'],
  ['яблоко', '#7fb04a'],
  ['алоэ', '#5aa88a'],
  ['без запаха', '#a9b6bb'],
] as const;
chemistry(
  'dlya-mytya-posudy',
  10,
  'bottle',
  [
    ['Средство для посуды', 1],
    ['Бальзам для посуды', 1.3],
    ['Гель для посудомоечной машины', 1.9],
  ],
  scents,
  [1, 0.5, 5],
  130,
  'Снимает жир в холодной воде и смывается без скрипа.',
  'Капля Блюдо Росинка Чистюля',
);
chemistry(
  'dlya-stirki',
  10,
  'bottle',
  [
    ['Гель для стирки', 1],
    ['Кондиционер для белья', 0.8],
    ['Пятновыводитель', 1.3],
  ],
  [
    ['лаванда', '#8a7fb8'],
    ['свежесть', '#5a9ab8'],
    ['без запаха', '#a9b6bb'],
    ['хлопок', '#d8a9b0'],
  ],
  [1.5, 1, 3],
  190,
  'Работает при 30 °C, полностью выполаскивается.',
  'Прачка Сундучок Снежок Лён',
);
chemistry(
  'dlya-vannoy-i-kuhni',
  10,
  'triggerBottle',
  [
    ['Средство от налёта', 1.1],
    ['Средство от жира', 1],
    ['Средство для стёкол', 0.8],
    ['Гель для унитаза', 0.9],
  ],
  scents,
  [0.5, 0.75],
  260,
  'Распылите, подождите пять минут и смойте: известь и мыло отходят без трения.',
  'Сияние Лоск Струйка Хруст',
);
goods('yashchiki-i-korziny', {
  share: 10,
  brands: ['КЛАДОВКА', 'ЧИСТО'],
  series: 'Антресоль Полка Гараж Детская',
  axes: {
    kind: [
      ['ящик с крышкой', 1],
      ['корзина с ручками', 0.8],
      ['ящик на колёсах', 1.4],
    ] as const,
    colour: [
      ['прозрачный', '#d3e0e0'],
      ['серый', '#9aa0a4'],
      ['бежевый', '#d8c3a0'],
      ['синий', '#2b5d8f'],
    ] as const,
  },
  sizes: { name: 'Объём', values: [30, 17, 50, 70], label: (l) => `${l} л` },
  make: ({ brand, series, kind: [kind, factor], colour: [colour, hex], size, random }): Draft => ({
    name: `${capital(kind)} ${brand} ${series}, ${kind.startsWith('корзина') ? colour.replace(/ый$/, 'ая').replace(/ий$/, 'яя') : colour}, ${size} л`,
    specs: { obem: size, cvet: capital(colour), vid: capital(kind), material: 'Пластик' },
    price: (190 + size * 13) * factor * (0.9 + random.next() * 0.25),
    weight_kg: 0.5 + size * 0.03,
    sold: piece,
    picture: picture('crate', { accent: hex, layout: kind.startsWith('корзина') ? 1 : 0, kind }),
    text: [
      `${size} ${plural(size, 'литр', 'литра', 'литров')}: ${size < 20 ? 'инструмент, крупа, игрушки' : size < 40 ? 'обувь и сезонная одежда' : 'одеяла и снаряжение'}. Ставится друг на друга до пяти штук.`,
      'Ручки защёлкивают крышку, мойте тёплой водой без растворителя.',
    ],
    highlights: [`${size} л`, capital(kind)],
  }),
});
goods('meshki-dlya-musora', {
  share: 9,
  brands: ['КЛАДОВКА', 'ЧИСТО'],
  series: 'Запас Завязки Крепыш Двор',
  axes: {
    micron: [
      [18, 1],
      [30, 1.6],
      [55, 2.9],
    ] as const,
    count: [20, 30, 10],
  },
  sizes: { name: 'Объём', values: [60, 35, 120, 240], label: (l) => `${l} л` },
  make: ({ brand, series, micron: [micron, factor], count, size, random }): Draft => ({
    name: `Мешки для мусора ${brand} ${series}, ${micron} мкм, ${size} л, ${count} шт.`,
    specs: { obem: size, v_upakovke: count, material: 'Полиэтилен', vid: `${micron} мкм` },
    price: count * (1.4 + size * 0.045) * factor * (0.9 + random.next() * 0.2),
    weight_kg: count * size * 0.0006,
    sold: holding(count, 'шт.', 'рул.'),
    picture: packed('trashRoll', brand, 'Мешки', '', 0),
    text: [
      `Плёнка ${micron} мкм ${micron > 50 ? 'держит битую плитку и обломки гипсокартона' : micron > 20 ? 'не рвётся о консервную банку' : 'для кухонного ведра'}.`,
      `В рулоне ${count} ${plural(count, 'мешок', 'мешка', 'мешков')} по ${size} л, отрываются по насечке.`,
    ],
    highlights: [`${size} л`, `${count} шт.`, `${micron} мкм`],
  }),
});

const doorColours = [
  ['белый', '#eeebe3'],
  ['дуб северный', '#c99a5f'],
  ['орех', '#7d5330'],
  ['серый', '#b3aca0'],
  ['венге', '#4d3a2c'],
] as const;
function door(
  category: string,
  noun: string,
  drawing: string,
  layout: number,
  price: number,
  series: string,
  about: string,
) {
  goods(category, {
    share: 14,
    brands: ['ПОРОГ', 'КРЯЖ'],
    series,
    lead_days: [4, 9],
    has_documents: true,
    axes: {
      cover:
        drawing === 'door'
          ? ([
              ['эмаль', 1.3],
              ['экошпон', 1],
              ['массив сосны', 1.7],
            ] as const)
          : ([
              ['сталь 1,5 мм', 1],
              ['терморазрыв', 1.6],
            ] as const),
      colour: doorColours,
    },
    sizes: { name: 'Ширина', values: [800, 700, 600, 900], label: (mm) => `${drawing === 'door' ? mm : mm + 60} мм` },
    make: ({ brand, series, cover: [cover, factor], colour: [colour, hex], size, random }): Draft => {
      const width = drawing === 'door' ? size : size + 60;
      return {
        name: `${noun} ${brand} ${series}, ${cover}, цвет ${colour}, ${width} × ${drawing === 'door' ? 2000 : 2050} мм`,
        specs: {
          shirina_mm: width,
          material: capital(cover),
          cvet: capital(colour),
          razmer: `${width} × ${drawing === 'door' ? 2000 : 2050} мм`,
          garantiya: 24,
        },
        price: price * factor * (size > 850 ? 1.1 : 1) * (0.88 + random.next() * 0.35),
        weight_kg: drawing === 'door' ? 18 : 75,
        sold: piece,
        picture: picture(drawing, { body: hex, layout, count: width, kind: cover }),
        text: [
          about,
          `Полотно ${width} мм, покрытие: ${cover}. ${drawing === 'door' ? 'Коробка, наличник и фурнитура заказываются отдельно, зазор под порог не нужен.' : 'Два контура уплотнения, минеральная вата, глазок и ночная задвижка.'}`,
          'Замер в городе бесплатный, установка — после влажных работ.',
        ],
        highlights: [`${width} мм`, capital(cover), `Цвет: ${colour}`],
      };
    },
  });
}
door(
  'dveri-gluhie',
  'Дверь межкомнатная глухая',
  'door',
  0,
  5_900,
  'Уклад Тишь Светлица Горенка',
  'Щитовое полотно с заполнением гасит звук и не провисает.',
);
door(
  'dveri-so-steklom',
  'Дверь межкомнатная со стеклом',
  'door',
  1,
  7_400,
  'Рассвет Окошко Веранда Заря',
  'Матовое закалённое стекло пропускает свет и не просматривается.',
);
door(
  'vhodnye-dveri',
  'Дверь входная',
  'entranceDoor',
  0,
  21_900,
  'Застава Крепость Терем Острог',
  'Сварная рама с усилением в зоне замков, противосъёмные штыри.',
);
goods('dvernye-ruchki', {
  share: 10,
  brands: ['ЩЕКОЛДА', 'ПОРОГ'],
  series: 'Изгиб Ладья Усадьба Гладь',
  axes: {
    base: [
      ['на круглой розетке', 1],
      ['на квадратной розетке', 1.1],
      ['на планке', 1.2],
    ] as const,
  },
  sizes: {
    name: 'Цвет',
    values: [
      ['хром', '#c6ccd0'],
      ['чёрный', '#33322f'],
      ['бронза', '#8a6a3d'],
      ['золото', '#c9a24a'],
    ] as const,
    label: ([name]) => name,
  },
  make: ({ brand, series, base: [base, factor], size: [colour, hex], random }): Draft => ({
    name: `Ручка дверная ${brand} ${series}, ${base}, цвет ${colour}`,
    specs: { cvet: capital(colour), vid: capital(base), material: 'Алюминиевый сплав', garantiya: 36 },
    price: 890 * factor * (0.85 + random.next() * 0.5),
    weight_kg: 0.6,
    sold: { ...piece, unit: 'компл.', base_unit: 'компл.' },
    picture: picture('handle', { body: hex, layout: base.includes('план') ? 1 : base.includes('квадрат') ? 2 : 0 }),
    text: [
      'Пружина возвращает ручку ровно, квадрат 8 мм на полотно 35–45 мм.',
      'Не красится вместе с дверью: розетка снимается без винтов снаружи.',
    ],
    highlights: [capital(base), `Цвет: ${colour}`],
  }),
});
const lockLayouts = { 'врезной цилиндровый': 0, навесной: 1, 'врезной сувальдный': 2, накладной: 4 };
goods('zamki', {
  share: 9,
  brands: ['ЩЕКОЛДА', 'ПОРОГ'],
  series: 'Сундук Дозор Страж Ключник',
  axes: {
    kind: [
      ['врезной цилиндровый', 1],
      ['навесной', 0.4],
      ['врезной сувальдный', 1.3],
      ['накладной', 0.9],
    ] as const,
  },
  sizes: { name: 'Ключей', values: [5, 3], label: (n) => `${n} ${n === 5 ? 'ключей' : 'ключа'}` },
  make: ({ brand, series, kind: [kind, factor], size, random }): Draft => ({
    name: `Замок ${kind} ${brand} ${series}, ${size} ${size === 5 ? 'ключей' : 'ключа'}`,
    specs: { vid: capital(kind), material: 'Сталь', komplekt: `${size} ${size === 5 ? 'ключей' : 'ключа'}` },
    price: 1_490 * factor * (0.85 + random.next() * 0.45),
    weight_kg: 0.9,
    sold: piece,
    picture: picture('lock', {
      body: brand === 'ЩЕКОЛДА' ? '#c6ccd0' : '#c9a24a',
      layout: lockLayouts[kind],
      count: size,
    }),
    text: [
      kind === 'навесной'
        ? 'Закалённая дужка, корпус с защитой от воды.'
        : 'Четвёртый класс по взломостойкости, ригели 14 мм.',
      'Раз в год брызните графитовой смазкой, масло собирает пыль.',
    ],
    highlights: [capital(kind), `${size} ${size === 5 ? 'ключей' : 'ключа'}`],
  }),
});
goods('petli-dvernye', {
  share: 8,
  brands: ['ЩЕКОЛДА', 'СКОБА'],
  series: 'Крыло Створ Карта Плавная',
  axes: {
    kind: [
      ['без врезки', 1],
      ['врезная универсальная', 1.2],
      ['накладная', 1.4],
    ] as const,
  },
  sizes: {
    name: 'Цвет',
    values: [
      ['хром', '#c6ccd0'],
      ['бронза', '#8a6a3d'],
      ['чёрная', '#33322f'],
    ] as const,
    label: ([name]) => name,
  },
  make: ({ brand, series, kind: [kind, factor], size: [colour, hex], random }): Draft => ({
    name: `Петля дверная ${kind} ${brand} ${series}, 100 мм, ${colour}`,
    specs: { dlina_mm: 100, vid: capital(kind), cvet: capital(colour), nagruzka: 40, material: 'Сталь' },
    price: 165 * factor * (0.9 + random.next() * 0.3),
    weight_kg: 0.15,
    sold: { ...piece, package: 2 },
    picture: picture('hinge', { body: hex }),
    text: [
      'Две петли держат полотно до 40 кг, подшипник не скрипит.',
      `${capital(kind)}: ${kind === 'без врезки' ? 'ставится без стамески, зазор 3 мм' : 'выберите четверть по карте петли'}.`,
    ],
    highlights: ['100 мм', capital(kind)],
  }),
});

const papers: readonly (readonly [colour: string, body: string, accent: string])[] = [
  ['бежевый', '#e9dfcb', '#c2a878'],
  ['зелёный', '#dfe6dc', '#7fa08a'],
  ['голубой', '#dfe8ec', '#7fa6b8'],
  ['серый', '#e2e1de', '#9a9d9c'],
  ['розовый', '#f0e2df', '#c99a94'],
];
const unpainted: typeof papers = [['белый', '#f1efe9', '#d9d5cb']];
function wallpaper(
  category: string,
  noun: string,
  price: number,
  width: number,
  length: number,
  series: string,
  about: string,
) {
  goods(category, {
    share: 12,
    brands: ['ШПАЛЕРА'],
    series,
    lead_days: [3, 6],
    axes: {
      look: [
        ['листья', 0],
        ['полоска', 1],
        ['рогожка', 2],
      ] as const,
    },
    sizes: {
      name: 'Цвет',
      values: noun.endsWith('под покраску') ? unpainted : papers,
      label: ([name]) => name,
    },
    make: ({ brand, series, look: [look, layout], size: [colour, body, accent], random }): Draft => ({
      name: `${noun} ${brand} ${series}, ${look}, цвет ${colour}, ${comma(width)} × ${comma(length)} м`,
      specs: {
        shirina: width,
        dlina: length,
        ploshchad_upakovki: Math.round(width * length * 100) / 100,
        risunok: capital(look),
        cvet: capital(colour),
        material: noun.startsWith('Обои винил') ? 'Винил на флизелине' : 'Флизелин',
      },
      price: price * (0.85 + random.next() * 0.5),
      weight_kg: 1.4,
      sold: holding((width * length).toFixed(2).replace(/0+$/, '').replace(/\.$/, ''), 'м²', 'рул.'),
      picture: picture('wallpaper', { body, accent, layout }),
      text: [
        about,
        `Рулон ${comma(width)} × ${comma(length)} м: при потолке 2,6 м это ${Math.floor(length / 2.7)} полосы без подгонки. Рисунок «${look}», раппорт ${look === 'листья' ? '64' : '0'} см.`,
        'Берите рулоны одной партии и один про запас. Клей наносите на стену.',
      ],
      highlights: [`${comma(width)} × ${comma(length)} м`, `Цвет: ${colour}`],
    }),
  });
}
wallpaper(
  'flizelinovye-oboi',
  'Обои флизелиновые',
  1_490,
  1.06,
  10.05,
  'Опушка Луг Тишина Листопад',
  'Не растягиваются и снимаются целым полотном.',
);
wallpaper(
  'vinilovye-oboi',
  'Обои виниловые',
  1_190,
  1.06,
  10.05,
  'Лён Шёлк Дача Бархат',
  'Плотный рельеф прячет трещины, моются губкой.',
);
wallpaper(
  'oboi-pod-pokrasku',
  'Обои под покраску',
  1_690,
  1.06,
  25,
  'Холст Снежная_гладь Фактура Зерно',
  'Выдерживают до десяти перекрасок, не темнеют на швах.',
);
goods('kley-dlya-oboev', {
  share: 8,
  brands: ['ШПАЛЕРА', 'ШОВ'],
  series: 'Полотно Крепкий Индикатор Прозрачный',
  axes: {
    kind: [
      ['для флизелиновых обоев', 1.2],
      ['для виниловых обоев', 1],
      ['универсальный', 0.85],
    ] as const,
  },
  sizes: { name: 'Вес', values: [250, 300, 500], label: (g) => `${g} г` },
  make: ({ brand, series, kind: [kind, factor], size, random }): Draft => ({
    name: `Клей ${kind} ${brand} ${series}, ${size} г`,
    specs: {
      massa: size / 1_000,
      naznachenie: capital(kind.replace('для ', '').replace('универсальный', 'любые обои')),
      ploshchad_pokrytiya: size / 8,
    },
    price: size * 1.35 * factor * (0.9 + random.next() * 0.25),
    weight_kg: size / 1_000,
    sold: piece,
    picture: packed('smallBox', brand, `Клей ${kind}`, '', 0),
    text: [
      `Разводится без комков за пять минут, пачки хватает на ${Math.round(size / 8)} м². Даёт время подвинуть полотно.`,
      'Стену прогрунтуйте этим же клеем, разведённым вдвое. Остаток можно хранить неделю в закрытом ведре.',
    ],
    highlights: [`До ${Math.round(size / 8)} м²`, capital(kind)],
  }),
});
goods('potolochnyy-plintus', {
  share: 8,
  brands: ['ШПАЛЕРА', 'НАСТИЛ'],
  series: 'Карниз Лепной Тонкий Дворик',
  axes: {
    material: [
      ['пенополистирол', 1],
      ['полиуретан', 4.2],
      ['дюрополимер', 3],
    ] as const,
  },
  sizes: { name: 'Высота', values: [50, 35, 80, 120], label: (mm) => `${mm} мм` },
  make: ({ brand, series, material: [material, factor], size, random }): Draft => ({
    name: `Плинтус потолочный ${brand} ${series}, ${material}, ${size} мм, 2 м`,
    specs: { dlina: 2, shirina_mm: size, material: capital(material), cvet: 'Белый' },
    price: (30 + size * 1.5) * factor * (0.9 + random.next() * 0.25),
    weight_kg: 0.2 * factor,
    sold: holding(2, 'м', 'шт.', { package: 20 }),
    picture: picture('ceilingMoulding', { body: '#f4f2ec', count: size }),
    text: [
      'Клеится на шпатлёвку или акриловый клей, красится вместе с потолком.',
      'Углы режьте в стусле, зазор заполните акриловым герметиком. На комнату 16 м² нужно 9 планок.',
    ],
    highlights: ['Длина 2 м', `Высота ${size} мм`],
  }),
});
