import { expect, test } from 'vitest';
import { getProduct } from '#modules/catalogue-index/get-product.ts';
import { listDepartments, priceContextOf } from '#modules/departments/queries.ts';
import { testDatabase } from '#test/support/database.ts';
import { makeBranches, makeProduct } from '#test/support/shop.ts';
import { ProductMedia, type ProductMedium, saveProductMedia } from './product-media.ts';

const { db } = await testDatabase();
await makeBranches(db);
const priceContext = priceContextOf((await listDepartments(db))[0]!);
const product = await makeProduct(db);

const film: ProductMedium = {
  kind: 'video',
  title: 'Как наносить',
  poster: 'products/film.webp',
  file: 'media/how-to.mp4',
};
const turn: ProductMedium = {
  kind: 'turn',
  title: 'Мешок',
  poster: 'products/turn-0.webp',
  frames: Array.from({ length: 8 }, (_, at) => `products/turn-${at}.webp`),
};

test('films and turns of a product stand on its page in their order; a new list takes the place of the former', async () => {
  const shown = async () => {
    const page = await getProduct(db, priceContext, { id: product.id }, 'page');
    return page && 'media' in page ? page.media : null;
  };
  expect(await shown()).toEqual([]);
  await saveProductMedia(db, product.idcode, ProductMedia.parse([turn, film]));
  expect(await shown()).toEqual([turn, film]);
  await saveProductMedia(db, product.idcode, [film]);
  expect(await shown()).toEqual([film]);
  await expect(saveProductMedia(db, 'нет такого', [film])).rejects.toMatchObject({ code: 'not_found' });
});

test('what no page could show is refused: foreign paths, other kinds of files, too few pictures all round', async () => {
  const bad: object[] = [
    { ...film, file: 'media/../secret.mp4' },
    { ...film, file: 'https://other.example/a.mp4' },
    { ...film, file: 'media/a.exe' },
    { ...film, title: ' ' },
    { ...film, poster: '../a.webp' },
    { ...turn, frames: turn.frames.slice(1) },
    { ...turn, kind: 'hologram' },
  ];
  for (const medium of bad) expect(ProductMedia.safeParse([medium]).success, JSON.stringify(medium)).toBe(false);
  const row = { product_id: product.id, position: 9, kind: 'video', title: 'Фильм', poster: 'products/film.webp' };
  await expect(db.insertInto('product_media').values(row).execute()).rejects.toThrow('product_media_fits_its_kind');
});
