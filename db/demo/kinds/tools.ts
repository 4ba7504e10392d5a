import { ensure } from '#shared/ensure.ts';
import { brandOf } from '../brands.ts';
import { capital, comma, type Draft, goods, holding, packed, picture, piece } from './kind.ts';

const accent = (brand: string) => ensure(brandOf(brand).colours[0]);

goods('dreli-i-shurupoverty', {
  share: 20,
  brands: ['МАСТАК', 'РАЗМАХ'],
  series: 'ДА ШР ДУ ША ДМ ШК',
  lead_days: [3, 6],
  has_documents: true,
  axes: {
    kit: [
      ['2 АКБ, кейс', 1.15],
      ['1 АКБ, сумка', 0.92],
      ['без АКБ и зарядного', 0.6],
    ] as const,
    ah: [2, 1.5, 4],
  },
  sizes: { name: 'Напряжение', values: [18, 12, 20], label: (v) => `${v} В` },
  make: ({ brand, series, kit: [kit, factor], ah, size, random }): Draft => {
    const moment = Math.round(size * 2.5 * random.pick([1, 1.1, 1.2]));
    return {
      name: `Дрель-шуруповёрт аккумуляторная ${brand} ${series.replace(/^\S+/, `$&-${size}`)}, ${size} В, ${comma(ah)} А·ч, ${kit}`,
      specs: {
        napryazhenie: size,
        emkost: ah,
        moment,
        komplekt: capital(kit),
        oboroty: random.pick([1_300, 1_500, 1_700]),
        garantiya: 24,
        massa: 1.4,
      },
      price: (2_400 + size * 150 + ah * 420) * factor * (0.9 + random.next() * 0.2),
      weight_kg: 2.4,
      sold: piece,
      picture: picture('drill', { accent: accent(brand), brand, size: `${size} В`, kind: kit }),
      text: [
        `Крутит саморез 6 × 100 в сухую доску и сверлит сталь до 10 мм: момент ${moment} Н·м, две скорости, быстрозажимной патрон 13 мм.`,
        kit.startsWith('без')
          ? 'Без аккумулятора: подойдёт батарея той же серии, если она у вас уже есть.'
          : `В комплекте ${kit}. Полный заряд батареи ${comma(ah)} А·ч — около часа.`,
        'Храните батарею заряженной наполовину при комнатной температуре, на морозе работайте прогретой.',
      ],
      highlights: [`${size} В, ${moment} Н·м`, capital(kit), 'Гарантия 24 месяца'],
    };
  },
});
function mains(
  category: string,
  noun: string,
  drawing: string,
  series: string,
  powers: readonly number[],
  perWatt: number,
  key: (watts: number) => Draft['specs'],
  about: string,
  tip: string,
) {
  goods(category, {
    share: 12,
    brands: ['МАСТАК', 'РАЗМАХ'],
    series,
    lead_days: [3, 6],
    has_documents: true,
    axes: {
      kit: [
        ['кейс', 1.1],
        ['коробка', 1],
      ] as const,
      soft: [
        ['плавный пуск', 1.08],
        ['без электроники', 0.95],
      ] as const,
    },
    sizes: { name: 'Мощность', values: powers, label: (w) => `${w} Вт` },
    make: ({ brand, series, kit: [kit, factor], soft: [soft, more], size, random }): Draft => ({
      name: `${noun} ${brand} ${series}, ${size} Вт, ${soft}, ${kit}`,
      specs: { moshchnost: size, komplekt: capital(kit), garantiya: 24, ...key(size) },
      price: (1_500 + size * perWatt) * factor * more * (0.92 + random.next() * 0.16),
      weight_kg: 1.6 + size / 500,
      sold: piece,
      picture: picture(drawing, { accent: accent(brand), brand, count: Number(key(size).diametr ?? 0) }),
      text: [about, `Мощность ${size} Вт, ${soft}. ${tip}`, 'Щётки меняются снаружи, запасная пара лежит в коробке.'],
      highlights: [`${size} Вт`, capital(soft), 'Гарантия 24 месяца'],
    }),
  });
}
mains(
  'perforatory',
  'Перфоратор SDS-plus',
  'rotary',
  'ПФ-26 Удар Бур Таран',
  [800, 650, 1100],
  6.2,
  (w) => ({ energiya_udara: Math.round(w / 28) / 10 }),
  'Три режима: сверление, сверление с ударом и удар. Штробит бетон под розетки и сбивает плитку.',
  'Бур вставляйте со смазкой, при заклинивании муфта отпустит вал.',
);
mains(
  'shlifmashiny',
  'Шлифмашина угловая',
  'grinder',
  'УШМ-125 Искра Грань Рез',
  [900, 1200, 750],
  3.6,
  (w) => ({ diametr: w > 1_000 ? 150 : 125, oboroty: 11_000 }),
  'Режет профиль и арматуру, шлифует сварной шов и бетон. Кожух поворачивается без ключа.',
  'Работайте в очках и перчатках, искру направляйте от себя.',
);
mains(
  'lobziki',
  'Лобзик',
  'jigsaw',
  'ЛЭ-80 Кривая Резной Столяр',
  [650, 500, 800],
  4.4,
  (w) => ({ tolshchina: w > 600 ? 100 : 65 }),
  'Выпиливает по кривой в фанере, столешнице и тонком металле. Подошва наклоняется до 45°.',
  'На ламинат берите пилку с обратным зубом, маятник выключите.',
);

type Simple = {
  noun: string;
  drawing: string;
  brands: string[];
  series: string;
  share?: number;
  sizes: readonly (readonly [label: string, value: number, price: number, kg: number])[];
  axis: string;
  spec: (value: number) => Draft['specs'];
  notes: readonly (readonly [note: string, price: number])[];
  about: string[];
  tips: string[];
};

function tool(category: string, t: Simple) {
  goods(category, {
    share: t.share ?? 12,
    brands: t.brands,
    series: t.series,
    axes: { note: t.notes },
    sizes: { name: t.axis, values: t.sizes, label: ([label]) => label },
    make: ({ brand, series, note: [note, factor], size: [label, value, price, kg], random }): Draft => ({
      name: `${t.noun} ${brand} ${series}, ${note ? `${note}, ` : ''}${label}`,
      specs: { ...t.spec(value), ...(note && { vid: capital(note) }), garantiya: 12 },
      price: price * factor * (0.9 + random.next() * 0.22),
      weight_kg: kg,
      sold: piece,
      picture: picture(t.drawing, { accent: accent(brand), brand, count: value, kind: note }),
      text: [random.pick(t.about), random.pick(t.tips)],
      highlights: [label, ...(note ? [capital(note)] : []), 'Гарантия 12 месяцев'],
    }),
  });
}
tool('molotki', {
  noun: 'Молоток',
  drawing: 'hammer',
  brands: ['ХВАТ', 'МАСТАК'],
  series: 'Плотник Слесарь Кованый Гвоздодёр',
  axis: 'Вес бойка',
  sizes: [
    ['600 г', 0.6, 690, 0.8],
    ['400 г', 0.4, 540, 0.6],
    ['800 г', 0.8, 860, 1.1],
    ['200 г', 0.2, 410, 0.35],
  ],
  spec: (kg) => ({ ves_boyka: kg, material: 'Сталь 45' }),
  notes: [
    ['рукоять из ясеня', 1],
    ['рукоять из стекловолокна', 1.3],
  ],
  about: [
    'Боёк закалён до 55 HRC, не сминается о гвоздь. Рукоять насажена с клином.',
    'Сбалансирован под удар от локтя: кисть устаёт меньше.',
  ],
  tips: [
    'Рассохшуюся рукоять на ночь опустите в воду, потом пропитайте маслом.',
    'Для дюбелей и зубила возьмите молоток тяжелее.',
  ],
});
tool('otvertki', {
  noun: 'Отвёртка',
  drawing: 'screwdriver',
  brands: ['ХВАТ', 'МАСТАК'],
  series: 'Грань Сборка Упор Контакт',
  axis: 'Размер',
  sizes: [
    ['PH2 × 100 мм', 100, 210, 0.1],
    ['PH1 × 75 мм', 75, 180, 0.08],
    ['SL6 × 100 мм', 100, 195, 0.1],
    ['PH3 × 150 мм', 150, 290, 0.16],
  ],
  spec: (mm) => ({ dlina_mm: mm, material: 'Сталь CrV' }),
  notes: [
    ['магнитный наконечник', 1],
    ['диэлектрическая, 1000 В', 1.7],
  ],
  about: [
    'Двухкомпонентная ручка не скользит в мокрой ладони, жало не слизывает шлиц.',
    'Сталь CrV, наконечник намагничен: саморез держится на весу.',
  ],
  tips: [
    'Подбирайте жало по шлицу: меньшее срежет края.',
    'Не используйте как зубило, для этого есть ударная отвёртка.',
  ],
});
tool('nozhovki', {
  noun: 'Ножовка',
  drawing: 'saw',
  brands: ['ХВАТ', 'РЕЗЕЦ'],
  series: 'Боровая Тайга Подрез Плотина',
  axis: 'Длина полотна',
  sizes: [
    ['450 мм', 450, 690, 0.5],
    ['400 мм', 400, 620, 0.45],
    ['500 мм', 500, 760, 0.55],
  ],
  spec: (mm) => ({ dlina_mm: mm, material: 'Сталь 65Г' }),
  notes: [
    ['по дереву, 7 зубьев на дюйм', 1],
    ['по дереву, мелкий зуб', 1.1],
    ['по гипсокартону', 0.8],
  ],
  about: [
    'Зуб 3D с трёхгранной заточкой пилит в обе стороны.',
    'Полотно с тефлоновым покрытием не вязнет в сырой доске.',
  ],
  tips: [
    'Начинайте движением на себя, первый сантиметр — под малым углом.',
    'Храните с чехлом на зубьях, сухую, слегка смазанную.',
  ],
});
tool('ploskogubcy-i-klyuchi', {
  noun: 'Плоскогубцы',
  drawing: 'pliers',
  brands: ['ХВАТ', 'МАСТАК'],
  series: 'Захват Электрик Цепкие Крепкие',
  axis: 'Длина',
  sizes: [
    ['180 мм', 180, 540, 0.3],
    ['160 мм', 160, 480, 0.25],
    ['200 мм', 200, 620, 0.36],
  ],
  spec: (mm) => ({ dlina_mm: mm, material: 'Сталь CrV' }),
  notes: [
    ['комбинированные', 1],
    ['диэлектрические, 1000 В', 1.6],
  ],
  about: [
    'Губки сходятся без просвета, режущая кромка закалена отдельно.',
    'Держат проволоку, гайку и край листа; ручки с упором для пальцев.',
  ],
  tips: ['Шарнир капните маслом раз в полгода.', 'Закалённую проволоку перекусывайте болторезом.'],
});
tool('pravila-i-shpateli', {
  noun: 'Шпатель фасадный',
  drawing: 'spatula',
  brands: ['ХВАТ', 'МАЗОК'],
  series: 'Гладкий Ровный Штукатур Отделка',
  axis: 'Ширина',
  sizes: [
    ['350 мм', 350, 430, 0.3],
    ['250 мм', 250, 340, 0.22],
    ['450 мм', 450, 520, 0.38],
    ['100 мм', 100, 170, 0.1],
  ],
  spec: (mm) => ({ shirina_mm: mm }),
  notes: [
    ['нержавеющая сталь', 1.2],
    ['углеродистая сталь', 0.85],
  ],
  about: ['Полотно пружинит ровно по всей ширине и не оставляет борозд.', 'Для шпатлёвки, клея и снятия старых обоев.'],
  tips: [
    'Смывайте раствор сразу: засохший край царапает стену.',
    'Углы полотна слегка скруглите, чтобы не подрезать слой.',
  ],
});
tool('urovni', {
  noun: 'Уровень строительный',
  drawing: 'level',
  brands: ['МАСТАК', 'ВЕРШОК'],
  series: 'Горизонт Прямая Линия Отвес',
  axis: 'Длина',
  share: 14,
  sizes: [
    ['100 см', 100, 1_180, 0.6],
    ['60 см', 60, 790, 0.4],
    ['150 см', 150, 1_690, 0.9],
    ['200 см', 200, 2_350, 1.2],
  ],
  spec: (cm) => ({ dlina: cm / 100, tochnost: 0.5, material: 'Алюминий' }),
  notes: [
    ['3 глазка', 1],
    ['магнитный', 1.35],
  ],
  about: [
    'Профиль 55 мм не изгибается при падении, колбы видно сбоку и сверху.',
    'Точность 0,5 мм на метр в обоих положениях.',
  ],
  tips: [
    'Проверьте уровень переворотом на 180°: пузырёк должен стать там же.',
    'Не вытирайте раствор о колбы, возите в чехле.',
  ],
});
tool('ruletki', {
  noun: 'Рулетка',
  drawing: 'tapeMeasure',
  brands: ['ВЕРШОК', 'МАСТАК'],
  series: 'Верста Аршин Сажень Мера',
  axis: 'Длина',
  sizes: [
    ['5 м', 5, 390, 0.25],
    ['3 м', 3, 260, 0.18],
    ['8 м', 8, 620, 0.38],
    ['10 м', 10, 790, 0.5],
  ],
  spec: (m) => ({ dlina: m }),
  notes: [
    ['с магнитом', 1.15],
    ['с автостопом', 1],
  ],
  about: [
    'Лента держит вылет два метра, деления напечатаны с двух сторон.',
    'Обрезиненный корпус переживает падение со стремянки.',
  ],
  tips: [
    'Крючок подвижен на свою толщину: так и должно быть для внутреннего и наружного замера.',
    'Мокрую ленту протрите перед смоткой.',
  ],
});
goods('lestnicy-i-stremyanki', {
  share: 14,
  brands: ['СТУПЕНЬ', 'МАСТАК'],
  series: 'Дом Кладовая Потолок Высота',
  lead_days: [2, 5],
  has_documents: true,
  axes: {
    metal: [
      ['алюминиевая', 1],
      ['стальная', 0.72],
    ] as const,
  },
  sizes: { name: 'Ступеней', values: [4, 3, 5, 6, 8], label: (n) => `${n} ${n < 5 ? 'ступени' : 'ступеней'}` },
  make: ({ brand, series, metal: [metal, factor], size, random }): Draft => ({
    name: `Стремянка ${metal} ${brand} ${series}, ${size} ${size < 5 ? 'ступени' : 'ступеней'}`,
    specs: {
      stupeney: size,
      vysota: size * 21 + 2,
      nagruzka: 150,
      material: metal === 'алюминиевая' ? 'Алюминий' : 'Сталь',
    },
    price: (900 + size * 640) * factor * (0.92 + random.next() * 0.18),
    weight_kg: size * (metal === 'стальная' ? 1.6 : 1),
    sold: piece,
    picture: picture('ladder', { accent: accent(brand), kind: metal, count: size }),
    text: [
      `Площадка на высоте ${size * 21 + 2} см, выдерживает 150 кг. Ступени 80 мм с насечкой, на ножках резина.`,
      'Перед подъёмом проверьте, что распорки раскрыты до щелчка. На верхней ступени не стойте.',
    ],
    highlights: [`${size} ${size < 5 ? 'ступени' : 'ступеней'}`, 'До 150 кг', capital(metal)],
  }),
});
goods('sverla-i-bury', {
  share: 16,
  brands: ['РЕЗЕЦ', 'МАСТАК'],
  series: 'Прямой_ход Упор Скорость Твёрдый',
  axes: {
    kind: [
      ['бур SDS-plus', 1.2, 'Бетон'],
      ['сверло по металлу HSS', 1, 'Металл'],
      ['сверло по дереву', 0.9, 'Дерево'],
      ['сверло по плитке', 1.5, 'Плитка'],
    ] as const,
  },
  sizes: { name: 'Диаметр', values: [6, 4, 8, 10, 12, 14], label: (mm) => `${mm} мм` },
  make: ({ brand, series, kind: [kind, factor, where], size, random }): Draft => {
    const length = kind.startsWith('бур') ? 160 : 60 + size * 6;
    return {
      name: `${capital(kind)} ${brand} ${series}, ${size} × ${length} мм`,
      specs: { diametr: size, dlina_mm: length, naznachenie: where },
      price: (50 + size * 17) * factor * (0.9 + random.next() * 0.25),
      weight_kg: 0.02 * size,
      sold: { ...piece, package: 10 },
      picture: picture('drillBit', {
        accent: accent(brand),
        layout: kind.startsWith('бур') ? 0 : kind.includes('дерев') ? 1 : kind.includes('плитк') ? 4 : 2,
        count: length,
      }),
      text: [
        `${where === 'Бетон' ? 'Твердосплавный наконечник с крестовой заточкой, четыре канавки быстро выводят пыль.' : where === 'Металл' ? 'Быстрорежущая сталь, угол 118°: не уводит на старте.' : where === 'Дерево' ? 'Центр и подрезатели дают чистый край без сколов.' : 'Копьевидная пластина сверлит глазурь без удара.'}`,
        `Диаметр ${size} мм, длина ${length} мм. ${where === 'Металл' ? 'Смазывайте и не перегревайте: синий кончик уже отпущен.' : 'Вынимайте каждые два сантиметра, чтобы очистить канавки.'}`,
      ],
      highlights: [`${size} × ${length} мм`, `Материал: ${where.toLowerCase()}`],
    };
  },
});
goods('krugi-otreznye', {
  share: 12,
  brands: ['РЕЗЕЦ', 'РАЗМАХ'],
  series: 'Тонкий_диск Быстрый Скорый Двойной',
  axes: {
    where: [
      ['по металлу', 1, '#3a3835'],
      ['по камню', 1.1, '#4a5a4a'],
      ['алмазный по плитке', 7, '#b9bec2'],
    ] as const,
  },
  sizes: {
    name: 'Диаметр',
    values: [
      [125, 22.2],
      [115, 22.2],
      [230, 22.2],
      [150, 22.2],
    ] as const,
    label: ([mm]) => `${mm} мм`,
  },
  make: ({ brand, series, where: [where, factor, body], size: [mm, hole], random }): Draft => ({
    name: `Круг отрезной ${where} ${brand} ${series}, ${mm} × ${comma(hole)} мм`,
    specs: {
      diametr: mm,
      naznachenie: capital(where.replace('алмазный ', '')),
      vid: where.startsWith('алмаз') ? 'Алмазный' : 'Абразивный',
    },
    price: mm * 0.55 * factor * (0.9 + random.next() * 0.3),
    weight_kg: mm * 0.0009,
    sold: { ...piece, package: where.startsWith('алмаз') ? 1 : 25, tiers: [[25, 0.1]] },
    picture: picture('disc', { accent: accent(brand), body, brand, kind: where }),
    text: [
      where.startsWith('алмаз')
        ? 'Сплошная кромка режет керамогранит без сколов, лучше с водой.'
        : 'Тонкий круг с двойным армированием режет быстро и почти не греет кромку.',
      'Проверьте дату на кольце: просроченный круг ставить нельзя. Кожух и очки обязательны.',
    ],
    highlights: [`${mm} мм`, capital(where)],
  }),
});
goods('bity', {
  share: 10,
  brands: ['РЕЗЕЦ', 'ХВАТ'],
  series: 'Торсион Магнит Удар Набор',
  axes: { slot: ['PH2', 'PZ2', 'TX25', 'SL6'] },
  sizes: { name: 'Длина', values: [50, 25, 100], label: (mm) => `${mm} мм` },
  make: ({ brand, series, slot, size, random }): Draft => {
    const count = random.pick([1, 2, 5, 10]);
    return {
      name: `Биты ${slot} ${brand} ${series}, ${size} мм, ${count} шт.`,
      specs: { dlina_mm: size, v_upakovke: count, vid: slot, material: 'Сталь S2' },
      price: (18 + size * 0.7) * count * (0.9 + random.next() * 0.2),
      weight_kg: 0.02 * count,
      sold: holding(count, 'шт.', count === 1 ? 'шт.' : 'упак.'),
      picture: picture('drillBit', { accent: accent(brand), layout: 3, kind: slot.toLowerCase(), count }),
      text: [
        'Торсионная зона гасит удар шуруповёрта, шлиц самореза не слизывает.',
        `Шлиц ${slot}, длина ${size} мм. Для гипсокартона берите биту с ограничителем.`,
      ],
      highlights: [slot, `${size} мм`, `${count} шт.`],
    };
  },
});
const gloveColours: Record<string, [string, string]> = {
  Латекс: ['#d98a2b', '#3f4447'],
  Нитрил: ['#2b5d8f', '#e8e6de'],
  Спилок: ['#b98d5a', '#8a5a2b'],
  Точка: ['#e8e4d8', '#3f4447'],
  Зимние: ['#a3283a', '#2f3437'],
  Полиуретан: ['#6f7678', '#2f3437'],
};
goods('perchatki-rabochie', {
  share: 14,
  brands: ['РУКАВИЦА', 'МАСТАК'],
  series: 'Латекс Нитрил Спилок Точка Зимние Полиуретан',
  axes: {
    cover: [
      ['облив ладони', 1],
      ['двойной облив', 1.4],
    ] as const,
  },
  sizes: { name: 'Размер', values: [10, 9, 8, 11], label: (n) => `размер ${n}` },
  make: ({ brand, series, cover: [cover, factor], size, random }): Draft => ({
    name: `Перчатки рабочие ${brand} ${series}, ${cover}, размер ${size}`,
    specs: { razmer: String(size), material: series === 'Спилок' ? 'Спилок' : 'Хлопок', vid: capital(cover) },
    price: (series === 'Спилок' ? 290 : series === 'Зимние' ? 240 : 92) * factor * (0.92 + random.next() * 0.2),
    weight_kg: 0.08,
    sold: { ...piece, unit: 'пара', base_unit: 'пара', package: 12, tiers: [[12, 0.08]] },
    picture: picture('gloves', {
      accent: gloveColours[series]?.[0] ?? '#d98a2b',
      body: gloveColours[series]?.[1] ?? '#3f4447',
    }),
    text: [
      `${series === 'Зимние' ? 'С утеплением: держат тепло до −15 °C.' : series === 'Спилок' ? 'Для сварки, дров и кирпича: спилок не прожигает искра.' : 'Ладонь не скользит на мокром и пыльном, пальцы чувствуют саморез.'}`,
      'Стирайте при 40 °C, сушите в тени. Размер смотрите по обхвату ладони: 10 — 25 см.',
    ],
    highlights: [`Размер ${size}`, capital(cover), '12 пар в упаковке'],
  }),
});
goods('ochki-i-kaski', {
  share: 9,
  brands: ['РУКАВИЦА', 'РАЗМАХ'],
  series: 'Обзор Стройка Щит Тень',
  axes: {
    kind: [
      ['Очки защитные', 190, 'goggles', 'Поликарбонат'],
      ['Каска строительная', 520, 'helmet', 'Полиэтилен'],
      ['Наушники противошумные', 640, 'earmuffs', 'Пластик'],
    ] as const,
  },
  sizes: {
    name: 'Цвет',
    values: [
      ['оранжевый', '#e0782b'],
      ['жёлтый', '#e2b52a'],
      ['синий', '#2b5d8f'],
    ] as const,
    label: ([name]) => name,
  },
  make: ({ brand, series, kind: [kind, price, drawing, material], size: [colour, hex], random }): Draft => {
    const isHelmet = drawing === 'helmet';
    return {
      name: `${kind} ${brand} ${series}, ${coloured(colour, isHelmet ? 'ая' : 'ые')}`,
      specs: { material, cvet: capital(colour), vid: kind },
      price: price * (0.9 + random.next() * 0.25),
      weight_kg: 0.2,
      sold: piece,
      picture: picture(drawing, { accent: hex }),
      text: worn[drawing],
      highlights: [material],
    };
  },
});

/** What is said of each kind of what is worn on the head. */
const worn = {
  goggles: [
    'Закрывают глаза сверху и с боков, не запотевают и надеваются поверх своих.',
    'Поцарапанное стекло меняйте сразу. Храните очки в чехле, протирайте мягкой тканью.',
  ],
  helmet: [
    'Каску подгоняют храповиком, одной рукой; шесть точек подвески разносят удар.',
    'После сильного удара каску замените, даже если трещин не видно.',
  ],
  earmuffs: [
    'Снижают шум на 27 дБ, чашки не давят на дужки очков.',
    'Износившиеся подушки меняйте: через них проходит шум.',
  ],
};

/** «жёлтый» → «жёлтая», «синие». */
function coloured(colour: string, ending: 'ая' | 'ые'): string {
  const isSoft = colour.endsWith('ий');
  return colour.slice(0, -2) + (isSoft ? { ая: 'яя', ые: 'ие' }[ending] : ending);
}

goods('tachki-sadovye', {
  share: 8,
  brands: ['МЕЖА', 'СТУПЕНЬ'],
  series: 'Вол Телега Тягач Пони',
  lead_days: [3, 6],
  axes: {
    wheels: [
      ['одноколёсная', 1],
      ['двухколёсная', 1.25],
    ] as const,
  },
  sizes: { name: 'Объём кузова', values: [80, 65, 110], label: (l) => `${l} л` },
  make: ({ brand, series, wheels: [wheels, factor], size, random }): Draft => ({
    name: `Тачка садовая ${brand} ${series}, ${wheels}, ${size} л`,
    specs: { obem: size, nagruzka: size * 2, vid: capital(wheels), material: 'Оцинкованная сталь' },
    price: (1_900 + size * 28) * factor * (0.92 + random.next() * 0.16),
    weight_kg: 11 + size / 20,
    sold: piece,
    picture: picture('wheelbarrow', { accent: accent(brand), kind: wheels }),
    text: [
      `Кузов ${size} л из оцинковки 0,8 мм, рама сварена из трубы 32 мм. Возит до ${size * 2} кг земли или раствора.`,
      'Колёса на воздухе, давление 2 атм. Раствор смывайте сразу, ось смазывайте весной.',
    ],
    highlights: [`${size} л, до ${size * 2} кг`, capital(wheels)],
  }),
});

// Fasteners are told apart by numbers: size, coating and how many lie in the box.
type Fastener = {
  noun: string;
  brands: string[];
  series: string;
  share: number;
  sizes: readonly (readonly [size: string, price: number, grams: number])[];
  coats: readonly (readonly [coat: string, factor: number, colour: string])[];
  counts: readonly number[];
  drawing: 'bracket' | 'fastenerPack';
  /** Which piece lies before the pack. */
  piece: string;
  about: string;
  tip: string;
};
function fastener(category: string, f: Fastener) {
  goods(category, {
    share: f.share,
    brands: f.brands,
    series: f.series,
    axes: { coat: f.coats, count: f.counts },
    sizes: { name: 'Размер', values: f.sizes, label: ([size]) => `${size.replaceAll('×', ' × ')} мм` },
    make: ({ brand, series, coat: [coat, factor, colour], count, size: [size, price, grams], random }): Draft => {
      const [diameter = '', length = ''] = size.split('×');
      return {
        name: `${f.noun} ${brand} ${series} ${size.replaceAll('×', ' × ')} мм, ${coat}, ${count} шт.`,
        specs: {
          razmer: `${size.replaceAll('×', ' × ')} мм`,
          v_upakovke: count,
          material: capital(coat),
          ...(length && { dlina_mm: Number(length.replace(',', '.')) || 0 }),
          ...(Number(diameter.replace(',', '.').replace('M', '')) > 0 && {
            diametr: Number(diameter.replace(',', '.').replace('M', '')),
          }),
        },
        price:
          Math.max(9, price * count * factor * (count >= 500 ? 0.72 : count >= 100 ? 0.85 : 1)) *
          (0.92 + random.next() * 0.16),
        weight_kg: Math.max(0.01, (grams * count) / 1_000),
        sold: holding(count, 'шт.', 'упак.', { tiers: [[10, 0.05]] }),
        picture: packed(
          f.drawing,
          brand,
          f.noun,
          `${size.replaceAll('×', ' × ')} мм`,
          f.coats.findIndex(([name]) => name === coat),
          {
            body: colour,
            kind: f.piece,
            count,
          },
        ),
        text: [f.about, `В упаковке ${count} шт., размер ${size.replaceAll('×', ' × ')} мм, ${coat}. ${f.tip}`],
        highlights: [`${size.replaceAll('×', ' × ')} мм`, `${count} шт.`, capital(coat)],
      };
    },
  });
}
const blackYellow = [
  ['оксидированные', 1, '#33322f'],
  ['жёлтый цинк', 1.15, '#d9a53a'],
] as const;
fastener('samorezy-po-derevu', {
  noun: 'Саморезы по дереву',
  drawing: 'fastenerPack',
  piece: 'wood',
  brands: ['КРЕПЬ', 'СКОБА'],
  series: 'Потай Редкий_шаг Брусок Терраса',
  share: 26,
  sizes: [
    ['3,5×35', 0.95, 1.7],
    ['3,5×25', 0.75, 1.3],
    ['3,5×51', 1.35, 2.4],
    ['4,2×76', 2.9, 4.9],
    ['4,8×100', 4.6, 8.2],
  ],
  coats: blackYellow,
  counts: [1000, 200, 50],
  about: 'Редкая резьба держит сосну и ель без подсверливания, потайная головка уходит заподлицо.',
  tip: 'В твёрдую доску сверлите отверстие на миллиметр тоньше.',
});
fastener('samorezy-dlya-gipsokartona', {
  noun: 'Саморезы для гипсокартона',
  drawing: 'fastenerPack',
  piece: 'drywall',
  brands: ['КРЕПЬ', 'СВИТЬ'],
  series: 'Каркас Лист Частый_шаг Профиль',
  share: 16,
  sizes: [
    ['3,5×25', 0.62, 1.2],
    ['3,5×35', 0.8, 1.6],
    ['3,5×45', 1.05, 2.1],
  ],
  coats: [
    ['фосфатированные', 1, '#33322f'],
    ['белый цинк', 1.2, '#c8cdd0'],
  ],
  counts: [1000, 500, 200],
  about: 'Частый шаг для металлического профиля, головка-рожок не рвёт картон.',
  tip: 'На лист уходит около 60 штук с шагом 20 см.',
});
fastener('samorezy-krovelnye', {
  noun: 'Саморезы кровельные',
  drawing: 'fastenerPack',
  piece: 'roof',
  brands: ['КРЕПЬ', 'СКОБА'],
  series: 'Скат Дождь Профнастил Конёк',
  share: 12,
  sizes: [
    ['4,8×35', 3.4, 6.5],
    ['5,5×19', 3.1, 5.2],
    ['4,8×70', 6.2, 12],
  ],
  coats: [
    ['оцинкованные', 1, '#c8cdd0'],
    ['RAL 8017 шоколад', 1.25, '#4a2f27'],
    ['RAL 6005 зелёный', 1.25, '#1f4a38'],
  ],
  counts: [250, 100],
  about: 'Шайба с резиной EPDM не пропускает воду и не дубеет на морозе.',
  tip: 'На квадратный метр кровли идёт 7–8 штук, крутите строго под прямым углом.',
});
fastener('dyubel-gvozdi', {
  noun: 'Дюбель-гвозди',
  drawing: 'fastenerPack',
  piece: 'dowel',
  brands: ['КРЕПЬ', 'КАРКАС'],
  series: 'Гриб Потай Бортик Монтаж',
  share: 14,
  sizes: [
    ['6×40', 1.4, 3],
    ['6×60', 1.9, 4.2],
    ['8×80', 3.6, 9],
    ['8×100', 4.5, 11],
  ],
  coats: [
    ['полипропилен', 1, '#d9d4c6'],
    ['нейлон', 1.5, '#e8e4d8'],
  ],
  counts: [100, 200, 50],
  about: 'Быстрый монтаж профиля и реек к бетону и кирпичу: вставил и забил.',
  tip: 'Бур берите того же диаметра, отверстие на 10 мм глубже.',
});
fastener('dyubeli-dlya-teploizolyacii', {
  noun: 'Дюбели для теплоизоляции',
  drawing: 'fastenerPack',
  piece: 'insulation',
  brands: ['КРЕПЬ', 'ТЕПЛЯК'],
  series: 'Зонт Тарелка Фасад Щит',
  share: 10,
  sizes: [
    ['10×120', 7.5, 11],
    ['10×160', 9.8, 15],
    ['10×200', 13, 19],
  ],
  coats: [
    ['пластиковый гвоздь', 1, '#d9d4c6'],
    ['стальной гвоздь с термоголовкой', 1.7, '#8b9094'],
  ],
  counts: [100, 50],
  about: 'Шляпка 60 мм прижимает плиту и не продавливает её.',
  tip: 'На квадратный метр плиты нужно 6–8 штук, у углов дома — больше.',
});
fastener('gvozdi', {
  noun: 'Гвозди строительные',
  drawing: 'fastenerPack',
  piece: 'nail',
  brands: ['СКОБА', 'КРЕПЬ'],
  series: 'Плотницкие Ершёные Финишные Толевые',
  share: 12,
  sizes: [
    ['3×80', 0.75, 4.4],
    ['2,5×60', 0.45, 2.3],
    ['4×100', 1.5, 9.5],
    ['1,8×32', 0.2, 0.65],
  ],
  coats: [
    ['без покрытия', 1, '#8b9094'],
    ['оцинкованные', 1.4, '#c8cdd0'],
  ],
  counts: [200, 100, 500],
  about: 'Ровный стержень без заусенцев, шляпка с рифлением не даёт молотку соскользнуть.',
  tip: 'Длина гвоздя — три толщины прибиваемой доски.',
});
fastener('ankery', {
  noun: 'Анкер клиновой',
  drawing: 'fastenerPack',
  piece: 'anchor',
  brands: ['КРЕПЬ', 'СКОБА'],
  series: 'Опора Перила Станина Колонна',
  share: 12,
  sizes: [
    ['M10×95', 29, 72],
    ['M8×80', 18, 40],
    ['M12×120', 48, 128],
    ['M16×150', 96, 270],
  ],
  coats: [
    ['жёлтый цинк', 1, '#d9a53a'],
    ['горячий цинк', 1.6, '#b9bec2'],
  ],
  counts: [10, 25, 1],
  about: 'Держит лестницу, ворота и оборудование в бетоне: втулка раскрывается при затяжке.',
  tip: 'Очистите отверстие от пыли, затягивайте динамометрическим ключом.',
});
fastener('bolty-gayki-i-shayby', {
  noun: 'Болт с шестигранной головкой',
  drawing: 'fastenerPack',
  piece: 'bolt',
  brands: ['СКОБА', 'КРЕПЬ'],
  series: 'DIN_933 DIN_931 Стяжной Машина',
  share: 14,
  sizes: [
    ['M8×40', 7, 20],
    ['M6×30', 3.6, 9],
    ['M10×60', 15, 48],
    ['M12×80', 27, 92],
  ],
  coats: [
    ['цинк, класс 5.8', 1, '#c8cdd0'],
    ['цинк, класс 8.8', 1.35, '#b9bec2'],
    ['нержавеющая сталь А2', 3.2, '#d5d8da'],
  ],
  counts: [10, 50, 1],
  about: 'Резьба накатана, а не нарезана: прочнее на срез и не рвёт гайку.',
  tip: 'Гайки и шайбы того же размера лежат в соседней ячейке.',
});
fastener('perforirovannyy-krepezh', {
  noun: 'Уголок крепёжный',
  drawing: 'bracket',
  piece: 'angle',
  brands: ['СКОБА', 'КАРКАС'],
  series: 'Усиленный Плечо Стропильный Рядный',
  share: 12,
  sizes: [
    ['90×90×65', 42, 160],
    ['50×50×35', 17, 50],
    ['105×105×90', 74, 330],
    ['40×40×20', 9, 22],
  ],
  coats: [
    ['оцинкованный', 1, '#c8cdd0'],
    ['чёрный', 1.25, '#33322f'],
  ],
  counts: [1, 10],
  about: 'Сталь 2 мм с ребром жёсткости держит балку и стойку каркаса.',
  tip: 'Используйте ершёные гвозди или саморезы 5 × 40, все отверстия заполнять не нужно.',
});
