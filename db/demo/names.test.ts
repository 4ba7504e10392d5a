import { expect, test } from 'vitest';
import { brands } from './brands.ts';
import { productsOf } from './products.ts';

const goods = [...productsOf(3_000)].map(({ name, brand }) => ({
  name,
  words:
    name
      .replace(brand, ' ')
      .toLowerCase()
      .match(/[а-яё]{4,}/g) ?? [],
}));

/** Beginnings of words of which one thing can have one: a name with two of them contradicts itself. */
const oneOf: string[][] = [
  [
    'бел(?:ая|ый|ое|ые|ой)$',
    'сер(?:ая|ый|ое|ые|ой)$',
    'чёрн',
    'зелён',
    'голуб',
    'син(?:яя|ий|ее|ие)$',
    'бежев',
    'розов',
  ],
  ['зимн', 'летн'],
  ['глянцев', 'матов', 'рельефн'],
  ['гипсов', 'цементн', 'полимерн', 'эпоксидн'],
  ['глинян', 'шамотн'],
  ['штыков', 'совков', 'сапёрн'],
  ['врезн', 'накладн', 'навесн'],
  ['чугунн', 'блинн', 'алюминиев'],
  ['стальн', 'алюминиев', 'пластиков'],
  ['ручн', 'машинн'],
];

test('the name of a product says no word twice; its brand may be a word of it', () => {
  const doubled = goods.filter(({ words }) => {
    const stems = words.map((word) => word.slice(0, Math.max(4, Math.min(7, word.length - 2))));
    return new Set(stems).size < stems.length;
  });
  expect(doubled.map(({ name }) => name)).toEqual([]);
});

test('the name of a product does not contradict itself: one colour, one season, one binder', () => {
  const torn = goods.filter(({ words }) =>
    oneOf.some((stems) => stems.filter((stem) => words.some((word) => new RegExp(`^${stem}`).test(word))).length > 1),
  );
  expect(torn.map(({ name }) => name)).toEqual([]);
});

test('the numbers of a drill’s name agree: its model is named after its volts', () => {
  const drills = goods.filter(({ name }) => name.startsWith('Дрель'));
  expect(drills.length).toBeGreaterThan(3);
  for (const { name } of drills) expect(name).toMatch(/-(\d+)(?: \S+)?, \1 В,/);
});

test('every brand says of itself three sentences, the first with its name', () => {
  for (const { name, description } of brands) {
    expect(description.match(/[.](?= |$)/g), name).toHaveLength(3);
    expect(description.startsWith(`${name} `), name).toBe(true);
  }
});

test('the text of a masking tape names the term that stands in its row, and no other', () => {
  const tapes = [...productsOf(3_000)].filter(({ name }) => name.startsWith('Лента малярная'));
  expect(tapes.length).toBeGreaterThan(3);
  for (const { name, description, draft } of tapes) {
    expect(description, name).toMatch(new RegExp(`не позже чем через ${draft.specs.snyat_do} (?:дня|дней):`));
    expect(description, name).not.toContain('не высохла');
  }
});
