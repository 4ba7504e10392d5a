import { z } from 'zod';
import { papersOfLetter } from '#modules/documents/papers-of-letter.ts';
import { writeGatheredLetters as writeGathered, writeGatheredToBranch } from '#modules/orders/gather-letters.ts';
import { OrderEvent, writeOrderLetters as write } from '#modules/orders/write-order-letters.ts';
import type { Task } from './tasks.ts';

const Payload = z.object({ order_id: z.uuid(), event: OrderEvent, asked_at: z.string().optional() });

export const writeOrderLetters: Task = async (payload, { db, keys }) => {
  const news = Payload.parse(payload);
  await db.transaction().execute(async (db) => {
    const papers = await papersOfLetter(db, news);
    await write(db, keys, news, new Date(), papers);
  });
};

const Gathered = z.object({ order_id: z.uuid(), reader: z.enum(['buyer', 'branch']).default('buyer') });

export const writeGatheredLetters: Task = async (payload, { db, keys }) => {
  const { order_id, reader } = Gathered.parse(payload);
  await db
    .transaction()
    .execute((db) =>
      reader === 'branch'
        ? writeGatheredToBranch(db, order_id)
        : writeGathered(db, keys, order_id, (news) => papersOfLetter(db, news)),
    );
};
