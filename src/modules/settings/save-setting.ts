import { linkUploads } from '#modules/uploads/uploads.ts';
import type { Db } from '#platform/database.ts';
import { invalidate } from '#platform/invalidation.ts';
import { Refusal } from '#platform/refusal.ts';
import { storeValue } from '#platform/stored-values.ts';
import { type SettingKey, type Settings, settingSchemas } from './schema.ts';

/** On screens of double density the header shows it in 200 points; half of them is still legible. */
const leastLogoWidth = 100;

/**
 * Writes one setting whole and has every page built again, for it stands on each of them. Returns it as it was stored.
 * Throws bad_input with `fields`: what is wrong with each field, in Russian. Call in a transaction.
 */
export async function saveSetting<K extends SettingKey>(db: Db, key: K, given: unknown): Promise<Settings[K]> {
  const parsed = settingSchemas[key].safeParse(given);
  if (!parsed.success) throw new Refusal('bad_input', { fields: problemsOf(parsed.error.issues) });
  if ('logo' in parsed.data && parsed.data.logo) await keepLogo(db, parsed.data.logo);
  await storeValue(db, key, parsed.data);
  await invalidate(db, ['*']);
  return parsed.data as Settings[K];
}

/** It is one of the pictures that were sent, of a shape that the header has room for; from now on it stays. */
async function keepLogo(db: Db, file: string): Promise<void> {
  const picture = await db
    .selectFrom('uploads')
    .select(['width', 'height'])
    .where('file', '=', file)
    .executeTakeFirst();
  const { width, height } = picture ?? {};
  if (!width || !height) throw new Refusal('bad_input', { fields: { logo: 'Загрузите изображение ещё раз' } });
  if (width < leastLogoWidth || height > width)
    throw new Refusal('bad_input', {
      fields: { logo: `Нужен логотип шириной от ${leastLogoWidth} точек, не выше своей ширины` },
    });
  await linkUploads(db, [file]);
}

/** What is wrong with each field, every sentence once. */
function problemsOf(issues: { path: PropertyKey[]; message: string }[]): Record<string, string> {
  const byField = Object.groupBy(issues, ({ path }) => String(path[0] ?? ''));
  return Object.fromEntries(
    Object.entries(byField).map(([field, found = []]) => [
      field,
      [...new Set(found.map(({ message }) => message))].join(', '),
    ]),
  );
}
