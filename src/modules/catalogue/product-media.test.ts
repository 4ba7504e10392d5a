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

const video: ProductMedium = {
  kind: 'video',
  title: 'Как наносить',
  poster: 'products/video.webp',
  file: 'media/how-to.mp4',
};
const spin: ProductMedium = {
  kind: 'spin',
  title: 'Мешок',
  poster: 'products/spin-0.webp',
  frames: Array.from({ length: 8 }, (_, at) => `products/spin-${at}.webp`),
};

test('videos and 360° views of a product stand on its page in their order; a new list takes the place of the former', async () => {
  const shown = async () => {
    const page = await getProduct(db, priceContext, { id: product.id }, 'page');
    return page && 'media' in page ? page.media : null;
  };
  expect(await shown()).toEqual([]);
  await saveProductMedia(db, product.idcode, ProductMedia.parse([spin, video]));
  expect(await shown()).toEqual([spin, video]);
  await saveProductMedia(db, product.idcode, [video]);
  expect(await shown()).toEqual([video]);
  await expect(saveProductMedia(db, 'нет такого', [video])).rejects.toMatchObject({ code: 'not_found' });
});

test('what no page could show is refused: foreign paths, other kinds of files, too few pictures all round', async () => {
  const bad: object[] = [
    { ...video, file: 'media/../secret.mp4' },
    { ...video, file: 'https://other.example/a.mp4' },
    { ...video, file: 'media/a.exe' },
    { ...video, title: ' ' },
    { ...video, poster: '../a.webp' },
    { ...spin, frames: spin.frames.slice(1) },
    { ...spin, kind: 'hologram' },
  ];
  for (const medium of bad) expect(ProductMedia.safeParse([medium]).success, JSON.stringify(medium)).toBe(false);
  const row = { product_id: product.id, position: 9, kind: 'video', title: 'Фильм', poster: 'products/video.webp' };
  await expect(db.insertInto('product_media').values(row).execute()).rejects.toThrow('product_media_fits_its_kind');
});
