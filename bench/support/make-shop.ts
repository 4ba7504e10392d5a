import { openDatabase } from '#platform/database.ts';
import { migrate } from '#platform/migrate.ts';
import { multiplyGoods, type Progress } from './many-goods.ts';

/** Goods of the demo shop itself; more of them are made from these. */
const demoGoods = 3_000;

/**
 * Migrates the database behind `url` and fills it with a shop of `products` goods in twelve branches, unless it holds
 * that many already. An interrupted making goes on where it stood: the demo shop and its multiplication are one
 * transaction each.
 */
export async function makeShop(
  url: string,
  { products, filesDir }: { products: number; filesDir: string },
  progress: Progress,
): Promise<void> {
  await migrate(url);
  const db = openDatabase(url);
  try {
    const goods = await count();
    if (goods >= products) return;
    if (goods === 0) {
      const { loadDemo } = await import('#demo/load.ts');
      await loadDemo(db, {
        products: Math.min(products, demoGoods),
        filesDir,
        onProgress: (text, done, total) => progress(`${text}: ${done} из ${total}`),
      });
    }
  } finally {
    await db.destroy();
  }
  await multiplyGoods(url, products, progress);

  async function count(): Promise<number> {
    const { rows } = await db.pool.query('select count(*)::int as goods from products');
    return rows[0].goods;
  }
}
