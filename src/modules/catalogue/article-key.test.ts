import { expect, test } from 'vitest';
import { testDatabase } from '#test/support/database.ts';
import { makeBranches, makeProduct } from '#test/support/shop.ts';
import { articleKey } from './article-key.ts';

const { db } = await testDatabase();
await makeBranches(db);

test('the key of an article is what the column of products holds, whatever signs the article has', async () => {
  const articles = ['АБ-12/3', 'Ёлка №7', 'ПК-1 м²', 'й-12', 'И\u0306-12', 'x×5*2', '—', '0012847', 'KNAUF Rotband'];
  const products = await Promise.all(articles.map((article) => makeProduct(db, { article })));
  const { rows } = await db.pool.query<{ article_key: string }>(
    'select article_key from products where id = any($1::int[]) order by array_position($1::int[], id)',
    [products.map(({ id }) => id)],
  );
  expect(articles.map(articleKey)).toEqual(rows.map(({ article_key }) => article_key));
});
