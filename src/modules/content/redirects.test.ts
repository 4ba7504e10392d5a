import { expect, test } from 'vitest';
import { testDatabase } from '#test/support/database.ts';
import { makeBranches, makeCategory, makeProduct } from '#test/support/shop.ts';
import { findRedirect, redirectKey, removeRedirect, setRedirect } from './redirects.ts';

const { db } = await testDatabase();
await makeBranches(db);
const category = await makeCategory(db, 'smesi', 'Смеси');
const product = await makeProduct(db, { category_id: category.id });
const find = (path: string, branch = '00131') => findRedirect(db, branch, path);

test('an old address leads to a path, a product or a category by their present names; the branch’s own row first', async () => {
  await setRedirect(db, { from_path: '/Старый%20Путь', to_path: '/delivery/' });
  await setRedirect(db, { from_path: '/old/product.html', product_id: product.id, status: 302 });
  await setRedirect(db, { from_path: '/old/group/', category_id: category.id });
  await setRedirect(db, { from_path: '/old/group/', category_id: category.id, department_id_1c: '00052', status: 302 });
  expect(redirectKey('/Старый%20Путь?a=1')).toBe('/старый путь/');
  await db.updateTable('products').set({ slug: 'novoe-imya' }).where('id', '=', product.id).execute();
  expect(await find('/old/product.html')).toEqual({ location: '/product/novoe-imya/', status: 302 });
  expect(await find('/OLD/group')).toEqual({ location: '/category/smesi/', status: 301 });
  expect(await find('/old/group/', '00052')).toEqual({ location: '/category/smesi/', status: 302 });
  expect(await find('/nothing/')).toBeNull();
});

test('never to another host, never in a circle; a chain is walked at once and a hit is counted', async () => {
  for (const to_path of ['//evil.example/', '/\\evil.example', 'https://evil.example/', 'delivery/', '/a b/'])
    await expect(setRedirect(db, { from_path: '/x/', to_path }), to_path).rejects.toMatchObject({ code: 'bad_input' });
  await expect(setRedirect(db, { from_path: '/', to_path: '/a/' })).rejects.toMatchObject({ code: 'bad_input' });
  const first = await setRedirect(db, { from_path: '/a/', to_path: '/b/' });
  await setRedirect(db, { from_path: '/b/', to_path: '/c/?from=b' });
  expect(await find('/a/')).toEqual({ location: '/c/?from=b', status: 301 });
  const circle = db.transaction().execute((db) => setRedirect(db, { from_path: '/c/', to_path: '/A' }));
  await expect(circle).rejects.toMatchObject({ code: 'bad_input', details: { loop: true } });
  const self = db.transaction().execute((db) => setRedirect(db, { from_path: '/d/', to_path: '/d' }));
  await expect(self).rejects.toMatchObject({ code: 'bad_input' });
  const row = await db.selectFrom('redirects').select('hits').where('id', '=', first).executeTakeFirstOrThrow();
  expect(row.hits).toBe(1);
  await removeRedirect(db, first);
  expect(await find('/a/')).toBeNull();
});
