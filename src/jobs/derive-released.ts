import { deriveReleased as derive } from '#integrations/onec/own-fields.ts';
import { ensure } from '#shared/ensure.ts';
import type { Task } from './tasks.ts';

/** After staff gave a field or a price back to 1C. */
export const deriveReleased: Task = async (_payload, { config }) => {
  await derive(ensure(config.DATABASE_URL));
};
