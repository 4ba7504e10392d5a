import { sendWebhooks as send } from '#integrations/webhooks/send-webhooks.ts';
import { noteGoodsChanges } from '#modules/webhooks/note-goods.ts';
import { networkList } from '#platform/networks.ts';
import { ensure } from '#shared/ensure.ts';
import type { Task } from './tasks.ts';

/** Queued with what happens, and every minute for what waits for its next try. */
export const sendWebhooks: Task = async (_payload, { db, keys, config, log }, { abortSignal }) => {
  const allowed = ensure(networkList(config.WEBHOOK_NETWORKS));
  await send(db, { keys, allowed, log, signal: abortSignal });
};

/** Every minute: prices and stock that changed become messages. */
export const noteChangedGoods: Task = async (_payload, { db }) => {
  await noteGoodsChanges(db);
};
