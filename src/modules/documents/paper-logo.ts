import { type LogoPicture, logoForPaper } from '#modules/settings/logo-file.ts';
import { readSetting } from '#modules/settings/read-setting.ts';
import type { Db } from '#platform/database.ts';

/** The owner's logo for a paper that is made now; null: there is none. */
export async function readPaperLogo(db: Db, filesDir: string): Promise<LogoPicture | null> {
  const { logo } = await readSetting(db, 'company');
  return logo ? logoForPaper(filesDir, logo) : null;
}
