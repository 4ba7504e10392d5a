import { z } from 'zod';
import { failPackage, letEarlierFirst } from '#integrations/onec/exchange/packages.ts';
import { runOnecProcess } from './onec-process.ts';
import type { Task } from './tasks.ts';

const Payload = z.object({ package_id: z.number() });

/** Imports a package of the exchange with 1C. */
export const importOnecPackage: Task = async (payload, { db, config, log }, { job, abortSignal }) => {
  const { package_id } = Payload.parse(payload);
  if (await letEarlierFirst(db, package_id)) return;
  const fault = await runOnecProcess(config, { ONEC_PACKAGE: String(package_id) }, abortSignal);
  if (fault === null) return;
  log.error({ package_id, fault }, 'a package of 1C was not imported');
  if (!abortSignal?.aborted && job.attempts >= job.max_attempts) return failPackage(db, package_id);
  throw new Error(`package ${package_id}: the import ended with ${fault}`);
};
