import { capital, comma, type Draft, goods, holding, packed, picture, piece } from './kind.ts';

const tileColours = [
  ['белый', '#efece4', '#b8c2c4'],
  ['бежевый', '#dccbb0', '#b08d5c'],
  ['серый', '#b9bbb8', '#6f7678'],
  ['графит', '#5a5d5f', '#8b9094'],
  ['зелёный', '#a9bfae', '#3f6f58'],
  ['голубой', '#b9cfd6', '#3f6f78'],
  ['терракота', '#c98a63', '#8f4d2c'],
] as const;

type Tile = {
  noun: string;
  brands: string[];
  series: string;
  share: number;
  /** cm × cm, thickness in mm, pieces in a pack, m² in a pack, exactly. */
  formats: readonly (readonly [size: string, thickness: number, pieces: number, area: string])[];
  per_m2: number;
  surface: readonly string[];
  /** Without it every colour. */
  colours?: readonly (typeof tileColours)[number][];
  design: string;
  place: string;
  about: string[];
};

function tile(category: string, t: Tile) {
  goods(category, {
    share: t.share,
    brands: t.brands,
    series: t.series,
    lead_days: [5, 9],
    has_documents: true,
    axes: { format: t.formats, surface: t.surface },
    sizes: { name: 'Цвет', values: t.colours ?? tileColours, label: ([name]) => name },
    make: ({
      brand,
      series,
      format: [size, thickness, pieces, area],
      surface,
      size: [colour, body, accent],
      random,
    }): Draft => {
      const square = Number(area);
      const side = Number(size.split('×')[0]);
      return {
        name: `${t.noun} ${brand} ${series} ${comma(size.replace('×', ' × ')).replace('.', ',')} см, ${t.noun.startsWith('Кер') ? surface.replace(/ая$/, 'ый').replace('щый', 'щий') : surface}, цвет ${colour}`,
        specs: {
          razmer: `${comma(size.replace('×', ' × ')).replace('.', ',')} см`,
          ploshchad_upakovki: square,
          v_upakovke: pieces,
          cvet: capital(colour),
          poverhnost: capital(surface),
          risunok: t.design,
          tolshchina: thickness,
          naznachenie: t.place,
          morozostoykost: t.noun.startsWith('Кер') ? 'Морозостойкая' : 'Для помещений',
        },
        price: t.per_m2 * square * (side > 50 ? 1.25 : 1) * (0.82 + random.next() * 0.5),
        weight_kg: square * thickness * 2.2,
        sold: holding(area, 'м²', 'упак.', { pallet: 40, tiers: [[20, 0.04]] }),
        picture: picture('tile', {
          body,
          accent,
          kind: `${t.design} ${surface} ${comma(size.replace('×', ' × ')).replace('.', ',')} см`,
        }),
        text: [
          `${random.pick(t.about)} Коллекция «${series}», цвет ${colour}.`,
          `В упаковке ${pieces} шт., ровно ${comma(area)} м². На прямую укладку берите запас 5 %, на диагональ — 12 %. Тон и калибр указаны на торце коробки: для одной комнаты возьмите одну партию.`,
          surface.startsWith('матовая')
            ? 'Матовая поверхность не скользит и не показывает капли воды.'
            : 'Глянец отражает свет и делает небольшую комнату просторнее; протирайте мягкой тканью.',
        ],
        highlights: [`${comma(area)} м² в упаковке`, `${pieces} шт., толщина ${comma(thickness)} мм`, capital(surface)],
      };
    },
  });
}

tile('plitka-dlya-vannoy', {
  noun: 'Плитка настенная',
  brands: ['ГЛАЗУРЬ', 'УЗОРОЧЬЕ'],
  series: 'Капля Озерко Кижи Рассвет Туман Ракушка',
  share: 26,
  formats: [
    ['20×30', 7, 25, '1.5'],
    ['25×50', 8.5, 13, '1.625'],
    ['30×60', 9, 8, '1.44'],
  ],
  per_m2: 890,
  surface: ['глянцевая', 'матовая'],
  design: 'Однотонная',
  place: 'Для стен',
  about: [
    'Не боится пара и моющих средств, шов два миллиметра.',
    'Спокойный рисунок для ванной: сочетается с декором и мозаикой.',
  ],
});
tile('plitka-dlya-kuhni', {
  noun: 'Плитка для фартука',
  brands: ['ГЛАЗУРЬ', 'УЗОРОЧЬЕ'],
  series: 'Самовар Кабанчик Пряник Холст',
  share: 18,
  formats: [
    ['10×20', 7, 50, '1'],
    ['7.5×15', 7, 66, '0.7425'],
    ['20×20', 7, 25, '1'],
  ],
  per_m2: 980,
  surface: ['глянцевая', 'матовая'],
  design: 'Кабанчик',
  place: 'Для стен',
  about: [
    'Фаска по краю собирает тень, и фартук выглядит сложенным из брусков.',
    'Отмывается от масла обычной губкой, держит тепло плиты.',
  ],
});
tile('keramogranit-pod-kamen', {
  noun: 'Керамогранит',
  brands: ['ИЗРАЗЕЦ', 'ГЛАЗУРЬ'],
  series: 'Рускеала Валаам Соловки Кварцит Кижи Сланец',
  share: 24,
  formats: [
    ['60×60', 9, 4, '1.44'],
    ['60×120', 10, 2, '1.44'],
    ['30×60', 9, 8, '1.44'],
  ],
  per_m2: 1250,
  surface: ['матовая', 'лаппатированная'],
  design: 'Под камень',
  place: 'Для пола и стен',
  about: [
    'Рисунок северного камня не повторяется на шести плитах подряд.',
    'Износостойкость PEI IV: для прихожей, кухни и магазина.',
  ],
});
tile('keramogranit-pod-derevo', {
  noun: 'Керамогранит под дерево',
  brands: ['ИЗРАЗЕЦ', 'ГЛАЗУРЬ'],
  series: 'Сосновый_бор Палуба Амбар Паром',
  share: 16,
  formats: [
    ['20×120', 10, 5, '1.2'],
    ['15×60', 9, 16, '1.44'],
  ],
  per_m2: 1390,
  surface: ['матовая', 'рельефная'],
  // No wood is green, blue or of terracotta.
  colours: tileColours.slice(0, 4),
  design: 'Под дерево',
  place: 'Для пола',
  about: [
    'Вид доски, стойкость камня: для тёплого пола и кухни.',
    'Рельеф совпадает с рисунком, босиком не холодно на тёплом полу.',
  ],
});
tile('keramogranit-odnotonnyy', {
  noun: 'Керамогранит однотонный',
  brands: ['ИЗРАЗЕЦ', 'УЗОРОЧЬЕ'],
  series: 'Монохром Тень Мел Графика',
  share: 14,
  formats: [
    ['30×30', 8, 15, '1.35'],
    ['60×60', 10, 4, '1.44'],
  ],
  per_m2: 1080,
  surface: ['матовая', 'антискользящая'],
  design: 'Однотонная',
  place: 'Для пола и стен',
  about: ['Ровный цвет в массе: скол почти не видно.', 'Для крыльца, балкона и технических помещений.'],
});
tile('mozaika', {
  noun: 'Мозаика',
  brands: ['УЗОРОЧЬЕ', 'ГЛАЗУРЬ'],
  series: 'Бисер Чешуя Соты Северное_сияние',
  share: 14,
  formats: [
    ['30×30', 6, 10, '0.9'],
    ['29.8×29.8', 5, 11, '0.9768'],
  ],
  per_m2: 3400,
  surface: ['глянцевая', 'матовая'],
  design: 'Мозаика',
  place: 'Для стен и пола',
  about: [
    'Листы на сетке режутся ножом, в углах ложатся без подрезки кубиков.',
    'Стекло и керамика для душа, ниши и столешницы.',
  ],
});

goods('krestiki-i-klinya', {
  share: 10,
  brands: ['ПЛИТА', 'ХВАТ'],
  series: 'Ровно Ряд Клетка Шаг',
  axes: { kind: ['крестики', 'клинья', 'зажимы СВП'] },
  sizes: { name: 'Шов', values: [2, 1.5, 3], label: (mm) => `${comma(mm)} мм` },
  make: ({ brand, series, kind, size, random }): Draft => {
    const count = random.pick([100, 200, 500]);
    return {
      name: `${capital(kind)} для плитки ${brand} ${series}, шов ${comma(size)} мм, ${count} шт.`,
      specs: { tolshchina: size, v_upakovke: count, material: 'Пластик', vid: capital(kind) },
      price: count * (kind === 'крестики' ? 0.55 : 2.9) * (0.9 + random.next() * 0.3),
      weight_kg: count * 0.002,
      sold: holding(count, 'шт.', 'упак.'),
      picture: packed('smallBox', brand, capital(kind), '', 1),
      text: [
        `Держат одинаковый шов ${comma(size)} мм и ${kind === 'крестики' ? 'не мешают затирке' : 'выравнивают соседние плитки по высоте'}. На квадратный метр плитки 30 × 30 см уходит около 25 штук.`,
        'Выбивайте через сутки после укладки резиновой киянкой вдоль шва.',
      ],
      highlights: [`Шов ${comma(size)} мм`, `${count} шт. в упаковке`],
    };
  },
});
goods('profili-dlya-plitki', {
  share: 9,
  brands: ['КАРКАС', 'ПЛИТА'],
  series: 'Кант Угол Радиус Дуга',
  axes: {
    metal: [
      ['алюминий', 1],
      ['ПВХ', 0.35],
      ['нержавеющая сталь', 2.4],
    ] as const,
  },
  sizes: {
    name: 'Цвет',
    values: [
      ['белый', '#f1efe8'],
      ['серебро', '#c3c8cb'],
      ['чёрный', '#33322f'],
      ['золото', '#c9a24a'],
    ] as const,
    label: ([name]) => name,
  },
  make: ({ brand, series, metal: [metal, factor], size: [colour, hex], random }): Draft => ({
    name: `Профиль для плитки ${brand} ${series}, ${metal}, ${colour}, 10 мм, 2,5 м`,
    specs: { dlina: 2.5, tolshchina: 10, material: capital(metal), cvet: capital(colour), vid: 'Наружный угол' },
    price: 520 * factor * (0.9 + random.next() * 0.25),
    weight_kg: 0.4,
    sold: holding('2.5', 'м'),
    picture: picture('tileTrim', { body: hex }),
    text: [
      'Закрывает торец плитки на наружном углу и не даёт сколоть кромку. Полка заходит под плитку и держится на клее.',
      'Режьте пилкой по металлу, кромку снимите надфилем; защитную плёнку снимайте после затирки.',
    ],
    highlights: ['Длина 2,5 м', `Под плитку до 10 мм`, capital(metal)],
  }),
});

const woods = [
  ['дуб северный', '#c99a5f'],
  ['дуб белёный', '#ddcdb2'],
  ['орех', '#7d5330'],
  ['ясень серый', '#b3aca0'],
  ['сосна', '#dfb173'],
  ['венге', '#4d3a2c'],
] as const;

function laminate(category: string, grade: number, thickness: number, price: number, series: string) {
  goods(category, {
    share: 22,
    brands: ['ПОЛЕ', 'НАСТИЛ'],
    series,
    lead_days: [3, 7],
    has_documents: true,
    axes: {
      bevel: [
        ['фаска', 1.06],
        ['без фаски', 1],
      ] as const,
      wood: woods,
    },
    make: ({ brand, series, bevel: [bevel, factor], wood: [wood, body], random }): Draft => ({
      name: `Ламинат ${brand} ${capital(wood)} ${series}, ${grade} класс, ${bevel}`,
      specs: {
        klass: `${grade} класс`,
        tolshchina: thickness,
        ploshchad_upakovki: 2.13,
        v_upakovke: 8,
        risunok: capital(wood),
        teplyy_pol: true,
        vlagostoykost: grade === 33 && factor > 1,
        garantiya: grade === 33 ? 300 : 180,
      },
      price: price * 2.13 * factor * (0.9 + random.next() * 0.25),
      weight_kg: 2.13 * thickness * 0.94,
      sold: holding('2.13', 'м²', 'упак.', {
        pallet: 48,
        tiers: [
          [10, 0.03],
          [48, 0.06],
        ],
      }),
      picture: picture('laminate', { accent: brand === 'ПОЛЕ' ? '#2f3437' : '#8a5a2b', body, brand, title: 'Ламинат' }),
      text: [
        `Доска с рисунком «${wood}», замок защёлкивается под углом и разбирается без клея. ${grade === 33 ? 'Класс 33 выдерживает магазин и прихожую с собакой.' : 'Класс 32 — для жилых комнат и кабинета.'}`,
        `В упаковке 8 досок, ровно 2,13 м². Дайте полу полежать в комнате двое суток, у стен оставьте зазор 10 мм.`,
        'Под ламинат возьмите подложку 2–3 мм, на тёплый пол — перфорированную.',
      ],
      highlights: ['2,13 м² в упаковке', `${grade} класс, ${thickness} мм`, 'Можно на тёплый пол'],
    }),
  });
}
laminate('laminat-32-klassa', 32, 8, 690, 'Околица Просёлок Луговина Перелесок Опушка Выгон');
laminate('laminat-33-klassa', 33, 8, 830, 'Тракт Версты Раздолье Большак Жнивьё Пашня');

goods('kvarcvinil', {
  share: 18,
  brands: ['НАСТИЛ', 'ПОЛЕ'],
  series: 'Причал_SPC Берег Маяк_SPC Бухта',
  lead_days: [5, 9],
  has_documents: true,
  axes: { thickness: [4, 5], wood: woods },
  make: ({ brand, series, thickness, wood: [wood, body], random }): Draft => ({
    name: `Кварцвинил ${brand} ${series} ${thickness} мм, 43 класс, ${wood}`,
    specs: {
      klass: '43 класс',
      tolshchina: thickness,
      ploshchad_upakovki: 2.2,
      v_upakovke: 10,
      risunok: capital(wood),
      teplyy_pol: true,
      vlagostoykost: true,
    },
    price: (1_350 + thickness * 90) * 2.2 * (0.9 + random.next() * 0.2),
    weight_kg: 2.2 * thickness * 1.95,
    sold: holding('2.2', 'м²', 'упак.', { tiers: [[10, 0.03]] }),
    picture: picture('laminate', { accent: '#2a7f86', body, brand, title: 'Кварцвинил SPC' }),
    text: [
      `Каменная основа не боится воды: можно в кухню, санузел и на балкон. Рисунок «${wood}», защитный слой 0,5 мм.`,
      'Основание — ровное, перепад не больше 2 мм на два метра. Стыки плавающей укладки длиннее 12 м разделите порогом.',
    ],
    highlights: ['2,2 м² в упаковке', 'Не боится воды', 'Бесшумный со своей подложкой'],
  }),
});
function linoleum(category: string, noun: string, price: number, thickness: number, series: string) {
  goods(category, {
    share: 14,
    brands: ['НАСТИЛ', 'ПОЛЕ'],
    series,
    lead_days: [3, 6],
    has_documents: true,
    axes: {
      look: [
        ['паркет', '#c49a66'],
        ['доска', '#a98a64'],
        ['камень', '#b5b0a6'],
        ['плитка', '#d6cdbd'],
      ] as const,
    },
    sizes: { name: 'Ширина', values: [3, 2.5, 3.5, 4], label: (m) => `${comma(m)} м` },
    make: ({ brand, series, look: [look, body], size, random }): Draft => ({
      name: `${noun} ${brand} ${series}, ${look}, ${comma(size)} м`,
      specs: {
        shirina: size,
        tolshchina: thickness,
        risunok: capital(look),
        klass: category.endsWith('bytovoy') ? '23 класс' : '32 класс',
        teplyy_pol: true,
      },
      // Sold by 0.1 m of the roll: the area of one sales unit is exact.
      price: price * size * 0.1 * (0.9 + random.next() * 0.2),
      weight_kg: size * thickness * 0.09,
      sold: holding(String(Math.round(size * 100) / 1000), 'м²', '0,1 м', { step: 1, min: 10 }),
      picture: picture('roll', {
        body,
        accent: '#8a7a60',
        layout: look === 'плитка' || look === 'камень' ? 1 : 0,
        kind: look,
      }),
      text: [
        `Рисунок «${look}» с защитным слоем ${category.endsWith('bytovoy') ? '0,2' : '0,5'} мм. Отрезаем от рулона с точностью до 10 см, наименьший отрез — метр.`,
        `Комнату шириной до ${comma(size)} м закроет без стыка. Раскатайте на сутки, подрежьте с зазором 5 мм под плинтус.`,
      ],
      highlights: [`Рулон шириной ${comma(size)} м`, 'Отрез от 1 м', 'Тёплая вспененная основа'],
    }),
  });
}
linoleum('linoleum-bytovoy', 'Линолеум бытовой', 420, 2.5, 'Горница Сени Светёлка Подворье');
linoleum('linoleum-polukommercheskiy', 'Линолеум полукоммерческий', 690, 3, 'Контора Вокзал Лавка Школа');

goods('podlozhka-pod-laminat', {
  share: 10,
  brands: ['ПОЛЕ', 'ТЕПЛЯК'],
  series: 'Тишина Листовая Гармошка Бережная',
  axes: {
    kind: [
      ['экструзионный полистирол', 1],
      ['хвойная плита', 1.9],
      ['для тёплого пола', 1.4],
    ] as const,
  },
  sizes: { name: 'Толщина', values: [3, 2, 5], label: (mm) => `${mm} мм` },
  make: ({ brand, series, kind: [kind, factor], size, random }): Draft => ({
    name: `Подложка ${brand} ${series}, ${kind}, ${size} мм`,
    specs: {
      tolshchina: size,
      ploshchad_upakovki: 5.25,
      ...(kind.includes('тёпл') ? { teplyy_pol: true } : { material: capital(kind), teplyy_pol: false }),
    },
    price: 62 * 5.25 * (0.7 + size / 10) * factor * (0.9 + random.next() * 0.2),
    weight_kg: 0.9 + size * 0.2,
    sold: holding('5.25', 'м²', 'упак.'),
    picture: kind.startsWith('хвой')
      ? packed('slab', brand, 'Подложка', `${size} мм`, 1, { body: '#b08d5c', kind, count: 24 })
      : packed('insulation', brand, 'Подложка', `${size} мм`, 1, {
          body: kind.startsWith('для тёпл') ? '#e3b7a0' : '#d8e3d8',
        }),
    text: [
      'Гасит стук шагов и выравнивает мелкие неровности стяжки. Листы ложатся встык, швы проклеиваются скотчем.',
      `Упаковки хватает на 5,25 м². Для ламината 8 мм лучше 2–3 мм, толще — замок будет «дышать».`,
    ],
    highlights: ['5,25 м² в упаковке', `Толщина ${size} мм`],
  }),
});
goods('plintus-napolnyy', {
  share: 14,
  brands: ['НАСТИЛ', 'ПОЛЕ'],
  series: 'Кабель-канал Ровный_шов Классика Евро',
  axes: { wood: woods },
  sizes: { name: 'Высота', values: [58, 70, 85], label: (mm) => `${mm} мм` },
  make: ({ brand, series, wood: [wood, body], size, random }): Draft => ({
    name: `Плинтус напольный ${brand} ${series} ${size} мм, ${wood}, 2,2 м`,
    specs: { dlina: 2.2, shirina_mm: size, material: 'ПВХ', risunok: capital(wood) },
    price: (95 + size * 1.6) * (0.9 + random.next() * 0.2),
    weight_kg: 0.5,
    sold: holding('2.2', 'м', 'шт.', { package: 20 }),
    picture: picture('skirting', { body, count: size }),
    text: [
      'Внутри канал для провода, мягкая кромка прижимается к неровной стене. Крепится на дюбели или клипсы.',
      `На комнату 16 м² уходит 7 планок. Углы и соединители подбирайте в цвет «${wood}».`,
    ],
    highlights: ['Длина 2,2 м', `Высота ${size} мм`, 'Кабель-канал внутри'],
  }),
});
goods('porogi', {
  share: 8,
  brands: ['КАРКАС', 'НАСТИЛ'],
  series: 'Стык Ступень Переход Скрытый',
  axes: { length: [0.9, 1.8, 2.7] },
  sizes: {
    name: 'Цвет',
    values: [
      ['серебро', '#c3c8cb'],
      ['золото', '#c9a24a'],
      ['дуб', '#c99a5f'],
      ['бронза', '#8a6a3d'],
    ] as const,
    label: ([name]) => name,
  },
  make: ({ brand, series, length, size: [colour, hex], random }): Draft => ({
    name: `Порог алюминиевый ${brand} ${series}, ${comma(length)} м, ${colour}`,
    specs: { dlina: length, material: 'Алюминий', cvet: capital(colour), shirina_mm: 38 },
    price: 290 * length * (0.9 + random.next() * 0.2),
    weight_kg: length * 0.25,
    sold: piece,
    picture: picture('threshold', { body: hex, kind: series.toLowerCase() }),
    text: [
      'Закрывает стык двух полов в дверном проёме. В комплекте дюбели и саморезы в цвет.',
      'Отмерьте по проёму, отрежьте ножовкой по металлу, сверлите пол через отверстия планки.',
    ],
    highlights: [`Длина ${comma(length)} м`, 'Крепёж в комплекте'],
  }),
});
