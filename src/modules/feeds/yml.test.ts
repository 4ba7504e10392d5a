import fc from 'fast-check';
import { expect, test } from 'vitest';
import { plainUnit, type ShownUnit } from '#shared/unit-words.ts';
import { checkYml } from '#test/support/yml.ts';
import { element } from './xml.ts';
import { type FeedContext, type FeedProduct, offerText } from './yml.ts';

const origin = 'https://idd.example';
const metre: ShownUnit = {
  short: 'м',
  parts: 10,
  is_counted_short: true,
  forms: {
    one: 'метр',
    two: 'метра',
    five: 'метров',
    accusative: 'метр',
    genitive: 'метра',
    genitive_many: 'метров',
  },
};

const context: FeedContext = {
  origin,
  units: { shown: (name) => (name === '0,1 м' ? metre : plainUnit(name)), unit: () => null },
  attributes: [
    {
      id: 1,
      code: 'colour',
      name: 'Цвет',
      type: 'text',
      unit: null,
      filter: null,
      group_name: 'Основные',
      card_position: null,
      position: 1,
    },
    {
      id: 2,
      code: 'power',
      name: 'Мощность',
      type: 'number',
      unit: 'Вт',
      filter: null,
      group_name: 'Основные',
      card_position: null,
      position: 2,
    },
  ],
  isShownCategory: (id) => id === 7,
  deliveryOf: (grams) => (grams === null ? null : { cost: 390, days: '1-2' }),
};

const plaster: FeedProduct = {
  id: 15,
  slug: 'shtukaturka',
  name: 'Штукатурка гипсовая, 30 кг',
  article: '0012345',
  barcode: '4607012345678',
  description: 'Для ручного нанесения.\nСлой 5–50 мм.',
  images: ['drawn/shtukaturka & co.webp'],
  specs: { colour: 'белый', power: 4.8 },
  weight_grams: 30_500,
  unit: 'меш.',
  min_count: 1,
  group_id: null,
  brand: 'СУХОНА',
  price: 48_950,
  old_price: 52_000,
  available: 12,
  category_ids: [7],
};

function feed(offers: string[]): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<yml_catalog date="2026-11-21T10:00+03:00"><shop><name>ИДД</name><company>ООО «ИДД»</company><url>${origin}/</url>
<currencies><currency id="RUB" rate="1"/></currencies><categories><category id="7">Штукатурки</category></categories>
<offers>${offers.join('')}</offers></shop></yml_catalog>`;
}

test('an offer states price, former price, delivery, weight, barcode and specifications', () => {
  const { problems, offers } = checkYml(feed([offerText(plaster, context)!]), origin);
  expect(problems).toEqual([]);
  expect(offers[0]!.attributes).toEqual({ id: '15', available: 'true' });
  expect(offers[0]!.fields).toMatchObject({
    price: ['489.50'],
    oldprice: ['520'],
    weight: ['30.5'],
    barcode: ['4607012345678'],
    vendor: ['СУХОНА'],
    param: ['белый', '4.8'],
    delivery: ['true'],
  });
});

test('goods without a price, a picture or a shown category are left out; sold-out ones are not available', () => {
  expect(offerText({ ...plaster, price: 0 }, context)).toBeNull();
  expect(offerText({ ...plaster, images: [] }, context)).toBeNull();
  expect(offerText({ ...plaster, category_ids: [8] }, context)).toBeNull();
  expect(offerText({ ...plaster, available: 0 }, context)).toContain('available="false"');
  expect(offerText({ ...plaster, available: null }, context)).toContain('available="false"');
  expect(offerText({ ...plaster, old_price: 48_000 }, context)).not.toContain('oldprice');
});

test('Goods sold by 0,1 m stand in the feed with the price and the weight of a metre, as on their page', () => {
  const cable = { ...plaster, unit: '0,1 м', price: 600, old_price: 650, weight_grams: 14 };
  const { problems, offers } = checkYml(feed([offerText(cable, context)!]), origin);
  expect(problems).toEqual([]);
  expect(offers[0]!.fields).toMatchObject({ price: ['60'], oldprice: ['65'], weight: ['0.14'] });
  expect(offerText(cable, context)).toContain('<sales_notes>Цена за метр, продаём по 0,1 м</sales_notes>');
});

test('names of any signs give a well-formed feed in which they are read as they were, less what XML forbids', () => {
  const nasty = fc.string({
    unit: fc.oneof(
      fc.constantFrom(
        '&',
        '"',
        '<',
        '>',
        "'",
        '№',
        '😀',
        '\u0000',
        '\u0007',
        '\u001f',
        '\uFFFE',
        ']]>',
        ' ',
        '\n',
        '&amp;',
      ),
      fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
    ),
    maxLength: 40,
  });
  fc.assert(
    fc.property(nasty, nasty, nasty, nasty, (name, description, brand, colour) => {
      const product = { ...plaster, name: `Ш${name}`, description, brand, specs: { colour } };
      const { problems, offers } = checkYml(feed([offerText(product, context)!]), origin);
      expect(problems).toEqual([]);
      const kept = `Ш${name}`.replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '');
      expect(offers[0]!.fields.name).toEqual([kept.replace(/\s+/g, ' ').trim()]);
    }),
    { numRuns: 500 },
  );
});

test('a lone half of a pair is dropped from attributes and texts alike', () => {
  expect(element('param', 'a\uD800b', { name: '\uDC00"' })).toBe('<param name="&quot;">ab</param>');
});

test('the validator sees each kind of mistake', () => {
  const good = offerText(plaster, context)!;
  const wrong = (from: string | RegExp, to: string, offers = [good]) =>
    checkYml(feed(offers).replace(from, to), origin).problems;
  expect(wrong('', '')).toEqual([]);
  expect(wrong('', '', [good, good])).toEqual(['an offer id stands twice']);
  expect(wrong('<categoryId>7', '<categoryId>8')).toEqual(['offer 15: no category 8']);
  expect(wrong('<category id="7">', '<category id="7" parentId="9">')).toEqual(['category 7: no parent 9']);
  expect(wrong('<category id="7">', '<category id="7" parentId="7">')).toEqual(['category 7: a circle']);
  expect(wrong('<oldprice>520', '<oldprice>489.50')).toEqual(['offer 15: oldprice is not greater']);
  expect(wrong('<price>489.50', '<price>489,50')).toContain('offer 15: price 489,50');
  expect(wrong('<vendor>СУХОНА', '<vendor>')).toEqual(['empty vendor in 15', 'offer 15: no vendor']);
  expect(wrong('<url>https://idd.example/product', '<url>/product')).toEqual([
    'offer 15: address /product/shtukaturka/',
  ]);
  expect(wrong('/product/shtukaturka/', '/product/штукатурка/')[0]).toMatch('offer 15: address');
  expect(wrong('<name>Ш', '<name>&Ш')[0]).toMatch('not well-formed');
  expect(wrong('<option cost="390"', '<option cost="390.5"')).toEqual(['option cost 390.5']);
  expect(wrong('days="1-2"', 'days="1–2"')).toEqual(['option days 1–2']);
  expect(wrong('<currencies>', '<offers></offers><currencies>')).toHaveLength(1);
});
