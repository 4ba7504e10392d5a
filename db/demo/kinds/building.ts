import { ensure } from '#shared/ensure.ts';
import { plural } from '#shared/plurals.ts';
import { capital, comma, type Draft, goods, holding, packed, picture, piece } from './kind.ts';

function wool(category: string, noun: string, form: string, series: string, layout: 'insulation' | 'slab') {
  goods(category, {
    share: 18,
    brands: ['ЛАДОГА', 'ТЕПЛЯК'],
    series,
    lead_days: [2, 5],
    has_documents: true,
    axes: {
      place: [
        ['для кровли и стен', 1, 15],
        ['для фасада', 2.1, 90],
        ['для перегородок', 1.25, 35],
      ] as const,
    },
    sizes: {
      name: 'Толщина',
      values: [
        [50, '15'],
        [100, '7.5'],
        [150, '5'],
      ] as const,
      label: ([mm]) => `${mm} мм`,
    },
    make: ({ brand, series, place: [place, factor, density], size: [mm, area], random }): Draft => ({
      name: `${noun} ${brand} ${series}, ${place}, ${mm} мм, ${comma(area)} м²`,
      specs: {
        tolshchina: mm,
        ploshchad_upakovki: Number(area),
        plotnost: density,
        teploprovodnost: 0.037,
        naznachenie: capital(place),
        vid: form,
      },
      price: 2_150 * factor * (0.9 + random.next() * 0.2),
      weight_kg: Number(area) * mm * density * 0.001,
      sold: holding(area, 'м²', 'упак.', {
        pallet: 24,
        tiers: [
          [12, 0.03],
          [24, 0.05],
        ],
      }),
      picture: packed(layout, brand, 'Минеральная вата', '', 0, {
        body: '#ead9a0',
        // A pack of slabs is 67 cm high, however thick they are.
        ...(layout === 'slab' && { count: Math.round(670 / mm) }),
      }),
      text: [
        `${form} ${place}. Волокно не горит и не оседает, плотность ${density} кг/м³.`,
        `В упаковке ${comma(area)} м² при толщине ${mm} мм. Для дома в нашем климате в стену кладут 150 мм, в кровлю — 200–250 мм в два слоя со смещением стыков.`,
        'Режьте ножом с длинным лезвием, на 1–2 см шире шага стоек. Работайте в перчатках и респираторе.',
      ],
      highlights: [`${comma(area)} м² в упаковке`, `Теплопроводность 0,037 Вт/(м·К)`, 'Не горит (НГ)'],
    }),
  });
}
wool('vata-v-rulonah', 'Минеральная вата', 'Рулон', 'Зима Тулуп Тёплый_скат Метель', 'insulation');
wool('vata-v-plitah', 'Минеральная вата в плитах', 'Плита', 'Базальт Оплот Заслон Крепость', 'slab');

goods('ekstruzionnyy-penopolistirol', {
  share: 12,
  brands: ['ЛАДОГА', 'ТЕПЛЯК'],
  series: 'Фундамент Отмостка Лоджия Цоколь',
  has_documents: true,
  axes: {
    grade: [
      ['35', 1],
      ['45', 1.25],
    ] as const,
  },
  sizes: {
    name: 'Толщина',
    values: [
      [50, '5.55', 8],
      [30, '9.02', 13],
      [100, '2.77', 4],
      [20, '13.87', 20],
    ] as const,
    label: ([mm]) => `${mm} мм`,
  },
  make: ({ brand, series, grade: [grade, factor], size: [mm, area, count], random }): Draft => ({
    name: `Экструзионный пенополистирол ${brand} ${series} ${grade}, ${mm} мм, ${comma(area)} м²`,
    specs: {
      tolshchina: mm,
      ploshchad_upakovki: Number(area),
      v_upakovke: count,
      plotnost: Number(grade),
      teploprovodnost: 0.034,
    },
    price: 2_480 * factor * (0.92 + random.next() * 0.15),
    weight_kg: Number(area) * mm * Number(grade) * 0.001,
    sold: holding(area, 'м²', 'упак.'),
    picture: packed('slab', brand, 'Плита XPS', '', 1, { body: '#e8b98a', count }),
    text: [
      'Не впитывает воду и держит нагрузку: фундамент, отмостка, пол по грунту, лоджия.',
      `В пачке ${count} ${plural(count, 'плита', 'плиты', 'плит')}, ${comma(area)} м². Кромка со ступенькой закрывает мостик холода, стыки на фундаменте не промазывайте битумом на растворителе.`,
    ],
    highlights: [`${comma(area)} м² в пачке`, 'Водопоглощение 0,2 %', 'Кромка со ступенькой'],
  }),
});
function film(category: string, noun: string, series: string, about: string) {
  goods(category, {
    share: 8,
    brands: ['ТЕПЛЯК', 'ЛАДОГА'],
    series,
    axes: {
      grade: [
        ['70 г/м²', 1],
        ['100 г/м²', 1.35],
        ['с клейкой полосой', 1.6],
      ] as const,
    },
    sizes: { name: 'Площадь рулона', values: [70, 35, 30], label: (m2) => `${m2} м²` },
    make: ({ brand, series, grade: [grade, factor], size, random }): Draft => ({
      name: `${noun} ${brand} ${series}, ${grade}, ${size} м²`,
      specs: { ploshchad_upakovki: size, shirina: 1.5, material: 'Полипропилен', vid: capital(grade) },
      price: 26 * size * factor * (0.9 + random.next() * 0.2),
      weight_kg: size * 0.09,
      sold: holding(size, 'м²', 'рул.'),
      picture: packed('roll', brand, noun, '', 1, { body: '#e4e6e3' }),
      text: [about, `Ширина рулона 1,5 м. Нахлёст 15 см, стыки проклейте лентой, у проходов труб сделайте фартук.`],
      highlights: [`${size} м² в рулоне`, 'Ширина 1,5 м'],
    }),
  });
}
film(
  'paroizolyaciya',
  'Пароизоляция',
  'Тёплая_сторона Барьер Чердак Мансарда',
  'Не пускает пар из комнаты в утеплитель: кладут с тёплой стороны, гладкой стороной к комнате.',
);
film(
  'vetrozashchita',
  'Ветрозащитная мембрана',
  'Вьюга Парус Скат Фасад',
  'Выпускает пар наружу и держит ветер и брызги: кладут поверх утеплителя под вентилируемый зазор.',
);
goods('uplotniteli', {
  share: 8,
  brands: ['ТЕПЛЯК', 'ШОВ'],
  series: 'Сквозняк Окно Притвор Порожек',
  axes: {
    profile: ['D', 'P', 'E'],
    colour: [
      ['коричневый', '#6f4a2e'],
      ['белый', '#eeece6'],
      ['чёрный', '#2f2e2b'],
    ] as const,
  },
  sizes: { name: 'Длина', values: [6, 10, 24], label: (m) => `${m} м` },
  make: ({ brand, series, profile, colour: [colour, hex], size, random }): Draft => ({
    name: `Уплотнитель ${brand} ${series}, профиль ${profile}, ${colour}, ${size} м`,
    specs: { dlina: size, material: 'Резина EPDM', cvet: capital(colour), vid: `Профиль ${profile}` },
    price: (60 + size * 21) * (0.9 + random.next() * 0.2),
    weight_kg: size * 0.03,
    sold: holding(size, 'м', 'шт.'),
    picture: packed('sealStrip', brand, 'Уплотнитель', '', 0, { body: hex, kind: profile.toLowerCase() }),
    text: [
      `Закрывает щель ${profile === 'E' ? '1–3' : profile === 'P' ? '2–5' : '3–7'} мм в окне или двери. Клейкий слой держит на чистой обезжиренной краске.`,
      'Клейте при +10 °C и выше, не растягивая; угол режьте под 45°.',
    ],
    highlights: [`${size} м в упаковке`, 'Не дубеет до −40 °C'],
  }),
});

goods('gipsokarton', {
  share: 14,
  brands: ['СВИТЬ', 'ГИПСАР'],
  series: 'Лист Стандарт Перегородка Потолочный',
  has_documents: true,
  lead_days: [1, 3],
  axes: {
    kind: [
      ['обычный', 1, '#8b9094'],
      ['влагостойкий', 1.28, '#3f7d5c'],
      ['огнестойкий', 1.35, '#a3483a'],
    ] as const,
  },
  sizes: {
    name: 'Размер',
    values: [
      ['2500 × 1200 × 12,5', '3', 27],
      ['2500 × 1200 × 9,5', '3', 21],
      ['3000 × 1200 × 12,5', '3.6', 32],
    ] as const,
    label: ([name]) => `${name} мм`,
  },
  make: ({ brand, series, kind: [kind, factor, hex], size: [size, area, kg], random }): Draft => ({
    name: `Гипсокартон ${kind} ${brand} ${series}, ${size} мм`,
    specs: {
      razmer: `${size} мм`,
      ploshchad_upakovki: Number(area),
      vid: capital(kind),
      vlagostoykost: kind === 'влагостойкий',
      tolshchina: size.endsWith('9,5') ? 9.5 : 12.5,
    },
    price: 128 * Number(area) * factor * (0.92 + random.next() * 0.15),
    weight_kg: kg,
    sold: holding(area, 'м²', 'лист', {
      pallet: 50,
      tiers: [
        [20, 0.03],
        [50, 0.05],
      ],
    }),
    picture: picture('drywall', { accent: hex, brand, title: `ГКЛ ${kind}`, size: '' }),
    text: [
      `Лист ${size} мм, ${comma(area)} м². ${kind === 'влагостойкий' ? 'Для ванной и кухни под плитку или краску.' : kind === 'огнестойкий' ? 'Для стен у печи и эвакуационных путей, держит огонь дольше.' : 'Для сухих комнат: перегородки, потолки, обшивка стен.'}`,
      'Храните плашмя под крышей, шаг стоек 600 мм, под плитку — 400 мм. Саморез утапливайте на миллиметр, не прорывая картон.',
    ],
    highlights: [`${comma(area)} м² в листе`, capital(kind), `Лист весит ${comma(kg)} кг`],
  }),
});
goods('plity-osb', {
  share: 10,
  brands: ['КРЯЖ', 'СВИТЬ'],
  series: 'Стружка Черновой_пол Кровельная Обшивка',
  has_documents: true,
  lead_days: [1, 3],
  axes: {
    edge: [
      ['ровная кромка', 1],
      ['шпунт', 1.2],
    ] as const,
  },
  sizes: {
    name: 'Толщина',
    values: [
      [9, 890],
      [12, 1150],
      [18, 1720],
      [6, 640],
    ] as const,
    label: ([mm]) => `${mm} мм`,
  },
  make: ({ brand, series, edge: [edge, factor], size: [mm, price], random }): Draft => ({
    name: `Плита OSB-3 ${brand} ${series}, ${edge}, 2500 × 1250 × ${mm} мм`,
    specs: {
      tolshchina: mm,
      razmer: '2500 × 1250 мм',
      ploshchad_upakovki: 3.125,
      vlagostoykost: true,
      vid: capital(edge),
    },
    price: price * factor * (0.95 + random.next() * 0.12),
    weight_kg: mm * 2,
    sold: holding('3.125', 'м²', 'лист', { pallet: 60, tiers: [[30, 0.03]] }),
    picture: picture('sheet', { body: '#d7b27a', layout: 1 }),
    text: [
      'Влагостойкая плита для обшивки каркаса, чернового пола и сплошной обрешётки.',
      `Лист закрывает 3,125 м². Между листами оставляйте 3 мм, ${mm >= 18 ? 'на пол с шагом лаг 600 мм этой толщины достаточно' : 'на пол возьмите 18 мм'}.`,
    ],
    highlights: ['3,125 м² в листе', `Толщина ${mm} мм`, 'Класс эмиссии E1'],
  }),
});
goods('fanera', {
  share: 9,
  brands: ['КРЯЖ', 'СВИТЬ'],
  series: 'Лист Мебельная Ровная Мастерская',
  lead_days: [2, 4],
  axes: {
    grade: [
      ['сорт 4/4', 1],
      ['сорт 2/4', 1.35],
      ['шлифованная, сорт 2/2', 1.7],
    ] as const,
  },
  sizes: {
    name: 'Толщина',
    values: [
      [10, 1180],
      [6, 760],
      [18, 2150],
      [4, 560],
    ] as const,
    label: ([mm]) => `${mm} мм`,
  },
  make: ({ brand, series, grade: [grade, factor], size: [mm, price], random }): Draft => ({
    name: `Фанера ${brand} ${series}, ${grade}, 1525 × 1525 × ${mm} мм`,
    specs: {
      tolshchina: mm,
      razmer: '1525 × 1525 мм',
      sortnost: capital(grade.split(', ').at(-1) ?? grade),
      material: 'Берёза',
    },
    price: price * factor * (0.95 + random.next() * 0.12),
    weight_kg: mm * 1.55,
    sold: { ...piece, unit: 'лист', base_unit: 'лист' },
    picture: picture('sheet', { body: '#e0c290', layout: 0 }),
    text: [
      `Берёзовая фанера ${mm} мм, ${grade}: под паркет, мебель, полки и поделки.`,
      'Распилим в филиале по вашей карте раскроя с точностью до миллиметра.',
    ],
    highlights: [`${mm} мм`, capital(grade), 'Распил по размерам'],
  }),
});
const profileNames = [
  ['ПН 28×27', 118],
  ['ПП 60×27', 152],
  ['ПН 50×40', 168],
  ['ПС 50×50', 205],
  ['ПС 75×50', 248],
] as const;
goods('profili-dlya-gipsokartona', {
  share: 12,
  brands: ['КАРКАС', 'СВИТЬ'],
  series: 'Опора Прямой Свод Надёжный',
  lead_days: [1, 3],
  axes: {
    kind: profileNames,
    steel: [
      ['0,5 мм', 0.9],
      ['0,6 мм', 1.15],
    ] as const,
  },
  sizes: { name: 'Длина', values: [3, 4], label: (m) => `${m} м` },
  make: ({ brand, series, kind: [kind, price], steel: [steel, factor], size, random }): Draft => ({
    name: `Профиль ${kind.replace('×', ' × ')} ${brand} ${series}, сталь ${steel}, ${size} м`,
    specs: {
      dlina: size,
      vid: ensure(kind.split(' ')[0]),
      razmer: ensure(kind.split(' ')[1]).replace('×', ' × '),
      material: `Сталь ${steel}`,
    },
    price: price * (size / 3) * factor * (0.95 + random.next() * 0.12),
    weight_kg: size * 0.5,
    sold: holding(size, 'м', 'шт.', { package: 12, tiers: [[24, 0.04]] }),
    picture: picture('stud', { body: '#c8cdd0', kind }),
    text: [
      `${kind.startsWith('ПН') ? 'Направляющий профиль крепят к полу, стене и потолку' : 'Несущий профиль вставляют в направляющий с шагом 600 мм'}. Оцинкованная сталь ${steel}.`,
      'Режьте ножницами по металлу, не болгаркой: нагрев снимает цинк.',
    ],
    highlights: [`Длина ${size} м`, `Сталь ${steel}`],
  }),
});
goods('mayaki-shtukaturnye', {
  share: 8,
  brands: ['КАРКАС', 'СУХОНА'],
  series: 'Струна Прямой Рейка Линия',
  axes: { mm: [6, 10] },
  sizes: { name: 'Длина', values: [3, 2.5], label: (m) => `${comma(m)} м` },
  make: ({ brand, series, mm, size, random }): Draft => ({
    name: `Маяк штукатурный ${brand} ${series} ${mm} мм, ${comma(size)} м`,
    specs: { dlina: size, tolshchina: mm, material: 'Оцинкованная сталь' },
    price: (mm === 6 ? 59 : 74) * (size / 3) * (0.95 + random.next() * 0.1),
    weight_kg: 0.25,
    sold: holding(String(size), 'м', 'шт.', { package: 50, tiers: [[50, 0.06]] }),
    picture: picture('bead', { body: '#d3d7d9', count: mm }),
    text: [
      `Рейка ${mm} мм задаёт плоскость слоя. Ставьте с шагом на 20 см меньше длины правила, сажайте на гипсовые «кляксы».`,
      'На комнату 18 м² уходит около 18 маяков. Из-под цементной штукатурки маяк можно не вынимать.',
    ],
    highlights: [`Толщина ${mm} мм`, `Длина ${comma(size)} м`],
  }),
});
goods('ugolki-i-setki', {
  share: 8,
  brands: ['КАРКАС', 'СКОБА'],
  series: 'Грань Армо Откос Кромка',
  axes: {
    kind: [
      ['уголок перфорированный 25 × 25 мм', 62, 3, 'м', 'profile'],
      ['уголок с сеткой 8 × 12 см', 98, 2.5, 'м', 'profile'],
      ['сетка фасадная 5 × 5 мм', 2_350, 50, 'м²', 'roll'],
    ] as const,
  },
  make: ({ brand, series, kind: [kind, price, amount, unit, drawing], random }): Draft => ({
    name: `${capital(kind)} ${brand} ${series}, ${comma(amount)} ${unit}`,
    specs: {
      material: kind.startsWith('сетка') ? 'Стеклоткань' : 'Алюминий',
      vid: kind.startsWith('сетка') ? 'Сетка' : 'Уголок',
      ...(unit === 'м' ? { dlina: amount } : { ploshchad_upakovki: amount }),
    },
    price: price * (0.92 + random.next() * 0.16),
    weight_kg: unit === 'м' ? 0.2 : 7,
    sold: holding(String(amount), unit, unit === 'м' ? 'шт.' : 'рул.'),
    picture:
      drawing === 'roll'
        ? picture('roll', { body: '#e8e6de', accent: '#2b5d8f', layout: 1 })
        : picture('cornerBead', { body: '#d9dcdd', kind }),
    text: [
      kind.startsWith('сетка')
        ? 'Армирует штукатурку фасада и стыки разных материалов. Втапливайте в первую треть слоя с нахлёстом 10 см.'
        : 'Держит наружный угол ровным и защищает от сколов. Сажайте на штукатурку по уровню, перфорация даёт сцепление.',
      'Режется ножницами по металлу.',
    ],
    highlights: [`${comma(amount)} ${unit}`, 'Не ржавеет'],
  }),
});
const clays = [
  ['красный', '#b9583a'],
  ['соломенный', '#d8b876'],
  ['шоколад', '#5f3d2c'],
  ['терракота', '#c46b42'],
] as const;
goods('kirpich', {
  share: 12,
  brands: ['ОБЖИГ', 'ШЕКСНА'],
  series: 'Рядовой Лицевой Бархат Усадьба',
  lead_days: [3, 7],
  has_documents: true,
  axes: {
    grade: [
      ['М150', 1],
      ['М200', 1.15],
    ] as const,
    kind: [
      ['полнотелый', 1.1, 3.5],
      ['пустотелый', 1, 2.4],
    ] as const,
  },
  sizes: { name: 'Цвет', values: clays, label: ([name]) => name },
  make: ({ brand, series, grade: [grade, factor], kind: [kind, more, kg], size: [colour, hex], random }): Draft => ({
    name: `Кирпич керамический ${brand} ${series}, ${kind}, ${grade}, ${colour}`,
    specs: {
      razmer: '250 × 120 × 65 мм',
      vid: capital(kind),
      klass: grade,
      cvet: capital(colour),
      morozostoykost: 'F100',
      massa: kg,
    },
    price: 29 * factor * more * (0.9 + random.next() * 0.3),
    weight_kg: kg,
    sold: { ...piece, step: 8, min: 8, package: 8, pallet: 416, tiers: [[416, 0.05]] },
    picture: picture('brick', { body: hex }),
    text: [
      `${capital(kind)} кирпич марки ${grade}, морозостойкость F100. ${kind === 'полнотелый' ? 'Для печей, цоколя и столбов.' : 'Для стен и облицовки: теплее и легче полнотелого.'}`,
      'Продаём рядами по 8 штук, на поддоне 416. На кубометр кладки уходит около 394 штук со швом 10 мм.',
    ],
    highlights: [`Марка ${grade}`, 'Морозостойкость F100', '416 шт. на поддоне'],
  }),
});
goods('gazobetonnye-bloki', {
  share: 9,
  brands: ['ОБЖИГ', 'КЛАДЕНЬ'],
  series: 'Бастион Кварта Тёплый_камень Паз-гребень',
  lead_days: [3, 7],
  has_documents: true,
  axes: { density: [400, 500, 600] },
  sizes: {
    name: 'Толщина',
    values: [
      [300, '0.045'],
      [200, '0.03'],
      [100, '0.015'],
      [375, '0.05625'],
    ] as const,
    label: ([mm]) => `${mm} мм`,
  },
  make: ({ brand, series, density, size: [mm, volume], random }): Draft => ({
    name: `Блок газобетонный ${brand} ${series} D${density}, 600 × 250 × ${mm} мм`,
    specs: {
      tolshchina: mm,
      razmer: `600 × 250 × ${mm} мм`,
      plotnost: density,
      klass: density === 400 ? 'B2,5' : 'B3,5',
      teploprovodnost: density / 4_500 > 0.12 ? 0.12 : 0.1,
    },
    price: 7_600 * Number(volume) * (0.9 + density / 5_000) * (0.95 + random.next() * 0.1),
    weight_kg: Number(volume) * density * 1.2,
    sold: holding(volume, 'м³', 'шт.', { pallet: mm === 300 ? 40 : mm === 200 ? 60 : 120, tiers: [[40, 0.03]] }),
    picture: picture('block', { body: '#e4e2dc', size: `D${density}`, count: mm }),
    text: [
      `Ровный блок с отклонением ±1 мм под клей с тонким швом. Плотность D${density}, толщина ${mm} мм.`,
      `В одном блоке ${comma(volume)} м³. Пилится ручной ножовкой, штробится вручную; первый ряд кладите на раствор с гидроизоляцией.`,
    ],
    highlights: [`${comma(volume)} м³ в блоке`, `D${density}`, 'Отклонение ±1 мм'],
  }),
});
function timber(
  category: string,
  noun: string,
  series: string,
  sections: readonly (readonly [section: string, volume: number])[],
  perCube: number,
) {
  goods(category, {
    share: 10,
    brands: ['КРЯЖ', 'ЛЕСОВЕД'],
    series,
    lead_days: [2, 5],
    axes: {
      sort: [
        ['1 сорт', 1],
        ['2 сорт', 0.82],
      ] as const,
      wet: [
        ['естественной влажности', 1, '#dfb173'],
        ['сухая строганая', 1.5, '#e6c692'],
      ] as const,
    },
    sizes: { name: 'Сечение', values: sections, label: ([section]) => `${section.replace('×', ' × ')} мм` },
    make: ({ brand, series, sort: [sort, factor], wet: [wet, more, hex], size: [section, volume], random }): Draft => {
      const state = noun === 'Брус' ? wet.replace('сухая строганая', 'сухой строганый') : wet;
      return {
        name: `${noun} ${brand} ${series}, ${section.replace('×', ' × ')} × 6000 мм, ${sort}, ${state}`.replace(
          '6000',
          noun === 'Вагонка' ? '3000' : '6000',
        ),
        specs: {
          razmer: `${section} мм`,
          dlina: noun === 'Вагонка' ? 3 : 6,
          sortnost: capital(sort),
          material: random.pick(['Сосна', 'Ель']),
          vid: capital(state),
        },
        price: perCube * volume * factor * more * (0.93 + random.next() * 0.14),
        weight_kg: volume * 520,
        sold: holding(noun === 'Вагонка' ? 3 : 6, 'м', 'шт.'),
        picture: picture('board', { body: hex }),
        text: [
          `${noun === 'Брус' ? 'Для каркаса, лаг и стропил' : noun === 'Вагонка' ? 'Для бани, веранды и комнаты' : 'Для обрешётки, опалубки и полов'}: хвойная древесина, ${sort}.`,
          `Одна штука — ${comma(Math.round(volume * 10_000) / 10_000)} м³. Складывайте на прокладки под навес и обработайте антисептиком до монтажа. Распилим по вашим размерам.`,
        ],
        highlights: [`${section} мм`, capital(sort), 'Распил по размерам'],
      };
    },
  });
}
timber(
  'doska-obreznaya',
  'Доска обрезная',
  'Северный_лес Хвойная Тарная Палубная',
  [
    ['50×150', 0.045],
    ['25×100', 0.015],
    ['25×150', 0.0225],
    ['40×150', 0.036],
  ],
  19_500,
);
timber(
  'brus',
  'Брус',
  'Стропильный Балка Столб Лаги',
  [
    ['100×100', 0.06],
    ['150×150', 0.135],
    ['50×50', 0.015],
    ['100×150', 0.09],
  ],
  20_500,
);
timber(
  'vagonka',
  'Вагонка',
  'Банная Штиль Сибирка Дачная',
  [
    ['14×96', 0.00403],
    ['12×88', 0.00317],
    ['14×121', 0.00508],
  ],
  46_000,
);
