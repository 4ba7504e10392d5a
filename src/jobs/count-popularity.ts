import { saveOrdersInYear } from '#modules/catalogue/popularity.ts';
import { countOrdersInYear } from '#modules/orders/orders-in-year.ts';
import type { Task } from './tasks.ts';

/** Nightly: in how many orders of a year each product stands, and what follows from it. */
export const countPopularity: Task = async (_payload, { db, log }) => {
  const goods = await saveOrdersInYear(db, await countOrdersInYear(db, new Date()));
  log.info({ goods }, 'the popularity of goods was counted');
};
