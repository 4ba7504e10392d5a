import { join } from 'node:path';
import { loadDemo } from '#demo/load.ts';
import type { Db } from '#platform/database.ts';
import type { Config } from './config.ts';

/**
 * Fills the embedded database with the demo shop on the first run of the demonstration mode (all of it or nothing, so a
 * killed load leaves a first run). Returns the seconds it took, null when there was nothing to do.
 */
export async function loadDemoOnFirstRun(
  db: Db,
  config: Config,
  progress: (text: string) => void,
): Promise<number | null> {
  if (config.DATABASE_URL || !config.isDemonstration) return null;
  const department = await db.selectFrom('departments').select('id_1c').limit(1).executeTakeFirst();
  if (department) return null;
  progress('Первый запуск: загружается демонстрационный магазин…');
  const { seconds } = await loadDemo(db, {
    filesDir: join(config.DATA_DIR, 'files'),
    secretKeys: config.SECRET_KEYS,
    onProgress: (message, done, total) =>
      progress(
        `Демонстрационный магазин: ${message}${total > 0 && done > 0 ? `, ${Math.round((done * 100) / total)} %` : ''}`,
      ),
  });
  return seconds;
}
