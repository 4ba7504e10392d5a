import { z } from 'zod';
import { papersOfEmail } from '#modules/documents/papers-of-email.ts';
import { writeGatheredEmails as writeGathered, writeGatheredToBranch } from '#modules/orders/gather-emails.ts';
import { OrderEvent, writeOrderEmails as write } from '#modules/orders/write-order-emails.ts';
import { filesFolder } from '#platform/files-mark.ts';
import type { Task } from './tasks.ts';

const Payload = z.object({ order_id: z.uuid(), event: OrderEvent, asked_at: z.string().optional() });

export const writeOrderEmails: Task = async (payload, { db, keys, config }) => {
  const news = Payload.parse(payload);
  await db.transaction().execute(async (db) => {
    const papers = await papersOfEmail(db, news, filesFolder(config.DATA_DIR));
    await write(db, keys, news, new Date(), papers);
  });
};

const Gathered = z.object({ order_id: z.uuid(), reader: z.enum(['buyer', 'branch']).default('buyer') });

export const writeGatheredEmails: Task = async (payload, { db, keys, config }) => {
  const { order_id, reader } = Gathered.parse(payload);
  await db
    .transaction()
    .execute((db) =>
      reader === 'branch'
        ? writeGatheredToBranch(db, order_id)
        : writeGathered(db, keys, order_id, (news) => papersOfEmail(db, news, filesFolder(config.DATA_DIR))),
    );
};
