import { ensure } from '#shared/ensure.ts';
import { plural } from '#shared/plurals.ts';
import { brandOf } from '../brands.ts';
import { capital, comma, type Draft, goods, holding, picture, piece } from './kind.ts';

const accent = (brand: string, shift = 0) => ensure(brandOf(brand).colours[shift % 3]);
const modules = (count: number) => `${count} ${plural(count, 'модуль', 'модуля', 'модулей')}`;

function cable(
  category: string,
  mark: string,
  series: string,
  sections: readonly (readonly [section: string, price: number, kg: number])[],
  note: string,
  colour: string,
) {
  goods(category, {
    share: 18,
    brands: ['ТОК', 'ФАЗА'],
    series,
    has_documents: true,
    axes: { form: ['на отрез', 'бухта 50 м', 'бухта 100 м'] },
    sizes: { name: 'Сечение', values: sections, label: ([section]) => `${section.replace('×', ' × ')} мм²` },
    make: ({ brand, series, form, size: [section, price, kg], random }): Draft => {
      const metres = form === 'на отрез' ? 0.1 : Number(form.replace(/\D/g, ''));
      return {
        name: `${mark} ${brand} ${series} ${section.replace('×', ' × ')} мм², ${form}`,
        specs: {
          sechenie: section.replace('×', ' × '),
          vid: capital(form),
          material: 'Медь',
          napryazhenie: 660,
          ...(metres > 1 && { dlina: metres }),
        },
        price: price * metres * (metres > 1 ? 0.93 : 1) * (0.95 + random.next() * 0.1),
        weight_kg: kg * metres,
        sold:
          metres > 1
            ? holding(metres, 'м', 'бухта')
            : { unit: '0,1 м', base_unit: 'м', base: 1, sales: 10, step: 1, min: 10 },
        picture: picture('cable', { accent: colour, brand, title: mark.split(' ')[1] ?? mark, size: '' }),
        text: [
          note,
          form === 'на отрез'
            ? 'Отрезаем с точностью до 10 см, наименьший отрез — метр. Кусок вернуть нельзя: проверьте длину с запасом на разделку.'
            : `Заводская ${form}, ярлык с датой и партией на катушке.`,
          `Жилы ${section.replace('×', ' × ')} мм² из меди: ${section.endsWith('1,5') ? 'для света' : section.endsWith('2,5') ? 'для розеток' : 'для плиты, ввода и водонагревателя'}.`,
        ],
        highlights: [`${section.replace('×', ' × ')} мм²`, capital(form), 'Медь по ГОСТ'],
      };
    },
  });
}
cable(
  'kabel-silovoy',
  'Кабель ВВГ-Пнг(А)-LS',
  'Линия Ввод Щит Магистраль',
  [
    ['3×2,5', 98, 0.14],
    ['3×1,5', 64, 0.1],
    ['5×4', 248, 0.36],
    ['3×6', 212, 0.29],
  ],
  'Не распространяет горение при групповой прокладке и мало дымит: для квартиры и дома.',
  '#55606a',
);
cable(
  'provod-gibkiy',
  'Провод ПВС',
  'Шнур Гибкий Удлинение Мастерская',
  [
    ['3×1,5', 62, 0.11],
    ['2×0,75', 34, 0.06],
    ['3×2,5', 97, 0.17],
    ['2×1,5', 46, 0.09],
  ],
  'Гибкий многопроволочный провод для удлинителей, инструмента и бытовых приборов.',
  '#e3e1da',
);

function socket(
  category: string,
  noun: string,
  series: string,
  kinds: readonly (readonly [kind: string, price: number])[],
  about: string,
  drawing: 'outlet' | 'lightSwitch' | 'switchFrame',
) {
  goods(category, {
    share: 14,
    brands: ['ФАЗА', 'ТОК'],
    series,
    has_documents: true,
    axes: { kind: kinds },
    sizes: {
      name: 'Цвет',
      values: [
        ['белый', '#f1efea'],
        ['бежевый', '#e3d6bd'],
        ['чёрный', '#3a3937'],
        ['серебро', '#c3c8cb'],
      ] as const,
      label: ([name]) => name,
    },
    make: ({ brand, series, kind: [kind, price], size: [colour, body], random }): Draft => ({
      name: `${noun} ${brand} ${series}, ${kind}, цвет ${colour}`,
      specs: {
        cvet: capital(colour),
        vid: capital(kind),
        tok: noun.startsWith('Роз') ? 16 : 10,
        zashchita: kind.includes('влаго') ? 'IP44' : 'IP20',
        material: 'Поликарбонат',
      },
      price: price * (colour === 'белый' ? 1 : 1.25) * (0.9 + random.next() * 0.25),
      weight_kg: 0.09,
      sold: { ...piece, package: 10, tiers: [[10, 0.05]] },
      picture: picture(drawing, { body, accent: accent(brand), count: Number.parseInt(kind, 10) || 0 }),
      text: [
        about,
        `${capital(kind)}, цвет ${colour}. Ставится в подрозетник 68 мм, зажимы под провод до 2,5 мм².`,
        'Перед установкой отключите автомат и проверьте отсутствие напряжения.',
      ],
      highlights: [capital(kind), `Цвет: ${colour}`],
    }),
  });
}
socket(
  'rozetki',
  'Розетка',
  'Уют Контур Север Монолит',
  [
    ['одинарная с заземлением', 210],
    ['двойная с заземлением', 340],
    ['влагозащищённая', 390],
    ['с USB', 890],
  ],
  'Латунные контакты держат вилку 10 000 включений, шторки закрывают гнёзда от детей.',
  'outlet',
);
socket(
  'vyklyuchateli',
  'Выключатель',
  'Щелчок Уют Контур Тихий',
  [
    ['одноклавишный', 190],
    ['двухклавишный', 240],
    ['проходной', 310],
    ['с подсветкой', 260],
  ],
  'Тихий ход клавиши, серебряные контакты не подгорают от светодиодных ламп.',
  'lightSwitch',
);
socket(
  'ramki',
  'Рамка',
  'Уют Контур_Рм Стекло Север_Рм',
  [
    ['1 пост', 75],
    ['2 поста', 140],
    ['3 поста', 210],
    ['4 поста', 290],
  ],
  'Собирает розетки и выключатели в один ряд, защёлкивается без винтов.',
  'switchFrame',
);

goods('avtomaticheskie-vyklyuchateli', {
  share: 14,
  brands: ['ФАЗА', 'ТОК'],
  series: 'ВА-47 Щитовой Защита Модуль',
  has_documents: true,
  axes: {
    curve: ['C', 'B'],
    poles: [
      [1, 1, '1P'],
      [2, 2.1, '2P'],
      [3, 3, '3P'],
    ] as const,
  },
  sizes: { name: 'Ток', values: [16, 10, 25, 32, 40], label: (a) => `${a} А` },
  make: ({ brand, series, curve, poles: [poles, factor, mark], size, random }): Draft => ({
    name: `Выключатель автоматический ${brand} ${series} ${mark} ${curve}${size}`,
    specs: { tok: size, polyusov: poles, klass: `Характеристика ${curve}`, napryazhenie: poles === 1 ? 230 : 400 },
    price: (170 + size * 2) * factor * (0.92 + random.next() * 0.16),
    weight_kg: 0.12 * poles,
    sold: { ...piece, package: 12 },
    picture: picture('breaker', { accent: accent(brand), brand, size: '', layout: poles, note: `${curve}${size}` }),
    text: [
      `Отключает линию при перегрузке и коротком замыкании: ${size} А, характеристика ${curve}, отключающая способность 4,5 кА.`,
      `${size <= 10 ? 'Для освещения проводом 1,5 мм².' : size <= 16 ? 'Для розеток проводом 2,5 мм².' : 'Для плиты, водонагревателя или ввода: сечение провода подберите по току.'} Ставится на DIN-рейку, подтяните винты через месяц.`,
    ],
    highlights: [`${size} А`, mark, `Характеристика ${curve}`],
  }),
});
goods('shchitki', {
  share: 8,
  brands: ['ФАЗА', 'ТОК'],
  series: 'Ввод Квартирный Дачный Учёт',
  axes: {
    kind: [
      ['навесной', 1],
      ['встраиваемый', 1.1],
      ['навесной IP65', 1.6],
    ] as const,
  },
  sizes: { name: 'Модулей', values: [12, 8, 24, 36], label: modules },
  make: ({ brand, series, kind: [kind, factor], size, random }): Draft => ({
    name: `Щиток ${kind} ${brand} ${series}, ${modules(size)}`,
    specs: {
      sekciy: size,
      zashchita: kind.includes('65') ? 'IP65' : 'IP41',
      material: 'АБС-пластик',
      vid: capital(kind),
    },
    price: (210 + size * 42) * factor * (0.9 + random.next() * 0.2),
    weight_kg: 0.4 + size * 0.05,
    sold: piece,
    picture: picture('cabinet', { accent: accent(brand), kind, count: size }),
    text: [
      `Вмещает ${modules(size)} по 18 мм, шины N и PE в комплекте, дверца дымчатая.`,
      'Оставьте четверть мест про запас: линия для стиральной машины появится позже.',
    ],
    highlights: [modules(size), 'Шины в комплекте'],
  }),
});
function lamp(category: string, noun: string, series: string, glow: string) {
  goods(category, {
    share: 14,
    brands: ['ЗАРЯ', 'СВЕТЁЛКА'],
    series,
    has_documents: true,
    axes: {
      base: ['E27', 'E14'],
      white: [
        [2700, 'тёплый свет'],
        [4000, 'нейтральный свет'],
        [6500, 'холодный свет'],
      ] as const,
    },
    sizes: {
      name: 'Мощность',
      values: category.startsWith('fil') ? [7, 5, 9] : [11, 7, 15, 20],
      label: (w) => `${w} Вт`,
    },
    make: ({ brand, series, base, white: [kelvin, white], size, random }): Draft => ({
      name: `${noun} ${brand} ${series} ${size} Вт, ${base}, ${white}`,
      specs: {
        moshchnost: size,
        cokol: base,
        svetovoy_potok: size * 95,
        cvetovaya_temperatura: kelvin,
        napryazhenie: 230,
        garantiya: 36,
      },
      price: (52 + size * 9) * (category.startsWith('fil') ? 1.5 : 1) * (0.9 + random.next() * 0.25),
      weight_kg: 0.05,
      sold: { ...piece, package: 10, tiers: [[10, 0.08]] },
      picture: picture('bulb', { size: base, layout: glow === 'clear' ? 1 : 0 }),
      text: [
        `${size} Вт светят как ${size * 9}-ваттная лампа накаливания: ${size * 95} лм. ${capital(white)}, ${kelvin} К.`,
        kelvin === 2700
          ? 'Для спальни и гостиной: не слепит вечером.'
          : kelvin === 4000
            ? 'Для кухни, ванной и рабочего стола.'
            : 'Для гаража и мастерской, где важны мелкие детали.',
        'Пульсация ниже 5 %, глаза не устают. Чек храните: гарантия три года.',
      ],
      highlights: [`${size * 95} лм`, base, `${kelvin} К`],
    }),
  });
}
lamp('svetodiodnye-lampy', 'Лампа светодиодная', 'Ясная День Полдень Яркая', 'milk');
lamp('filamentnye-lampy', 'Лампа филаментная', 'Ретро Нить Кружево Прозрачная', 'clear');

const lampColours = [
  ['зелёный', '#0f5a47'],
  ['чёрный', '#33322f'],
  ['белый', '#ece8de'],
  ['медь', '#a8603a'],
] as const;
goods('podvesnye-svetilniki', {
  share: 14,
  brands: ['ЛУЧИНА', 'СВЕТЁЛКА'],
  series: 'Купол Колокол Дуга Беседа',
  lead_days: [3, 6],
  axes: {
    kind: [
      ['над столом', 1],
      ['лофт', 1.15],
      ['с деревом', 1.3],
    ] as const,
  },
  sizes: { name: 'Цвет', values: lampColours, label: ([name]) => name },
  make: ({ brand, series, kind: [kind, factor], size: [colour, hex], random }): Draft => {
    const d = random.pick([28, 32, 40]);
    return {
      name: `Светильник подвесной ${brand} ${series}, ${kind}, ${colour}, ${d} см`,
      specs: {
        cokol: 'E27',
        moshchnost: 60,
        diametr_cm: d,
        cvet: capital(colour),
        material: 'Металл',
        vid: capital(kind),
      },
      price: (1_450 + d * 32) * factor * (0.9 + random.next() * 0.25),
      weight_kg: 1.4,
      sold: piece,
      picture: picture('pendant', { accent: hex, kind }),
      text: [
        `Металлический плафон ${d} см светит вниз и не слепит сидящих. Шнур 120 см укорачивается без инструмента.`,
        'Над столом вешайте на высоте 70 см от столешницы. Лампа E27 в комплект не входит.',
      ],
      highlights: [`Диаметр ${d} см`, `Цвет: ${colour}`, 'Шнур 120 см'],
    };
  },
});
goods('svetodiodnye-paneli', {
  share: 12,
  brands: ['СВЕТЁЛКА', 'ЗАРЯ'],
  series: 'Плоскость Небо Офис Потолок',
  has_documents: true,
  axes: {
    form: [
      ['квадратная', 0],
      ['круглая', 1],
    ] as const,
    kelvin: [4000, 6500],
  },
  sizes: { name: 'Мощность', values: [24, 18, 36, 48], label: (w) => `${w} Вт` },
  make: ({ brand, series, form: [form, layout], kelvin, size, random }): Draft => ({
    name: `Панель светодиодная ${form} ${brand} ${series}, ${size} Вт, ${kelvin} К`,
    specs: {
      moshchnost: size,
      svetovoy_potok: size * 90,
      cvetovaya_temperatura: kelvin,
      zashchita: 'IP40',
      vid: capital(form),
      garantiya: 36,
    },
    price: (320 + size * 26) * (0.9 + random.next() * 0.22),
    weight_kg: 0.5 + size / 60,
    sold: { ...piece, package: 4 },
    picture: picture('ledPanel', { layout, accent: accent(brand) }),
    text: [
      `${size} Вт, ${size * 90} лм: хватит на ${Math.round(size * 0.75)} м². Встраивается или вешается на тросах.`,
      'Драйвер в комплекте, мерцания нет. В ванную выбирайте исполнение IP44.',
    ],
    highlights: [`${size * 90} лм`, `${kelvin} К`, 'Драйвер в комплекте'],
  }),
});
goods('nastolnye-lampy', {
  share: 9,
  brands: ['СВЕТЁЛКА', 'ЛУЧИНА'],
  series: 'Прилежная Ученик Вечер Кабинет',
  axes: {
    kind: [
      ['на струбцине', 1.1],
      ['на подставке', 1],
    ] as const,
  },
  sizes: { name: 'Цвет', values: lampColours, label: ([name]) => name },
  make: ({ brand, series, kind: [kind, factor], size: [colour, hex], random }): Draft => ({
    name: `Лампа настольная ${brand} ${series}, ${kind}, цвет ${colour}`,
    specs: { moshchnost: 40, cokol: 'E27', cvet: capital(colour), vid: capital(kind) },
    price: 1_390 * factor * (0.85 + random.next() * 0.4),
    weight_kg: 1.2,
    sold: piece,
    picture: picture('deskLamp', { accent: hex, kind }),
    text: [
      `Плечо складывается в двух местах и остаётся там, где его оставили. ${capital(kind)}.`,
      'Свет ставьте слева, если пишете правой рукой. Лампочка до 40 Вт или светодиодная.',
    ],
    highlights: [capital(kind), `Цвет: ${colour}`],
  }),
});
goods('udliniteli', {
  share: 12,
  brands: ['ТОК', 'ФАЗА'],
  series: 'Шнур Катушка Мастерская Дом',
  has_documents: true,
  axes: {
    gnezd: [3, 4, 6],
    key: [
      ['с выключателем', 1.15],
      ['без выключателя', 1],
      ['с защитой от скачков', 1.5],
    ] as const,
  },
  sizes: { name: 'Длина', values: [3, 5, 1.5, 10], label: (m) => `${comma(m)} м` },
  make: ({ brand, series, gnezd, key: [key, factor], size, random }): Draft => ({
    name: `Удлинитель ${brand} ${series}, ${gnezd} ${gnezd < 5 ? 'гнезда' : 'гнёзд'}, ${comma(size)} м, ${key}`,
    specs: { dlina: size, gnezd, tok: 16, moshchnost: 3_500, vid: capital(key) },
    price: (180 + gnezd * 45 + size * 48) * factor * (0.92 + random.next() * 0.16),
    weight_kg: 0.3 + size * 0.12,
    sold: piece,
    picture: picture('extension', { accent: accent(brand), layout: gnezd, kind: key }),
    text: [
      `Провод ПВС 3 × 1,5 мм² выдерживает 16 А и 3,5 кВт. ${capital(key)}.`,
      'Не сматывайте под нагрузкой: катушка греется. Обогреватель включайте в отдельную розетку.',
    ],
    highlights: [`${comma(size)} м`, `${gnezd} ${gnezd < 5 ? 'гнезда' : 'гнёзд'}`, '16 А'],
  }),
});

function faucet(category: string, place: string, series: string, base: number, layout: number) {
  goods(category, {
    share: 14,
    brands: ['РОДНИК', 'СТРУЯ'],
    series,
    lead_days: [3, 6],
    has_documents: true,
    axes: {
      kind: [
        ['однорычажный', 1],
        ['двухвентильный', 0.85],
        ['с выдвижной лейкой', 1.5],
      ] as const,
    },
    sizes: {
      name: 'Цвет',
      values: [
        ['хром', '#c6ccd0'],
        ['чёрный', '#4a4a48'],
        ['бронза', '#a8814f'],
        ['белый', '#eceae4'],
      ] as const,
      label: ([name]) => name,
    },
    make: ({ brand, series, kind: [kind, factor], size: [colour, hex], random }): Draft => ({
      name: `Смеситель ${place} ${brand} ${series}, ${kind}, ${colour}`,
      specs: {
        cvet: capital(colour),
        vid: capital(kind),
        material: 'Латунь',
        rezba: '1/2"',
        garantiya: 60,
        naznachenie: capital(place),
      },
      price: base * factor * (colour === 'хром' ? 1 : 1.2) * (0.85 + random.next() * 0.4),
      weight_kg: 1.6,
      sold: piece,
      picture: picture('faucet', { body: hex, accent: '#b5401f', layout }),
      text: [
        `Корпус из латуни, керамический картридж 35 мм на 500 000 открытий. Аэратор снимается монеткой.`,
        `${capital(place)}, подводка 1/2" длиной 50 см в комплекте. Перед монтажом промойте трубы, чтобы окалина не попала в картридж.`,
      ],
      highlights: ['Латунь', `Цвет: ${colour}`, 'Гарантия 5 лет'],
    }),
  });
}
faucet('smesiteli-dlya-kuhni', 'для кухни', 'Излучина Ручей Плёс Быстрина', 3_900, 0);
faucet('smesiteli-dlya-rakoviny', 'для раковины', 'Ключ Капель Роса Утро', 2_900, 2);
faucet('smesiteli-dlya-vanny', 'для ванны', 'Купала Водопад Ливень Душ', 4_900, 1);
goods('rakoviny', {
  share: 10,
  brands: ['КУПЕЛЬ', 'РОДНИК'],
  series: 'Чаша Заводь Тюльпан Лада',
  lead_days: [4, 8],
  axes: {
    kind: [
      ['подвесная', 1],
      ['накладная', 1.4],
      ['с пьедесталом', 1.25],
    ] as const,
  },
  sizes: { name: 'Ширина', values: [60, 50, 80], label: (cm) => `${cm} см` },
  make: ({ brand, series, kind: [kind, factor], size, random }): Draft => ({
    name: `Раковина ${kind} ${brand} ${series}, ${size} см`,
    specs: { shirina_mm: size * 10, material: 'Санфаянс', vid: capital(kind), cvet: 'Белый', garantiya: 120 },
    price: (900 + size * 46) * factor * (0.9 + random.next() * 0.25),
    weight_kg: size * 0.2,
    sold: piece,
    picture: picture('sink', { layout: { подвесная: 0, 'с пьедесталом': 1, накладная: 2 }[kind] }),
    text: [
      `Глазурь закрывает поры фаянса: налёт смывается губкой. Ширина ${size} см, ${kind === 'накладная' ? 'ставится на столешницу, смеситель рядом.' : 'отверстие под смеситель по центру.'}`,
      'Крепите на шпильки в капитальную стену или закладную; сифон и смеситель выберите отдельно.',
    ],
    highlights: [`Ширина ${size} см`, 'Санфаянс', 'Гарантия 10 лет'],
  }),
});
goods('unitazy', {
  share: 9,
  brands: ['КУПЕЛЬ', 'СТРУЯ'],
  series: 'Лагуна Тихий Север Дача',
  lead_days: [4, 8],
  has_documents: true,
  axes: {
    outlet: [
      ['косой выпуск', 1],
      ['горизонтальный выпуск', 1],
    ] as const,
    lid: [
      ['микролифт', 1.2],
      ['обычная крышка', 1],
    ] as const,
  },
  sizes: {
    name: 'Чаша',
    values: [
      ['безободковый', 1.2],
      ['с ободком', 1],
      ['подвесной', 1.6],
    ] as const,
    label: ([name]) => name,
  },
  make: ({ brand, series, outlet: [outlet], lid: [lid, more], size: [bowl, factor], random }): Draft => ({
    name: `Унитаз ${brand} ${series}, ${bowl}, ${outlet}, ${lid}`,
    specs: {
      vid: capital(bowl),
      material: 'Санфаянс',
      komplekt: capital(lid),
      naznachenie: capital(outlet),
      garantiya: 120,
    },
    price: 6_900 * factor * more * (0.88 + random.next() * 0.3),
    weight_kg: 27,
    sold: piece,
    picture: picture('toilet', { layout: bowl === 'подвесной' ? 1 : 0 }),
    text: [
      `${capital(bowl)} унитаз, смыв 3 и 6 литров. ${lid === 'микролифт' ? 'Крышка опускается сама и не хлопает.' : 'Крышка снимается для мытья.'}`,
      `${capital(outlet)}: сверьте с вашей трубой. Бачок собран на заводе, арматура снизу или сбоку.`,
    ],
    highlights: [capital(bowl), 'Смыв 3/6 л', capital(lid)],
  }),
});
goods('truby-polipropilenovye', {
  share: 12,
  brands: ['ПОТОК', 'СТРУЯ'],
  series: 'PN20 PN25_Стекловолокно Тёплая_линия Стояк',
  has_documents: true,
  axes: { length: [2, 4] },
  sizes: {
    name: 'Диаметр',
    values: [
      [20, 58],
      [25, 86],
      [32, 138],
      [40, 215],
    ] as const,
    label: ([mm]) => `${mm} мм`,
  },
  make: ({ brand, series, length, size: [mm, price], random }): Draft => ({
    name: `Труба полипропиленовая ${brand} ${series}, ${mm} мм, ${length} м`,
    specs: { diametr: mm, dlina: length, davlenie: series.startsWith('PN20') ? 20 : 25, material: 'Полипропилен' },
    price: price * length * (0.92 + random.next() * 0.16),
    weight_kg: mm * 0.009 * length,
    sold: holding(length, 'м', 'шт.', { package: 10, tiers: [[20, 0.05]] }),
    picture: picture('pipe', {
      body: series.includes('Стекло') ? '#dfe5e8' : '#eceae4',
      accent: series.includes('Стекло') ? '#c75b2b' : '#2b5d8f',
    }),
    text: [
      `Для холодной и горячей воды${series.includes('Стекло') ? ' и отопления: стекловолокно держит длину при нагреве' : ''}. Сваривается за ${mm <= 25 ? 6 : 8} секунд.`,
      'Опоры ставьте через 60–80 см, на прямых участках оставляйте компенсатор.',
    ],
    highlights: [`${mm} мм`, `${length} м`],
  }),
});
goods('fitingi-polipropilenovye', {
  share: 12,
  brands: ['ПОТОК', 'РОДНИК'],
  series: 'Узел Связка Сварной Белый',
  axes: {
    kind: [
      ['угол 90°', 14],
      ['тройник', 21],
      ['муфта', 9],
      ['кран шаровой', 210],
      ['муфта с резьбой 1/2"', 96],
    ] as const,
  },
  sizes: { name: 'Диаметр', values: [20, 25, 32], label: (mm) => `${mm} мм` },
  make: ({ brand, series, kind: [kind, price], size, random }): Draft => ({
    name: `Фитинг ${kind} ${brand} ${series}, ${size} мм`,
    specs: {
      diametr: size,
      vid: capital(kind),
      material: 'Полипропилен',
      ...(kind.includes('резьбой') && { rezba: '1/2"' }),
    },
    price: price * (size / 20) * (0.9 + random.next() * 0.25),
    weight_kg: 0.03,
    sold: { ...piece, package: 10, tiers: [[20, 0.06]] },
    picture: picture('fitting', {
      body: '#e6e4de',
      accent: kind.includes('кран') ? '#b3261e' : '#9aa0a4',
      layout: kind.startsWith('тройник') ? 1 : kind.startsWith('кран') ? 2 : 0,
    }),
    text: [
      `${capital(kind)} под сварку, диаметр ${size} мм. Размер гнезда выдержан по ГОСТ, труба садится без качания.`,
      'Отметьте глубину карандашом, грейте 6 секунд, держите соединение неподвижно до остывания.',
    ],
    highlights: [`${size} мм`, capital(kind)],
  }),
});
goods('radiatory', {
  share: 10,
  brands: ['ЗНОЙ', 'ПОТОК'],
  series: 'Батарея Тепло Квартал Очаг',
  lead_days: [3, 7],
  has_documents: true,
  axes: {
    metal: [
      ['алюминиевый', 1],
      ['биметаллический', 1.25],
    ] as const,
    height: [500, 350],
  },
  sizes: { name: 'Секций', values: [8, 6, 10, 12], label: sectionsOf },
  make: ({ brand, series, metal: [metal, factor], height, size, random }): Draft => ({
    name: `Радиатор ${metal} ${brand} ${series}, ${height} мм, ${sectionsOf(size)}`,
    specs: {
      sekciy: size,
      moshchnost: size * (height === 500 ? 180 : 135),
      davlenie: metal.startsWith('би') ? 30 : 16,
      material: capital(metal),
      vysota: height / 10,
    },
    price: size * 690 * factor * (height / 500) ** 0.4 * (0.93 + random.next() * 0.15),
    weight_kg: size * 1.5,
    sold: piece,
    picture: picture('radiator', { count: size, note: `${metal} ${height}` }),
    text: [
      `${sectionsOf(size)}: ${size * (height === 500 ? 180 : 135)} Вт: хватает на ${Math.round((size * (height === 500 ? 180 : 135)) / 100)} м² утеплённой комнаты.`,
      metal.startsWith('би')
        ? 'Стальная сердцевина держит скачки давления многоэтажного дома.'
        : 'Для частного дома с закрытой системой; воду не сливайте на лето.',
    ],
    highlights: [`${size * (height === 500 ? 180 : 135)} Вт`, sectionsOf(size), capital(metal)],
  }),
});
goods('konvektory-elektricheskie', {
  share: 9,
  brands: ['ЗНОЙ', 'ФАЗА'],
  series: 'Тихое_тепло Оттепель Дача Лежебока',
  has_documents: true,
  axes: {
    control: [
      ['механический термостат', 1],
      ['электронный термостат', 1.35],
      ['с управлением по Wi-Fi', 1.7],
    ] as const,
  },
  sizes: { name: 'Мощность', values: [1500, 1000, 2000, 500], label: (w) => `${w} Вт` },
  make: ({ brand, series, control: [control, factor], size, random }): Draft => ({
    name: `Конвектор электрический ${brand} ${series}, ${size} Вт, ${control}`,
    specs: { moshchnost: size, vid: capital(control), zashchita: 'IP24', garantiya: 36 },
    price: (1_900 + size * 1.3) * factor * (0.92 + random.next() * 0.16),
    weight_kg: 3 + size / 500,
    sold: piece,
    picture: picture('heater', {}),
    text: [
      `${size} Вт согревают около ${Math.round(size / 100)} м². Отключается при опрокидывании и перегреве.`,
      'Вешается на стену или стоит на ножках. Не накрывайте и не сушите на нём вещи.',
    ],
    highlights: [`${size} Вт, до ${Math.round(size / 100)} м²`, capital(control)],
  }),
});
goods('vodonagrevateli', {
  share: 9,
  brands: ['ЗНОЙ', 'РОДНИК'],
  series: 'Баня Запас Исток Кухня',
  lead_days: [3, 6],
  has_documents: true,
  axes: {
    kind: [
      ['накопительный', 1],
      ['накопительный плоский', 1.35],
    ] as const,
    ten: [
      ['мокрый ТЭН', 1],
      ['сухой ТЭН', 1.2],
    ] as const,
  },
  sizes: { name: 'Объём', values: [50, 30, 80, 100, 15], label: (l) => `${l} л` },
  make: ({ brand, series, kind: [kind, factor], ten: [ten, more], size, random }): Draft => ({
    name: `Водонагреватель ${kind} ${brand} ${series}, ${ten}, ${size} л`,
    specs: {
      obem: size,
      moshchnost: size > 20 ? 2_000 : 1_500,
      vid: capital(kind),
      komplekt: capital(ten),
      garantiya: 84,
    },
    price: (5_200 + size * 98) * factor * more * (0.92 + random.next() * 0.15),
    weight_kg: 9 + size * 0.22,
    sold: piece,
    picture: picture('boiler', { accent: accent(brand), brand, size: '', layout: kind.endsWith('плоский') ? 1 : 0 }),
    text: [
      `${size} ${plural(size, 'литр', 'литра', 'литров')}: ${size <= 30 ? 'кухня или душ на одного' : size <= 50 ? 'душ на двоих' : 'семья с ванной'}. Эмаль бака с магниевым анодом, гарантия 7 лет.`,
      'Анод проверяйте раз в год. Предохранительный клапан в комплекте, слив с него ведите в канализацию.',
    ],
    highlights: [`${size} л`, capital(ten), 'Бак 7 лет'],
  }),
});

function sectionsOf(count: number): string {
  return `${count} ${plural(count, 'секция', 'секции', 'секций')}`;
}
