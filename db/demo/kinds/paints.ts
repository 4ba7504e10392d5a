import { ensure } from '#shared/ensure.ts';
import { plural } from '#shared/plurals.ts';
import { colourIn } from '../illustrations/colour-words.ts';
import { capital, comma, type Draft, goods, holding, packed, picture, piece } from './kind.ts';

type Paint = {
  noun: string;
  title?: string;
  brands: string[];
  series: string;
  share?: number;
  notes: readonly (readonly [note: string, price: number])[];
  litres: readonly number[];
  per_litre: number;
  /** Litres per m² and coat. */
  rate: number;
  gloss: string;
  base: string;
  place: string;
  dry_hours: number;
  drawing: 'bucket' | 'can';
  wash?: number;
  about: string[];
  tips: string[];
};

const volume = { name: 'Объём', label: (l: number) => `${comma(l)} л` };

/** The gloss that a sort names itself, of the values that «Степень блеска» has; null where it names none. */
const glossIn = (note: string): string | null =>
  /полумат/.test(note) ? 'Полуматовая' : /(?<!-)мат/.test(note) ? 'Матовая' : /глянц/.test(note) ? 'Глянцевая' : null;

function paint(category: string, p: Paint) {
  goods(category, {
    share: p.share ?? 20,
    brands: p.brands,
    series: p.series,
    axes: { note: p.notes },
    sizes: { ...volume, values: p.litres },
    has_documents: true,
    make: ({ brand, series, note: [note, factor], size, random }): Draft => {
      const coloured = colourIn(note);
      const gloss = glossIn(note) ?? p.gloss;
      return {
        name: `${p.noun} ${brand} ${series}${note ? `, ${note}` : ''}, ${comma(size)} л`,
        specs: {
          obem: size,
          rashod_na_sloy: p.rate,
          blesk: gloss,
          osnova: /силикон/.test(note) ? 'Силиконовая' : p.base,
          pomeshcheniya: p.place,
          vysyhanie_chasov: p.dry_hours,
          ...(p.wash && { klass_moyki: `Класс ${p.wash}` }),
          sloev: random.pick([2, 2, 3]),
          srok_hraneniya: random.pick([24, 36]),
        },
        price:
          p.per_litre *
          size *
          (size < 1 ? 1.7 : size < 2.5 ? 1.35 : size < 5 ? 1.15 : 1) *
          factor *
          (0.93 + random.next() * 0.14),
        weight_kg: size * 1.38,
        sold: holding(size, 'л', 'шт.', size >= 9 ? { tiers: [[4, 0.04]] } : {}),
        picture: packed(
          p.drawing,
          brand,
          p.title ?? p.noun,
          '',
          category.length + p.brands.indexOf(brand),
          p.drawing === 'bucket' ? { body: '#f7f6f2' } : (coloured && { lid: coloured, note }) || {},
        ),
        text: [
          random.pick(p.about),
          `${size >= 5 ? 'Ведра' : 'Банки'} ${comma(size)} л хватает примерно на ${Math.round(size / p.rate)} м² в один слой. Слой сохнет ${p.dry_hours} ч, поверхность получается ${gloss.toLowerCase()}.`,
          random.pick(p.tips),
        ],
        highlights: [
          `До ${Math.round(1 / p.rate)} м² из литра`,
          p.wash ? `Стойкость к мытью: класс ${p.wash}` : `Сохнет ${p.dry_hours} ч`,
          'Колеруется по каталогу',
        ],
      };
    },
  });
}

const wall = [
  'Не красьте по влажной шпатлёвке: пятна проступят через второй слой.',
  'Большую стену ведите «мокрым краем» сверху вниз, без остановок до угла.',
  'Цвет проверяйте на листе 50 × 50 см при дневном и вечернем свете.',
];

paint('matovye-kraski', {
  noun: 'Краска для стен и потолков',
  title: 'Краска для стен матовая',
  brands: ['БЕЛОЯР', 'КОЛЕРНАЯ'],
  series: 'Мат Лебедь Тихий_свет Первый_снег Полдень Пудра Войлок Облако',
  share: 28,
  notes: [
    ['моющаяся, база А', 1],
    ['белая', 0.82],
    ['база С под тёмные цвета', 1.04],
  ],
  litres: [9, 2.7, 0.9],
  per_litre: 366,
  rate: 0.085,
  gloss: 'Матовая',
  base: 'Акриловая',
  place: 'Сухие',
  dry_hours: 2,
  drawing: 'bucket',
  wash: 2,
  about: [
    'Глубокая матовая поверхность прячет неровности стены и не бликует от ламп.',
    'Для гостиной, спальни и потолка: без запаха, ночью можно спать в комнате.',
  ],
  tips: wall,
});
paint('moyushchiesya-kraski', {
  noun: 'Краска моющаяся',
  brands: ['БЕЛОЯР', 'КОЛЕРНАЯ', 'ЯРЬ'],
  series: 'Детская Коридор Гостиная Прихожая Школа Игра',
  share: 20,
  notes: [
    ['шелковисто-матовая, база А', 1],
    ['полуматовая, база А', 1.06],
    ['белая', 0.9],
  ],
  litres: [9, 2.7, 0.9],
  per_litre: 520,
  rate: 0.09,
  gloss: 'Полуматовая',
  base: 'Латексная',
  place: 'Сухие и влажные',
  dry_hours: 2,
  drawing: 'bucket',
  wash: 1,
  about: [
    'Отмывается от карандашей и следов рук больше пяти тысяч раз.',
    'Плотная латексная плёнка для коридора, детской и лестницы.',
  ],
  tips: wall,
});
paint('kraski-dlya-kuhni-i-vannoy', {
  noun: 'Краска для кухни и ванной',
  brands: ['БЕЛОЯР', 'КОЛЕРНАЯ'],
  series: 'Пар Капля Фартук Свежесть',
  share: 14,
  notes: [
    ['с защитой от плесени, база А', 1],
    ['белая', 0.92],
  ],
  litres: [2.7, 9, 0.9],
  per_litre: 610,
  rate: 0.1,
  gloss: 'Полуматовая',
  base: 'Латексная',
  place: 'Влажные',
  dry_hours: 3,
  drawing: 'bucket',
  wash: 1,
  about: [
    'Выдерживает пар и мытьё, добавка против плесени работает пять лет.',
    'Для стен и потолка ванной вне зоны прямых струй.',
  ],
  tips: wall,
});
paint('kraski-fasadnye', {
  noun: 'Краска фасадная',
  brands: ['БЕЛОЯР', 'КОЛЕРНАЯ', 'ЛЕСОВЕД'],
  series: 'Север Поморье Терем Берег Усадьба Наличник',
  share: 20,
  notes: [
    ['акриловая, база А', 1],
    ['силиконовая, база А', 1.5],
    ['для дерева, база С', 1.2],
  ],
  litres: [9, 2.7],
  per_litre: 430,
  rate: 0.18,
  gloss: 'Матовая',
  base: 'Акриловая',
  place: 'Снаружи',
  dry_hours: 4,
  drawing: 'bucket',
  about: [
    'Для цоколя, штукатурки и кирпича: пропускает пар, не желтеет на солнце.',
    'Держит цвет семь лет на южной стене, выдерживает мойку под давлением.',
  ],
  tips: ['Красьте при +5…+25 °C, в пасмурный сухой день.', 'Свежую цементную штукатурку выдержите 28 дней.'],
});
paint('emali-alkidnye', {
  noun: 'Эмаль ПФ-115',
  brands: ['ЯРЬ', 'БЕЛОЯР'],
  series: 'Классика Забор Радуга Мастерская Ограда Причал',
  share: 22,
  notes: [
    ['белая глянцевая', 1],
    ['вишнёвая', 1.02],
    ['зелёная', 1],
    ['синяя', 1.02],
    ['шоколадная', 1],
    ['серая', 0.98],
  ],
  litres: [2.7, 0.9, 1.9],
  per_litre: 340,
  rate: 0.11,
  gloss: 'Глянцевая',
  base: 'Алкидная',
  place: 'Внутри и снаружи',
  dry_hours: 24,
  drawing: 'can',
  about: [
    'Для металла и дерева: ограды, двери, скамейки, садовый инструмент.',
    'Плотная глянцевая плёнка, на улице держится четыре года.',
  ],
  tips: [
    'Старую краску зашкурьте до матовости, ржавчину снимите до металла.',
    'Разбавляйте уайт-спиритом не больше 10 %, проветривайте помещение.',
  ],
});
paint('emali-akrilovye', {
  noun: 'Эмаль акриловая',
  brands: ['ЯРЬ', 'КОЛЕРНАЯ'],
  series: 'Радиатор Окно Без_запаха Мебель',
  share: 14,
  notes: [
    ['белая полуматовая', 1],
    ['белая глянцевая', 1.05],
    ['база С под колеровку', 1.05],
  ],
  litres: [0.9, 2.4],
  per_litre: 620,
  rate: 0.1,
  gloss: 'Полуматовая',
  base: 'Акриловая',
  place: 'Внутри и снаружи',
  dry_hours: 4,
  drawing: 'can',
  about: [
    'Радиаторы, двери и мебель без запаха растворителя, не желтеет от тепла.',
    'Сохнет за четыре часа, инструмент отмывается водой.',
  ],
  tips: [
    'Радиатор красьте холодным, включайте через сутки.',
    'По старой алкидной эмали сначала нанесите адгезионный грунт.',
  ],
});
paint('parketnye-laki', {
  noun: 'Лак паркетный',
  brands: ['ЯРЬ', 'ЛЕСОВЕД'],
  series: 'Зала Ступени Танец Светлица',
  share: 12,
  notes: [
    ['полуматовый', 1],
    ['глянцевый', 1],
    ['матовый', 1.03],
  ],
  litres: [1.9, 0.9, 4],
  per_litre: 690,
  rate: 0.09,
  gloss: 'Полуматовая',
  base: 'Полиуретановая',
  place: 'Внутри',
  dry_hours: 6,
  drawing: 'can',
  about: [
    'Для паркета, массива и лестниц: выдерживает каблуки и когти.',
    'Водный полиуретановый лак, не желтит светлое дерево.',
  ],
  tips: [
    'Между слоями шлифуйте сеткой P220 и убирайте пыль пылесосом.',
    'Мебель возвращайте через трое суток, ковёр — через две недели.',
  ],
});
paint('yahtnye-laki', {
  noun: 'Лак яхтный',
  brands: ['ЯРЬ', 'ЛЕСОВЕД'],
  series: 'Палуба Баркас Терраса Мостки',
  share: 10,
  notes: [
    ['глянцевый', 1],
    ['полуматовый', 1.02],
  ],
  litres: [0.9, 1.9, 2.7],
  per_litre: 610,
  rate: 0.1,
  gloss: 'Глянцевая',
  base: 'Алкидно-уретановая',
  place: 'Внутри и снаружи',
  dry_hours: 24,
  drawing: 'can',
  about: [
    'Для окон, террас и лодок: плёнка тянется вместе с деревом.',
    'Защищает от солнца и соли, держится на причале три сезона.',
  ],
  tips: ['Первый слой разбавьте на 10 %, чтобы дерево напиталось.', 'Не меньше трёх слоёв снаружи, торцы — четыре.'],
});
paint('antiseptiki', {
  noun: 'Антисептик для дерева',
  brands: ['ЛЕСОВЕД', 'БЕЛОЯР'],
  series: 'Сруб Стропила Баня Заимка Опушка Боровик',
  share: 16,
  notes: [
    ['невымываемый, зеленоватый', 1],
    ['бесцветный', 1.1],
    ['огнебиозащита, розовый', 1.2],
  ],
  litres: [10, 5, 1],
  per_litre: 165,
  rate: 0.2,
  gloss: 'Матовая',
  base: 'Водная',
  place: 'Внутри и снаружи',
  dry_hours: 48,
  drawing: 'bucket',
  about: [
    'Защищает стропила, лаги и сруб от гнили, плесени и жука на 25 лет.',
    'Пропитка для нового дерева под краску или без неё.',
  ],
  tips: [
    'Наносите в два приёма «мокрое по мокрому», торцы — обильно.',
    'Доски обрабатывайте после распила: срез без защиты гниёт первым.',
  ],
});
paint('lazuri-dlya-dereva', {
  noun: 'Лазурь для дерева',
  brands: ['ЛЕСОВЕД', 'КОЛЕРНАЯ'],
  series: 'Тёс Янтарь Иней Калина',
  share: 14,
  notes: [
    ['сосна', 1],
    ['орех', 1],
    ['палисандр', 1.02],
    ['белая', 1.04],
    ['тик', 1],
  ],
  litres: [2.7, 0.9, 9],
  per_litre: 540,
  rate: 0.09,
  gloss: 'Полуматовая',
  base: 'Алкидная',
  place: 'Снаружи',
  dry_hours: 12,
  drawing: 'can',
  about: [
    'Подчёркивает рисунок дерева и защищает от солнца и дождя до семи лет.',
    'Тонирует за два слоя, обновлять можно без снятия старого покрытия.',
  ],
  tips: [
    'Сначала грунт-антисептик, потом два тонких слоя вдоль волокон.',
    'Оттенок зависит от породы: сделайте пробу на обрезке доски.',
  ],
});

const shades = [
  ['белая', '#f1efe8'],
  ['чёрная', '#2b2a28'],
  ['красная', '#b3261e'],
  ['серая', '#8b9094'],
  ['золото', '#c79a3a'],
  ['зелёная', '#2f7350'],
  ['синяя', '#2b5d8f'],
  ['хром', '#b9bec2'],
] as const;
goods('aerozolnye-emali', {
  share: 14,
  brands: ['ЯРЬ', 'КОЛЕРНАЯ'],
  series: 'Брызги Мгновение Граффити Баллон',
  has_documents: true,
  axes: {
    note: [
      ['универсальная', 1],
      ['для дисков', 1.3],
      ['термостойкая, до 600 °C', 1.7],
    ] as const,
  },
  sizes: { name: 'Цвет', values: shades, label: ([name]) => name },
  make: ({ brand, series, note: [note, factor], size: [shade, hex], random }): Draft => ({
    name: `Эмаль аэрозольная ${brand} ${series}, ${note}, ${shade}, 520 мл`,
    specs: {
      obem_ml: 520,
      cvet: capital(shade),
      blesk: random.pick(['Матовая', 'Глянцевая']),
      osnova: 'Алкидная',
      vysyhanie_chasov: 2,
      ploshchad_pokrytiya: 2,
    },
    price: 330 * factor * (0.92 + random.next() * 0.2),
    weight_kg: 0.42,
    sold: { ...piece, package: 12 },
    picture: picture('spray', { accent: hex, brand, title: 'Эмаль', size: '' }),
    text: [
      `Баллон закрашивает около 2 м² в два слоя. Клапан распыляет ровно в любом положении, потёков меньше, чем у кисти.`,
      'Трясите баллон две минуты после стука шариков, держите за 25 см от поверхности, слои кладите крест-накрест.',
    ],
    highlights: ['До 2 м² из баллона', 'Сохнет 2 часа', 'По металлу, дереву и пластику'],
  }),
});

const sealantColours = [
  ['белый', 1],
  ['прозрачный', 1.05],
  ['серый', 1],
] as const;
function tube(
  category: string,
  noun: string,
  base: string,
  series: string,
  brandList: string[],
  price: number,
  ml: number,
  about: string[],
  tips: string[],
  share = 12,
) {
  goods(category, {
    share,
    brands: brandList,
    series,
    has_documents: true,
    axes: {
      place:
        base === 'Акриловая'
          ? ['под окраску', 'универсальный', 'для дерева']
          : ['санитарный', 'универсальный', 'для окон'],
    },
    sizes: { name: 'Цвет', values: sealantColours, label: ([name]) => name },
    make: ({ brand, series, place, size: [colour, factor], random }): Draft => ({
      name: `${noun} ${brand} ${series}, ${place}, ${colour}, ${ml} мл`,
      specs: {
        obem_ml: ml,
        osnova: base,
        cvet: capital(colour),
        naznachenie: capital(place),
        plenka: random.pick([10, 15, 20, 25]),
        temperatura: 'от −40 до +120',
      },
      price: price * factor * (place === 'санитарный' ? 1.1 : 1) * (0.9 + random.next() * 0.22),
      weight_kg: ml / 900,
      sold: { ...piece, package: 12, tiers: [[12, 0.05]] },
      picture: packed('tubeGun', brand, noun.split(' ').at(-1) ?? noun, '', 0),
      text: [
        random.pick(about),
        `В тубе ${ml} мл: при шве 5 × 5 мм это ${Math.round(ml / 25)} погонных метров. ${random.pick(tips)}`,
      ],
      highlights: [`${Math.round(ml / 25)} м шва 5 × 5 мм`, `Цвет: ${colour}`, 'Под обычный пистолет 310 мл'],
    }),
  });
}
tube(
  'silikonovye-germetiki',
  'Герметик силиконовый',
  'Силиконовая',
  'Аква Стык Берег Кромка',
  ['ШОВ', 'ПЛИТА'],
  330,
  280,
  [
    'Швы ванн, раковин и душевых: остаётся упругим и не чернеет от плесени.',
    'Держит стекло, керамику и алюминий, не трескается на морозе.',
  ],
  [
    'Края оклейте лентой, шов разгладьте мыльным пальцем и снимите ленту сразу.',
    'Поверхность обезжирьте и высушите; воду пускайте через сутки.',
  ],
);
tube(
  'akrilovye-germetiki',
  'Герметик акриловый',
  'Акриловая',
  'Плинтус Потолок Щель Маляр',
  ['ШОВ', 'БЕЛОЯР'],
  190,
  310,
  [
    'Под покраску: стыки плинтуса, наличников и трещины штукатурки.',
    'Без запаха, красится через два часа любой водной краской.',
  ],
  ['Не берите для мокрых зон: там нужен силикон.', 'Глубокую трещину сначала заполните шнуром или шпатлёвкой.'],
  10,
);

goods('montazhnaya-pena', {
  share: 12,
  brands: ['ШОВ', 'ТЕПЛЯК'],
  series: 'Проём Объём_65 Заполнение Строитель',
  has_documents: true,
  axes: {
    kind: [
      ['профессиональная, летняя', 1],
      ['профессиональная, зимняя', 1.12],
      ['бытовая, с трубкой', 0.86],
      ['огнестойкая', 1.4],
    ] as const,
  },
  sizes: { name: 'Объём баллона', values: [750, 1000, 500], label: (ml) => `${ml} мл` },
  make: ({ brand, series, kind: [kind, factor], size, random }): Draft => ({
    name: `Пена монтажная ${brand} ${series}, ${kind}, ${size} мл`,
    specs: {
      obem_ml: size,
      osnova: 'Полиуретановая',
      vyhod: Math.round((size / 750) * random.pick([45, 50, 65])),
      naznachenie: kind.includes('бытовая') ? 'Бытовая' : 'Под пистолет',
      temperatura: kind.includes('зимняя') ? 'от −18 до +30' : 'от +5 до +35',
    },
    price: 0.62 * size * factor * (0.93 + random.next() * 0.15),
    weight_kg: size * 0.00115,
    sold: { ...piece, package: 12, tiers: [[12, 0.06]] },
    picture: packed('foamCan', brand, 'Пена', '', 0, { kind: kind.includes('бытовая') ? 'бытовая' : 'под пистолет' }),
    text: [
      'Заполняет зазоры окон, дверей и проходы труб; вторичное расширение малое, коробку не выгнет.',
      'Перед работой смочите щель водой, баллон держите дном вверх. Застывшую пену закройте от солнца: она желтеет и крошится.',
    ],
    highlights: ['Малое вторичное расширение', 'Срезать можно через 40 минут', 'Держит тепло и звук'],
  }),
});

goods('valiki', {
  share: 16,
  brands: ['МАЗОК', 'МАСТАК'],
  series: 'Полиамид Велюр Меховой Фильц Поролон Микрофибра',
  axes: { nap: [12, 4, 18] },
  sizes: { name: 'Ширина', values: [240, 180, 100, 60], label: (mm) => `${mm} мм` },
  make: ({ brand, series, nap, size, random }): Draft => ({
    name: `Валик ${brand} ${series} ${size} мм с бюгелем, ворс ${nap} мм`,
    specs: {
      shirina_mm: size,
      vors: nap,
      material: series,
      naznachenie: nap < 6 ? 'Лак и эмаль' : nap < 15 ? 'Краска' : 'Фасад и фактура',
    },
    price: (90 + size * 1.1 + nap * 4) * (0.9 + random.next() * 0.25),
    weight_kg: 0.12 + size / 1200,
    sold: piece,
    picture: picture('roller', {
      accent: brand === 'МАЗОК' ? '#b5401f' : '#0f5a47',
      body: nap < 6 ? '#f4f2ec' : nap < 15 ? '#f3ead2' : '#e8d49c',
      count: size,
      kind: ensure(series.split(' ')[0]).toLowerCase(),
    }),
    text: [
      `Ворс ${nap} мм берёт ${nap < 6 ? 'тонкий слой и не оставляет шагрени на эмали' : nap < 15 ? 'столько краски, сколько нужно гладкой стене' : 'краску на рельеф фасада и декоративной штукатурки'}. Шубка снимается с бюгеля без инструмента.`,
      'Новый валик прокатайте малярной лентой: уйдут свободные ворсинки. После работы отмойте до чистой воды и повесьте.',
    ],
    highlights: [`Ширина ${size} мм`, `Ворс ${nap} мм`, 'Шубка сменная'],
  }),
});
goods('kisti', {
  share: 16,
  brands: ['МАЗОК', 'ХВАТ'],
  series: 'Плоская Радиаторная Филёночная Круглая Макловица Лессировочная',
  axes: {
    hair: [
      ['натуральная щетина', 1.2],
      ['смешанная щетина', 1],
      ['искусственная щетина', 0.9],
    ] as const,
  },
  sizes: { name: 'Ширина', values: [50, 25, 75, 100], label: (mm) => `${mm} мм` },
  make: ({ brand, series, hair: [hair, factor], size, random }): Draft => ({
    name: `Кисть ${series.toLowerCase()} ${brand} ${size} мм, ${hair}`,
    specs: {
      shirina_mm: size,
      material: capital(hair),
      naznachenie: hair.startsWith('искус') ? 'Водные краски' : 'Эмали и лаки',
    },
    price: (40 + size * 2.1) * factor * (0.9 + random.next() * 0.25),
    weight_kg: 0.05 + size / 900,
    sold: { ...piece, package: 12 },
    picture: picture('brush', {
      accent: brand === 'МАЗОК' ? '#a8672f' : '#0f5a47',
      size: '',
      title: `Кисть ${series.toLowerCase()}`,
      kind: hair,
      count: size,
    }),
    text: [
      `${capital(hair)}: ${hair.startsWith('искус') ? 'не разбухает от воды и держит форму в акриле' : 'мягко ведёт эмаль и лак, следов почти нет'}. Ручка из бука, обойма без швов.`,
      'Перед первой работой промойте тёплой водой с мылом и прочешите: выйдут слабые волоски.',
    ],
    highlights: [`Ширина ${size} мм`, capital(hair), 'Ручка из бука'],
  }),
});
goods('malyarnye-lenty', {
  share: 10,
  brands: ['МАЗОК', 'ШОВ'],
  series: 'Кромка Чёткая_линия Бережная Фасадная',
  axes: { metres: [25, 50, 40] },
  sizes: { name: 'Ширина', values: [48, 25, 36], label: (mm) => `${mm} мм` },
  make: ({ brand, series, metres, size, random }): Draft => {
    const days = random.pick([3, 7, 14]);
    return {
      name: `Лента малярная ${brand} ${series}, ${size} мм × ${metres} м`,
      specs: { shirina_mm: size, dlina: metres, material: 'Бумага', snyat_do: days },
      price: size * metres * 0.085 * (0.9 + random.next() * 0.25),
      weight_kg: (size * metres) / 9000,
      sold: holding(metres, 'м', 'рул.', { package: 24 }),
      picture: packed('tape', brand, '', '', 0, { count: size }),
      text: [
        `Ровная кромка без подтёков: край прижмите шпателем. Снимайте под углом, не позже чем через ${days} ${plural(days, 'день', 'дня', 'дней')}: потом клей оставит след.`,
        `Рулона ${metres} м хватает, чтобы оклеить ${Math.max(2, Math.round(metres / 12))} окна или двери комнаты.`,
      ],
      highlights: [`${size} мм × ${metres} м`, 'Снимается без следа', 'Тянется на закруглениях'],
    };
  },
});
