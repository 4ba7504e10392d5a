import { ensure } from '#shared/ensure.ts';
import { plural } from '#shared/plurals.ts';
import { masculine } from '../masculine.ts';
import { capital, comma, type Draft, goods, holding, picture, piece } from './kind.ts';

const things = (count: number) => `${count} ${plural(count, 'предмет', 'предмета', 'предметов')}`;

const greens = [
  ['зелёная', '#2f7350'],
  ['голубая', '#4f7f86'],
  ['заснеженная', '#7f9f92'],
] as const;
/** Up to so many centimetres it stands on a table, whole from its box. */
const tableTop = 70;
const tens = (value: number) => Math.round(value / 10) * 10;
const fives = (value: number) => Math.round(value / 5) * 5;

/** Crown, tips, foot and box of a tree by its height in centimetres; `density`: tips per square centimetre. */
function treeSpecs(size: number, density: number): Draft['specs'] {
  const onTable = size <= tableTop;
  return {
    diametr_krony: fives(size * 0.62),
    konchikov_vetok: tens(size * size * density),
    podstavka: onTable ? 'Горшочек' : 'Металл, складная',
    korobka: onTable
      ? `${size + 3} × 18 × 18 см`
      : `${fives(size * 0.6)} × ${fives(size * 0.2)} × ${fives(size * 0.17)} см`,
  };
}

function tree(
  category: string,
  noun: string,
  needles: string,
  sizes: readonly number[],
  perCm: number,
  density: number,
  series: string,
  about: string,
) {
  goods(category, {
    share: 14,
    brands: ['ХВОЯ', 'УЗОРЬЕ'],
    series,
    lead_days: [3, 6],
    axes: {
      colour: greens,
      kit: [
        ['с подставкой', 1],
        ['с подставкой и гирляндой', 1.35],
      ] as const,
    },
    sizes: { name: 'Высота', values: sizes, label: (cm) => `${cm} см` },
    make: ({ brand, series, colour: [colour, hex], kit: [kit, factor], size, random }): Draft => ({
      name: `${noun} «${series}» ${brand}, ${colour}, ${kit}, ${size} см`,
      specs: {
        vysota: size,
        vid: needles,
        cvet: capital(colour),
        komplekt: capital(kit),
        massa: Math.max(0.4, Math.round(size * 0.075)),
        ...treeSpecs(size, density),
      },
      price: perCm * size * (size / 180) ** 0.7 * factor * (0.88 + random.next() * 0.3),
      weight_kg: Math.max(0.4, size * 0.075),
      sold: piece,
      picture: picture('tree', { accent: hex, layout: kit.includes('гирлянд') ? 2 : 1, count: size }),
      text: [
        about,
        size <= tableTop
          ? 'Достаньте из коробки и расправьте ветви: собирать ничего не нужно.'
          : 'Ветви на шарнирах опускаются сами: поставьте секции одну в другую и расправьте снизу вверх.',
        'Складывается и хранится в своей коробке до следующего сезона.',
      ],
      highlights:
        size <= tableTop
          ? ['Лёгкая: переставит и ребёнок', 'Держит шары до 4 см']
          : ['Собирается без инструмента', 'Секции подписаны по порядку'],
    }),
  });
}
tree(
  'litye-eli',
  'Ель искусственная',
  'Литая хвоя',
  [180, 150, 210, 240],
  72,
  0.031,
  'Вологодская Устюжская Северная Карельская',
  'Литая хвоя повторяет живую ветку: мягкая, густая, с молодыми побегами.',
);
tree(
  'eli-iz-myagkoy-hvoi',
  'Ель пушистая',
  'Мягкая хвоя',
  [180, 120, 150, 210],
  29,
  0.024,
  'Боровая Таёжная Берендей Лесная',
  'Мягкая хвоя плотно закрывает ствол, иголки не колются.',
);
tree(
  'nastolnye-elochki',
  'Ёлочка настольная',
  'Мягкая хвоя',
  [45, 30, 60],
  16,
  0.019,
  'Малышка Избушка Сказка Подоконная',
  'Встаёт на стол, подоконник или в детскую, весит меньше килограмма.',
);

const baubles = [
  ['вишня', '#a3283a'],
  ['синий', '#2d5f86'],
  ['золото', '#c9962e'],
  ['изумруд', '#1f6a4a'],
  ['серебро', '#a9b2b8'],
  ['медь', '#b06a3c'],
] as const;
goods('elochnye-shary', {
  share: 18,
  brands: ['УЗОРЬЕ', 'ОГОНЬКИ'],
  series: 'Морозко Кружево Метель Рябина Иней Снежень',
  axes: {
    look: [
      ['снежинка', 0],
      ['полоски', 1],
    ] as const,
    set: [1, 6],
    d: [8, 6, 10],
  },
  sizes: { name: 'Цвет', values: baubles, label: ([name]) => name },
  make: ({ brand, series, look: [look, layout], set, d, size: [colour, hex], random }): Draft => {
    const material = random.pick(['Стекло', 'Пластик']);
    return {
      name: `${set === 1 ? 'Шар ёлочный' : 'Шары ёлочные'} «${series}» ${brand}, ${look}, ${set === 1 ? colour : `цвет ${colour}`}, ${d} см${set > 1 ? `, ${set} шт.` : ''}`,
      specs: {
        diametr_cm: d,
        cvet: capital(colour),
        risunok: capital(look),
        material,
        ...(set > 1 && { predmetov: set }),
      },
      price: d * 24 * set * (set > 1 ? 0.75 : 1) * (0.85 + random.next() * 0.4),
      weight_kg: 0.06 * set,
      sold: set > 1 ? holding(set, 'шт.', 'набор') : piece,
      picture: picture('bauble', { accent: hex, layout, kind: material.toLowerCase() }),
      text: [
        `Рисунок «${look}» нанесён вручную, блёстки под лаком не осыпаются. Диаметр ${d} см.`,
        set > 1
          ? 'Набор в коробке с ячейками: в ней же и храните.'
          : 'Крючок и нить в комплекте. Тяжёлые шары вешайте ближе к стволу.',
      ],
      highlights: [`${d} см`, `Цвет: ${colour}`],
    };
  },
});
goods('nabory-elochnyh-igrushek', {
  share: 12,
  brands: ['УЗОРЬЕ'],
  series: 'Ярмарка Сказы Теремок Именины',
  axes: {
    colour: [
      ['красный с золотом', '#a3283a', '#c9962e'],
      ['синий с серебром', '#2d5f86', '#a9b2b8'],
      ['зелёный с медью', '#1f6a4a', '#b06a3c'],
    ] as const,
  },
  sizes: { name: 'Предметов', values: [24, 12, 36], label: things },
  make: ({ brand, series, colour: [colour, hex, second], size, random }): Draft => ({
    name: `Набор ёлочных игрушек «${series}» ${brand}, ${colour}, ${things(size)}`,
    specs: { predmetov: size, cvet: capital(colour), material: 'Стекло' },
    price: size * 68 * (0.85 + random.next() * 0.3),
    weight_kg: size * 0.05,
    sold: holding(size, 'шт.', 'набор'),
    picture: picture('toyBox', { accent: hex, body: second }),
    text: [
      `Шары и звёзды одной гаммы: ёлка до ${size > 24 ? '2,1' : size > 12 ? '1,8' : '1,2'} м оденется целиком.`,
      'Прочная коробка с ячейками и крышкой.',
    ],
    highlights: [`${size} шт.`, capital(colour)],
  }),
});
goods('verhushki-na-elku', {
  share: 8,
  brands: ['УЗОРЬЕ', 'ОГОНЬКИ'],
  series: 'Путеводная Полярная Рассветная Купольная',
  axes: {
    light: [
      ['с подсветкой', 1.6],
      ['без подсветки', 1],
    ] as const,
  },
  sizes: {
    name: 'Цвет',
    values: [
      ['золото', '#e0a32e'],
      ['красная', '#b3261e'],
      ['серебро', '#a9b2b8'],
    ] as const,
    label: ([name]) => name,
  },
  make: ({ brand, series, light: [light, factor], size: [colour, hex], random }): Draft => {
    const cm = random.pick([18, 22, 26]);
    return {
      name: `Верхушка «${series}» ${brand}, звезда, ${colour}, ${light}, ${cm} см`,
      specs: { vysota: cm, cvet: capital(colour), vid: capital(light), material: 'Пластик' },
      price: (320 + cm * 9) * factor * (0.9 + random.next() * 0.3),
      weight_kg: 0.2,
      sold: piece,
      picture: picture('star', { accent: hex }),
      text: [
        `Звезда ${cm} см надевается на макушку конусом или пружиной.`,
        light.startsWith('с ')
          ? 'Тёплый светодиод от сети, провод 3 м вдоль ствола.'
          : 'Лёгкая: макушка не склоняется.',
      ],
      highlights: [`${cm} см`, capital(light)],
    };
  },
});
goods('snezhinki-i-podveski', {
  share: 10,
  brands: ['УЗОРЬЕ', 'ОГОНЬКИ'],
  series: 'Вьюжная Вологодское_кружево Хрусталь Пороша',
  axes: {
    set: [1, 3, 6],
    look: [
      ['блестящая', 1.1],
      ['матовая', 1],
    ] as const,
  },
  sizes: {
    name: 'Цвет',
    values: [
      ['голубая', '#8fb7c9'],
      ['белая', '#dfe6e8'],
      ['серебро', '#a9b2b8'],
      ['золото', '#d0a648'],
    ] as const,
    label: ([name]) => name,
  },
  make: ({ brand, series, set, look: [look, factor], size: [colour, hex], random }): Draft => {
    const cm = random.pick([12, 16, 24]);
    const many = set > 1;
    return {
      name: `${many ? 'Снежинки' : 'Снежинка'} «${series}» ${brand}, ${many ? look.replace('ая', 'ые') : look}, ${many ? colour.replace('ая', 'ые') : colour}, ${cm} см${many ? `, ${set} шт.` : ''}`,
      specs: {
        diametr_cm: cm,
        cvet: capital(colour),
        poverhnost: capital(look),
        material: 'Акрил',
        ...(many && { predmetov: set }),
      },
      price: (60 + cm * 7) * set * (many ? 0.8 : 1) * factor * (0.9 + random.next() * 0.3),
      weight_kg: 0.05 * set,
      sold: many ? holding(set, 'шт.', 'набор') : piece,
      picture: picture('snowflake', { accent: hex, kind: look, count: set }),
      text: [
        `Резной луч толщиной 3 мм, ${cm} см. Вешается в окно, на ёлку или над столом.`,
        'Нить 30 см в комплекте, протирайте сухой тканью.',
      ],
      highlights: [`${cm} см`, ...(many ? [`${set} шт.`] : [])],
    };
  },
});
function garland(
  category: string,
  noun: string,
  metres: readonly number[],
  outdoor: boolean,
  series: string,
  perMetre: number,
  drawing: string,
) {
  // A curtain hangs in strands: more lamps than its width in metres says, and nobody buys it by the metre.
  const isCurtain = drawing === 'curtain';
  const lampsOf = (metres: number) => Math.round(metres * (isCurtain ? 60 : 10));
  goods(category, {
    share: 13,
    brands: ['ОГОНЬКИ', 'УЗОРЬЕ'],
    series,
    has_documents: true,
    axes: {
      light: [
        ['разноцветный свет', 0],
        ['тёплый свет', 1],
      ] as const,
      modes: [8, 1],
    },
    sizes: { name: 'Длина', values: metres, label: (m) => `${comma(m)} м` },
    make: ({ brand, series, light: [light, layout], modes, size, random }): Draft => ({
      name: `${noun} «${series}» ${brand}, ${light}, ${modes === 8 ? '8 режимов' : 'ровное свечение'}, ${comma(size)} м`,
      specs: {
        dlina: size,
        lamp: lampsOf(size),
        rezhimov: modes,
        zashchita: outdoor ? 'IP44' : 'IP20',
        dlya_ulicy: outdoor,
        cvet: capital(light),
        napryazhenie: 230,
      },
      price: (190 + size * perMetre) * (modes === 8 ? 1.1 : 1) * (0.9 + random.next() * 0.25),
      weight_kg: 0.2 + size * 0.05,
      sold: isCurtain ? piece : holding(String(size), 'м', 'шт.'),
      picture: picture(drawing, { layout, kind: outdoor ? 'уличная' : 'домашняя' }),
      text: [
        `${lampsOf(size)} ${plural(lampsOf(size), 'светодиод', 'светодиода', 'светодиодов')} на ${comma(size)} м, ${light}. ${outdoor ? 'Держит дождь и мороз до −30 °C, можно соединить до пяти гирлянд.' : 'Провод под цвет ветки, блок с таймером на шесть часов.'}`,
        outdoor ? 'Вилку и блок закройте от снега, летом снимите.' : 'Не накрывайте тканью и не смотрите вплотную.',
      ],
      highlights: [
        `${comma(size)} м`,
        `${lampsOf(size)} ${plural(lampsOf(size), 'лампа', 'лампы', 'ламп')}`,
        outdoor ? 'IP44, для улицы' : 'Для дома',
      ],
    }),
  });
}
garland(
  'girlyandy-dlya-doma',
  'Гирлянда светодиодная',
  [5, 3, 10],
  false,
  'Светлячки Искорка Ниточка Капельки',
  72,
  'garland',
);
garland(
  'ulichnye-girlyandy',
  'Гирлянда светодиодная уличная',
  [10, 5, 20],
  true,
  'Огоньки Карниз Двор Ярмарочная',
  95,
  'garland',
);
garland('svetovye-zanavesy', 'Световой занавес', [2, 3, 1.5], true, 'Дождь Водопад Звездопад Окно', 560, 'curtain');
goods('podarochnye-nabory', {
  share: 9,
  brands: ['УЗОРЬЕ'],
  series: 'Вологодский_узор Северный_подарок Посиделки Святки',
  axes: {
    colour: [
      ['зелёная коробка', '#0f5a47'],
      ['красная коробка', '#a3283a'],
      ['синяя коробка', '#2d5f86'],
    ] as const,
  },
  sizes: { name: 'Предметов', values: [12, 6, 9], label: things },
  make: ({ brand, series, colour: [colour, hex], size, random }): Draft => ({
    name: `Набор новогодний «${series}» ${brand}, ${colour}, ${things(size)}`,
    specs: {
      predmetov: size,
      material: 'Стекло',
      cvet: capital(ensure(colour.split(' ')[0])),
    },
    price: size * 205 * (0.9 + random.next() * 0.25),
    weight_kg: size * 0.12,
    sold: holding(size, 'шт.', 'набор'),
    picture: picture('giftSet', { accent: hex }),
    text: [
      `${things(size)} из стекла и дерева с кружевным узором, в коробке с лентой. Можно дарить без упаковки.`,
      'Стекло лежит в ячейках; роспись не мойте, протирайте кисточкой.',
    ],
    highlights: [`${size} шт.`, 'Подарочная коробка'],
  }),
});
goods('venki-i-mishura', {
  share: 9,
  brands: ['ХВОЯ', 'УЗОРЬЕ'],
  series: 'Рождественский Порог Рябиновый Шишка',
  axes: {
    kind: [
      ['венок', 1],
      ['гирлянда из хвои', 1.3],
      ['мишура', 0.2],
    ] as const,
  },
  sizes: { name: 'Цвет', values: greens, label: ([name]) => name },
  make: ({ brand, series, kind: [kind, factor], size: [colour, hex], random }): Draft => {
    const cm = kind === 'венок' ? random.pick([35, 45, 60]) : 200;
    return {
      name: `${capital(kind)} «${series}» ${brand}, ${kind === 'венок' ? masculine(colour) : colour}, ${cm} см`,
      specs: {
        ...(kind === 'венок' ? { diametr_cm: cm } : { dlina: 2 }),
        vid: capital(kind),
        cvet: capital(colour),
        material: 'ПВХ',
      },
      price: 990 * factor * (0.85 + random.next() * 0.4),
      weight_kg: 0.5,
      sold: piece,
      picture: picture('wreath', { accent: hex }),
      text: [
        kind === 'венок'
          ? 'Плотный двухсторонний венок на дверь, шишки и ягоды закреплены проволокой.'
          : 'Обвивает перила, раму и люстру, ветки гнутся и держат форму.',
        'На улице — под козырьком; храните в коробке.',
      ],
      highlights: [`${cm} см`, capital(kind)],
    };
  },
});
goods('novogodniy-stol', {
  share: 8,
  brands: ['УЗОРЬЕ', 'БЛЮДЦЕ'],
  series: 'Застолье Хлебосол Сочельник Гостинец',
  axes: {
    kind: [
      ['тарелка', 'plate', 490],
      ['кружка', 'mug', 420],
      ['свечи, 2 шт.', 'candle', 350],
    ] as const,
  },
  sizes: {
    name: 'Рисунок',
    values: [
      ['снегири', '#b5525a'],
      ['зимний лес', '#7fa6b8'],
      ['узор', '#c9a24a'],
    ] as const,
    label: ([name]) => name,
  },
  make: ({ brand, series, kind: [kind, drawing, price], size: [look, hex], random }): Draft => ({
    name: `${capital(kind)} новогодняя «${series}» ${brand}, ${look}`
      .replace('Свечи, 2 шт. новогодняя', 'Свечи новогодние')
      .replace(/(Свечи.*)$/, '$1, 2 шт.'),
    specs: {
      risunok: capital(look),
      vid: capital(ensure(kind.split(',')[0])),
      material: drawing === 'candle' ? 'Парафин' : 'Фарфор',
    },
    price: price * (0.85 + random.next() * 0.35),
    weight_kg: 0.35,
    sold: drawing === 'candle' ? holding(2, 'шт.', 'набор') : piece,
    picture: picture(drawing, { accent: hex, kind: look, count: 1 }),
    text: [
      `Рисунок «${look}» под глазурью: не стирается от мытья.`.replace(
        /под глазурью: не стирается от мытья/,
        drawing === 'candle' ? 'нанесён воском, горят около шести часов' : 'под глазурью, не стирается от мытья',
      ),
      'Коробка с окошком, готова к подарку.',
    ],
    highlights: [`Рисунок «${look}»`],
  }),
});
