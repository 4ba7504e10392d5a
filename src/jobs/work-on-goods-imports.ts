import { authorWithoutCall, writeAudit } from '#modules/audit/write-audit.ts';
import { rehearseGoodsImport, workOnGoods } from '#modules/exchange/work-on-goods-imports.ts';
import type { Task } from './tasks.ts';

/** Every minute and when one comes: tables of goods are read, then written or put back in portions. */
export const workOnGoodsImports: Task = async (_payload, { db, log }, { abortSignal }) => {
  while (!abortSignal?.aborted) {
    const read = await rehearseGoodsImport(db);
    if (read === null) break;
    log.info({ import_id: read }, 'a table of goods was read');
  }
  while (!abortSignal?.aborted) {
    const portion = await db.transaction().execute(async (db) => {
      const portion = await workOnGoods(db);
      if (!portion) return null;
      const { source, author, author_user_id, isUndoing, changes } = portion;
      const table = isUndoing ? `таблица «${source}» возвращена` : `таблица «${source}»`;
      for (const { product_id, name, words, before, after } of changes)
        await writeAudit(db, authorWithoutCall(author, 'work_on_goods_imports', author_user_id), {
          resource: 'products',
          record_id: product_id,
          before,
          after,
          words: `Товар «${name}»: ${words} (${table})`,
        });
      return portion;
    });
    if (!portion) return;
    const { import_id, isUndoing, changes, left } = portion;
    log.info({ import_id, isUndoing, changed: changes.length, left }, 'a portion of a table of goods');
  }
};
