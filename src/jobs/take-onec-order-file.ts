import { z } from 'zod';
import { letEarlierFileFirst } from '#integrations/onec/sale/order-files.ts';
import { failOrderFile, takeOrderFile } from '#integrations/onec/sale/take-order-file.ts';
import type { Task } from './tasks.ts';

const Payload = z.object({ order_file_id: z.number() });

/** Takes what 1C did with orders. */
export const takeOnecOrderFile: Task = async (payload, { db, config, log }, { job, abortSignal: signal }) => {
  const { order_file_id } = Payload.parse(payload);
  if (await letEarlierFileFirst(db, order_file_id)) return;
  try {
    await takeOrderFile(db, { dataDir: config.DATA_DIR, order_file_id, signal });
  } catch (error) {
    if (signal?.aborted || job.attempts < job.max_attempts) throw error;
    log.error({ err: error, order_file_id }, 'a file of orders from 1C was not taken');
    await failOrderFile(db, order_file_id);
  }
};
