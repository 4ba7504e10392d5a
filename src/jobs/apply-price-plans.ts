import { authorWithoutCall, writeAudit } from '#modules/audit/write-audit.ts';
import { applyPortion } from '#modules/pricing/apply-plans.ts';
import { plural } from '#shared/plurals.ts';
import type { Task } from './tasks.ts';

/** Every minute: prices of plans whose time has come, and of plans that are taken back, in portions. */
export const applyPricePlans: Task = async (_payload, { db, log }, { abortSignal }) => {
  while (!abortSignal?.aborted) {
    const done = await db.transaction().execute(async (db) => {
      const portion = await applyPortion(db);
      if (portion && portion.written > 0) {
        const { plan_id, name, author, isUndoing, written } = portion;
        const prices = `${written} ${plural(written, 'цена', 'цены', 'цен')}`;
        await writeAudit(db, authorWithoutCall(`План цен, ${author}`, 'apply_price_plans'), {
          resource: 'price-plans',
          record_id: plan_id,
          words: `План «${name}»: ${isUndoing ? 'возвращено' : 'изменено'} ${prices}`,
        });
      }
      return portion;
    });
    if (!done) return;
    log.info(done, 'a portion of a price plan');
  }
};
