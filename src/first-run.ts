import { join } from 'node:path';
import { sql } from 'kysely';
import { loadDemo } from '#demo/load.ts';
import { type DemoLogins, writeDemoLogins } from '#demo/logins.ts';
import type { Db } from '#platform/database.ts';
import { isLocalDomain, localDomain } from '#platform/shop-mark.ts';
import { ensure } from '#shared/ensure.ts';
import type { Settings } from './config.ts';

/**
 * Fills an embedded database that has just been made with the demo shop, unless MAIN_DOMAIN says that a shop of its own
 * begins. All of it or nothing, the mark of the demonstration included, so a killed load leaves a first run. Returns
 * the seconds it took and the logins it drew, null when there was nothing to do.
 */
export async function loadDemoOnFirstRun(
  db: Db,
  settings: Settings,
  progress: (text: string) => void,
): Promise<{ seconds: number; logins: DemoLogins } | null> {
  const { DATABASE_URL, MAIN_DOMAIN = localDomain, DATA_DIR, SECRET_KEYS } = settings;
  if (DATABASE_URL || !isLocalDomain(MAIN_DOMAIN) || !(await isUntouched(db))) return null;
  progress('Первый запуск: загружается демонстрационный магазин…');
  const { seconds, logins } = await loadDemo(db, {
    filesDir: join(DATA_DIR, 'files'),
    mainDomain: MAIN_DOMAIN,
    secretKeys: SECRET_KEYS,
    keepLogins: (logins) => writeDemoLogins(DATA_DIR, logins),
    onProgress: (message, done, total) =>
      progress(
        `Демонстрационный магазин: ${message}${total > 0 && done > 0 ? `, ${Math.round((done * 100) / total)} %` : ''}`,
      ),
  });
  return { seconds, logins };
}

/** Nobody has started a shop of its own here, and neither branches nor people are there. */
async function isUntouched(db: Db): Promise<boolean> {
  const { rows } = await sql<{ is_untouched: boolean }>`
    select not exists (select from settings where key in ('main_domain', 'demonstration'))
       and not exists (select from departments) and not exists (select from users) as is_untouched`.execute(db);
  return ensure(rows[0]).is_untouched;
}
