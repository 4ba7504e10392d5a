import { z } from 'zod';
import { issueShipped } from '#modules/documents/issue-document.ts';
import { getOrder } from '#modules/orders/queries.ts';
import type { Task } from './tasks.ts';

const Payload = z.object({ order_id: z.uuid() });

export const issuePapers: Task = async (payload, { db }) => {
  const order = await getOrder(db, Payload.parse(payload).order_id);
  if (order) await db.transaction().execute((db) => issueShipped(db, order));
};
