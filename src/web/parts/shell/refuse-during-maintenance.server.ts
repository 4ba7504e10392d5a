import { isUnderMaintenance } from '#platform/maintenance.ts';
import { maintenanceWords } from '#shared/maintenance-words.ts';
import type { Shop } from '#web/parts/request/context.ts';
import { PageFailure } from '#web/parts/request/page-failure.ts';
import type { PageErrorData } from './error-page.tsx';

/**
 * Every page of the shop answers 665 while works go on, and its forms change nothing (S2-22). It travels as HTTP 503,
 * since a Response may not carry a status above 599. A setting that cannot be read stops nobody.
 */
export async function refuseDuringMaintenance({ db, log }: Shop): Promise<void> {
  const isOn = await isUnderMaintenance(db).catch((error) => {
    log.warn({ err: error }, 'the maintenance setting was not read');
    return false;
  });
  if (isOn) throw new PageFailure(503, { code: maintenanceWords.code } satisfies PageErrorData);
}
