import { expect, test } from 'vitest';
import type { Tree } from '#modules/catalogue/categories.ts';
import { buildText } from '#modules/text-index/build-text.ts';
import { matchText } from '#modules/text-index/match-text.ts';
import type { TextDocument } from '#modules/text-index/text-columns.ts';
import { planSearch } from './plan-search.ts';
import { rulesOf } from './read-rules.ts';

const goods: Partial<TextDocument>[] = [
  {
    name: 'Плитка настенная ГЛАЗУРЬ Капля 30 × 60 см, глянцевая, цвет серый',
    path: ['Плитка', 'Плитка для ванной'],
    brand: 'ГЛАЗУРЬ',
  },
  {
    name: 'Плитка для фартука ГЛАЗУРЬ Холст 10 × 20 см, цвет белый',
    path: ['Плитка', 'Плитка для кухни'],
    brand: 'ГЛАЗУРЬ',
  },
  { name: 'Клей для плитки СУХОНА Прочный, 25 кг', path: ['Сухие смеси', 'Клей для плитки'], brand: 'СУХОНА' },
  {
    name: 'Штукатурка гипсовая СУХОНА Гладь, 30 кг',
    path: ['Сухие смеси', 'Штукатурки'],
    brand: 'СУХОНА',
    article: '00-12/847',
    barcode: '4670028540947',
  },
  { name: 'Краска для ванной ЯРЬ Капля, белая, 2,7 л', path: ['Краски', 'Краски для ванной'], brand: 'ЯРЬ' },
  { name: 'Валик для красок МАЗОК, 240 мм', path: ['Инструмент', 'Валики'], brand: 'МАЗОК' },
  { name: 'Саморезы по дереву КРЕПЬ 3,5 × 35 мм, 200 шт.', path: ['Крепёж', 'Саморезы'], brand: 'КРЕПЬ' },
  {
    name: 'Гипсокартон СВИТЬ влагостойкий, 2500 × 1200 × 12,5 мм',
    path: ['Стройматериалы', 'Гипсокартон'],
    brand: 'СВИТЬ',
  },
  { name: 'Шлифмашина угловая МАСТАК УШМ-125, 900 Вт', path: ['Инструмент', 'Шлифмашины'], brand: 'МАСТАК' },
  {
    name: 'Перфоратор KNAUS SDS-plus, 800 Вт',
    path: ['Инструмент', 'Перфораторы'],
    brand: 'KNAUS',
    values: ['Патрон SDS-plus'],
  },
  { name: 'Средство для посуды ПЕНКА, 1 л', path: ['Хозтовары', 'Для мытья посуды'], brand: 'ПЕНКА' },
  { name: 'Тарелка БЛЮДЦЕ, 22 см', path: ['Посуда', 'Тарелки'], brand: 'БЛЮДЦЕ', values: ['Можно мыть в машине'] },
  { name: 'Цемент М500 ЗАВОД, 50 кг', path: ['Цемент и смеси для кладки'] },
  { name: 'Смесь кладочная ЗАВОД, 25 кг', path: ['Цемент и смеси для кладки'] },
  { name: 'Метла РОСА, 1,5 м', path: ['Сад', 'Мётлы'], brand: 'РОСА' },
];
/** As 1C bases of plumbers call them. */
const fittings: Partial<TextDocument>[] = [
  { name: 'Тройник 110/110/45' },
  { name: 'Тройник 110/50/90' },
  { name: 'Тройник 50/50/45' },
  { name: 'Муфта PPR PN25  S20*32' },
  { name: 'Муфта PPR PN25  S25*32' },
  { name: 'Муфта/10 комбинир.PPR  S25*1/2F' },
  { name: 'Муфта компрес.с внутр.рез. d25х1/2 для ПЭ труб' },
  { name: 'Муфта компрес.с внутр.рез. d25х3/4 для ПЭ труб' },
  { name: 'Муфта канализационная d 110' },
  { name: 'F490 мойка круглая глянц. 49*18', article: 'F490' },
  { name: 'Мойка глянцевая 490х180 х0,8 мм', article: 'F490' },
  { name: 'Мойка глянцевая 570х450х180х0,8 мм', article: 'F-4557' },
];
const text = textOf(goods);
const textOfFittings = textOf(fittings);

function textOf(products: Partial<TextDocument>[]) {
  const empty = { name: '', brand: null, article: null, barcode: null, path: [], values: [], text: '' };
  return buildText(products.map((one, at) => ({ ...empty, idcode: `${90_000 + at}`, ...one })));
}
const rules = rulesOf([
  { kind: 'synonym', words: 'болгарка', means: 'шлифмашина угловая', is_both: false },
  { kind: 'synonym', words: 'гипрок', means: 'гипсокартон', is_both: false },
  { kind: 'redirect', words: 'доставка', means: '/delivery/', is_both: null },
  { kind: 'stop', words: 'купить', means: '', is_both: null },
  { kind: 'brand', words: 'СУХОНА', means: 'suhona', is_both: null },
  { kind: 'brand', words: 'КАПЛЯ', means: 'kaplya', is_both: null },
]);

function find(q: string, more: { exact?: boolean } = {}) {
  const plan = planSearch([{ text }], rules, {} as Tree, { q, ...more });
  const { rows, scores } = matchText(text, plan);
  const order = [...rows.keys()].sort((a, b) => scores[b]! - scores[a]!);
  return { plan, names: order.map((at) => goods[rows[at]!]!.name!.split(' ')[0]) };
}

test('[S2-14] a query that names a category prefers its goods to what goes with them', () => {
  expect(find('плитка').names).toEqual(['Плитка', 'Плитка', 'Клей']);
  expect(find('краска').names[0]).toBe('Краска');
  expect(find('клей для плитки').names).toEqual(['Клей']);
  expect(find('мыть посуду').names).toEqual(['Средство', 'Тарелка']);
});

test('[S2-14] misprints, the other layout, Latin letters and words broken or run together are mended and named', () => {
  expect(find('штукотурка').plan).toMatchObject({ used: 'штукатурка', correction: 'typo' });
  expect(find('шутктаурка').plan, 'two misprints from eight letters').toMatchObject({
    used: 'штукатурка',
    correction: 'typo',
  });
  expect(find('inerfnehrf').plan).toMatchObject({ used: 'штукатурка', correction: 'layout' });
  expect(find('shtukaturka').plan).toMatchObject({ used: 'штукатурка', correction: 'translit' });
  expect(find('сухона inerfnehrf').plan, 'only a part of the words').toMatchObject({
    used: 'сухона штукатурка',
    correction: 'layout',
  });
  expect(find('кнаус').plan).toMatchObject({ used: 'knaus', correction: 'translit' });
  expect(find('suhona').names).toHaveLength(2);
  expect(find('гипсо картон').names).toEqual(['Гипсокартон']);
  expect(find('плиткабелый').plan.used).toBe('плитка белый');
  expect(find('краска в/э').plan.dropped, 'one letter is no other layout').toBe('э');
  expect(find('метра').plan.used).toBe('метла');
  expect(find('метла 1,5 метра'), 'a unit behind its number').toMatchObject({
    names: ['Метла'],
    plan: { correction: null },
  });
});

test('[S2-14] as typed, when one insists: nothing is mended and nothing understood', () => {
  expect(find('штукотурка', { exact: true })).toMatchObject({ names: [], plan: { correction: null } });
  expect(find('плитка до 1000 ₽', { exact: true }).plan.understood).toEqual([]);
});

test('[S2-14] sizes, articles and barcodes are found in any spelling', () => {
  for (const q of ['саморез 3.5х35', 'саморез 3,5*35', 'саморезы 35 мм'])
    expect(find(q).names, q).toEqual(['Саморезы']);
  for (const q of ['гипсокартон 2500х1200', 'гипсокартон 2,5х1,2 м']) expect(find(q).names, q).toEqual(['Гипсокартон']);
  for (const q of ['0012847', '00-12/847', 'арт. 0012847', '4670028540947', '4 670028 540947'])
    expect(find(q), q).toMatchObject({ names: ['Штукатурка'], plan: { is_exact: true } });
  expect(find('краска 2700 мл').names).toEqual(['Краска']);
});

test('[S2-14] goods of 1C are found by a size of theirs, by a code and by an article beside other words', () => {
  const named = (q: string) => {
    const plan = planSearch([{ text: textOfFittings }], rules, {} as Tree, { q });
    const { rows, scores } = matchText(textOfFittings, plan);
    const order = [...rows.keys()].sort((a, b) => scores[b]! - scores[a]!);
    return { plan, names: order.map((at) => fittings[rows[at]!]!.name) };
  };
  for (const [q, names] of [
    ['тройник 110', ['Тройник 110/110/45', 'Тройник 110/50/90']],
    ['тройник 110х50', ['Тройник 110/50/90']],
    ['муфта 25*1/2', ['Муфта/10 комбинир.PPR  S25*1/2F', 'Муфта компрес.с внутр.рез. d25х1/2 для ПЭ труб']],
    ['муфта d25х1/2', ['Муфта компрес.с внутр.рез. d25х1/2 для ПЭ труб', 'Муфта/10 комбинир.PPR  S25*1/2F']],
    ['муфта S25', ['Муфта PPR PN25  S25*32', 'Муфта/10 комбинир.PPR  S25*1/2F']],
    ['муфта 1/2"', ['Муфта/10 комбинир.PPR  S25*1/2F', 'Муфта компрес.с внутр.рез. d25х1/2 для ПЭ труб']],
    ['муфта ø110', ['Муфта канализационная d 110']],
    ['мойка F490', ['F490 мойка круглая глянц. 49*18', 'Мойка глянцевая 490х180 х0,8 мм']],
  ] as const)
    expect(named(q), q).toMatchObject({ names, plan: { correction: null, dropped: null, weak: false } });
  expect(named('тройник 110 мм'), 'a unit that no name has: found, with a word of doubt').toMatchObject({
    names: ['Тройник 110/110/45', 'Тройник 110/50/90'],
    plan: { dropped: null, weak: true },
  });
});

test('[S2-14] a synonym finds what it means, a redirect is named, a stop word is left out', () => {
  expect(find('болгарка 125').names).toEqual(['Шлифмашина']);
  expect(find('купить гипрок').names).toEqual(['Гипсокартон']);
  expect(find('доставка').plan.redirect).toBe('/delivery/');
  expect(find('болгарка').plan.correction).toBeNull();
});

test('[S2-14] prices, availability and discount are taken for filters where that is sure, and each can be taken out', () => {
  expect(find('белая краска для ванной 2,7 л до 1000 ₽ в наличии').plan).toMatchObject({
    filters: { price_to: 100_000, in_stock: true },
    understood: [
      {
        kind: 'price_to',
        text: 'до 1000 ₽',
        label: 'до 1\u00a0000\u00a0₽',
        remove: 'белая краска для ванной 2,7 л в наличии',
      },
      { kind: 'in_stock', text: 'в наличии', remove: 'белая краска для ванной 2,7 л до 1000 ₽' },
    ],
  });
  expect(find('краска от 5 до 10 тысяч').plan.filters).toMatchObject({ price_from: 500_000, price_to: 1_000_000 });
  expect(find('плитка дешевле 500').plan.filters).toMatchObject({ price_to: 50_000 });
  expect(find('плитка со скидкой').plan.filters).toMatchObject({ discounted: true });
  expect(find('саморез до 35 мм').plan.understood, 'a size is no price').toEqual([]);
  expect(find('перчатки от 5 до 10').plan.understood, 'nor are small numbers').toEqual([]);
});

test('[S2-14] a brand beside other words is a filter when its word means nothing else and something is found', () => {
  expect(find('штукатурка сухона').plan).toMatchObject({
    understood: [{ kind: 'brand', text: 'сухона', label: 'СУХОНА', remove: 'штукатурка' }],
    filters: { filters: { brand: ['suhona'] } },
  });
  expect(find('сухона').plan.understood, 'alone it is the query').toEqual([]);
  expect(find('капля плитка').plan.understood, 'also a name of paints and tiles').toEqual([]);
  expect(find('перфоратор сухона').plan, 'never to an empty list').toMatchObject({ understood: [], dropped: 'сухона' });
});

test('[S2-14] when all words together find nothing, those that tell least are left out and named, and the answer doubts itself', () => {
  expect(find('штукатурка гипсовая космическая')).toMatchObject({
    names: ['Штукатурка'],
    plan: { correction: 'fewer_words', dropped: 'космическая', weak: true },
  });
  expect(find('абракадабра').names).toEqual([]);
});

test('[S2-14] what is of another kind than the query names is shown with a word of doubt', () => {
  expect(find('цемент 50 кг')).toMatchObject({ names: ['Цемент'], plan: { weak: false } });
  expect(find('цемент 25 кг')).toMatchObject({ names: ['Смесь'], plan: { weak: true, dropped: null } });
  expect(find('кладочная смесь 25 кг').plan.weak).toBe(false);
  expect(find('клей для плитки 25 кг').plan.weak, 'what it goes with names no goods').toBe(false);
  expect(find('цемент').plan.weak).toBe(false);
});

test('the last word may be unfinished, what is whole is not lengthened', () => {
  expect(find('гипсок').names).toEqual(['Гипсокартон']);
  expect(find('перф').names).toEqual(['Перфоратор']);
});

test('rows that stand no longer count for nothing', () => {
  const plan = planSearch([{ text, isAlive: () => false }], rules, {} as Tree, { q: 'плитка' });
  expect(plan).toMatchObject({ is_exact: false, weak: false });
});
