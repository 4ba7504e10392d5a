import { checkStock } from '#modules/reports/check-stock.ts';
import { countLossesOf, daysToCount } from '#modules/reports/count-losses.ts';
import type { Task } from './tasks.ts';

/** Hourly: which goods are out of stock now, and the losses of the last days. */
export const countLosses: Task = async (_payload, { db, log }, { abortSignal }) => {
  const now = new Date();
  const out = await checkStock(db, now);
  let rows = 0;
  for (const day of daysToCount(now)) {
    if (abortSignal?.aborted) return;
    rows += await countLossesOf(db, day, now);
  }
  log.info({ out, rows }, 'losses counted');
};
