import { isUnderMaintenance } from '#platform/maintenance.ts';
import type { Shop } from '#web/parts/request/context.ts';
import { maintenance } from './page-errors.ts';

/** Every page of the shop answers 665 while works go on (S2-22). A setting that cannot be read stops nobody. */
export async function refuseDuringMaintenance({ db, log }: Shop): Promise<void> {
  const isOn = await isUnderMaintenance(db).catch((error) => {
    log.warn({ err: error }, 'the maintenance setting was not read');
    return false;
  });
  if (isOn) throw maintenance();
}
