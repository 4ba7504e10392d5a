import { expect, test } from 'vitest';
import type { ProductPage } from '#modules/catalogue-index/get-product.ts';
import { shownProduct } from './shown-product.server.ts';

test('a bullet that a specification says already is left out, as is what cannot be bought with it; a house stays with its street', () => {
  const product = {
    highlights: ['180 см', 'литая хвоя', 'IP44, для улицы'],
    specifications: [
      { name: 'Основные', rows: [{ code: 'vysota', name: 'Высота', text: '180\u00a0см' }] },
      { name: 'Вид', rows: [{ code: 'vid', name: 'Вид', text: 'Литая хвоя' }] },
    ],
    points: [{ address: 'пос. Молочное, ул. Мира, 9' }],
    for_job: [
      { id: 1, is_on_sale_now: false },
      { id: 2, is_on_sale_now: true },
    ],
  } as ProductPage;
  const { highlights, for_job, points } = shownProduct(product);
  expect(highlights).toEqual(['IP44, для улицы']);
  expect(points.map(({ address }) => address)).toEqual(['пос.\u00a0Молочное, ул.\u00a0Мира,\u00a09']);
  expect(for_job.map(({ id }) => id)).toEqual([2]);
});
