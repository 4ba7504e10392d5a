import { giveBackForRefunds } from '#modules/loyalty/give-back-bonuses.ts';
import { earnForOrders, expireBonuses, takeBackForRefunds } from '#modules/loyalty/move-bonuses.ts';
import type { Task } from './tasks.ts';

/**
 * Every minute: bonuses of received orders, those earned by and spent on returned goods, and those whose term is over.
 * Each is written once.
 */
export const countBonuses: Task = async (_payload, { db, log }) => {
  const earned = await earnForOrders(db);
  const returned = await takeBackForRefunds(db);
  const given_back = await giveBackForRefunds(db);
  const expired = await expireBonuses(db);
  if (earned + returned + given_back + expired > 0)
    log.info({ earned, returned, given_back, expired }, 'bonuses counted');
};
