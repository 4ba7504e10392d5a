import { followActionConditions as follow } from '#modules/catalogue/save-action-conditions.ts';
import type { Task } from './tasks.ts';

/** Every minute: goods of promotions that are chosen by conditions. */
export const followActionConditions: Task = async (_payload, { db, log }) => {
  const actions = await db.transaction().execute((db) => follow(db));
  if (actions > 0) log.info({ actions }, 'goods of promotions follow their conditions');
};
