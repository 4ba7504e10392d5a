import { expect, test, vi } from 'vitest';
import type { ListedCard } from '#modules/catalogue/card.ts';
import { plainUnit } from '#shared/unit-words.ts';
import type { ShownFacet } from './cut-facets.ts';
import { listed } from './listed-card.ts';

const cards = [
  { id: 1, idcode: '101', name: 'Смесь "М-150"', images: ['a.jpg'], price: null, lead_days: [1, 3] },
  { id: 2, idcode: '102', name: 'Клей', images: [], price: 45_000, lead_days: null },
] as unknown as ListedCard[];
const facets: ShownFacet[] = [
  {
    code: 'brand',
    name: 'Бренд',
    unit: null,
    measure: null,
    kind: 'values',
    values: [{ id: 'suhona', value: 'СУХОНА', count: 3, selected: false }],
    more: 2,
  },
  { code: 'weight', name: 'Вес', unit: 'кг', measure: plainUnit('кг'), kind: 'range', values: [], more: 0 },
];

test('what was packed here is read in another process as it was', async () => {
  const { packCards, packFacets } = await import('./packed.ts');
  const texts = { cards: packCards(cards), facets: packFacets(facets), none: packCards([]) };
  vi.resetModules();
  const { cardsOf, facetsOf, packedCards } = await import('./packed.ts');
  expect(cardsOf(texts.cards)).toEqual(cards);
  expect(facetsOf(texts.facets)).toEqual(facets);
  expect(cardsOf(texts.none)).toEqual([]);
  expect(cardsOf(texts.cards)).toBe(cardsOf(texts.cards));
  expect(packedCards(texts.cards)).toEqual(cards);
  expect(packedCards(packCards(cards.map(listed)))).toHaveLength(2);
  for (const other of [texts.facets, texts.none, 'Смеси', null, cards]) expect(packedCards(other)).toBeNull();
});
