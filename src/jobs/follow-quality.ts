import { followQuality as follow } from '#modules/catalogue/quality.ts';
import type { Task } from './tasks.ts';

/** Every minute: scores of goods that changed. */
export const followQuality: Task = async (_payload, { db, log }) => {
  const count = await db.transaction().execute((db) => follow(db));
  if (count !== 0) log.info({ goods: count ?? 'all' }, 'the quality of goods was worked out');
};
