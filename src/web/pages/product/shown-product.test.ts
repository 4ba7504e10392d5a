import { expect, test } from 'vitest';
import type { ProductPage } from '#modules/catalogue-index/get-product.ts';
import { shownProduct } from './shown-product.server.ts';

test('a bullet that a specification says already is left out, and so is what cannot be bought with it', () => {
  const product = {
    highlights: ['180 см', 'литая хвоя', 'IP44, для улицы'],
    specifications: [
      { name: 'Основные', rows: [{ code: 'vysota', name: 'Высота', text: '180\u00a0см' }] },
      { name: 'Вид', rows: [{ code: 'vid', name: 'Вид', text: 'Литая хвоя' }] },
    ],
    for_job: [
      { id: 1, is_on_sale_now: false },
      { id: 2, is_on_sale_now: true },
    ],
  } as ProductPage;
  const { highlights, for_job } = shownProduct(product);
  expect(highlights).toEqual(['IP44, для улицы']);
  expect(for_job.map(({ id }) => id)).toEqual([2]);
});
