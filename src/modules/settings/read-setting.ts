import { cachedRead } from '#platform/cached-read.ts';
import type { Db } from '#platform/database.ts';
import { type SettingKey, type Settings, settingSchemas, unsetSettings } from './schema.ts';

const copies = cachedRead<Settings>({
  name: 'settings',
  freshMs: 5_000,
  maxMs: 30_000,
  tags: ['settings'],
  whileFollowed: true,
  read: readSettings,
});

/**
 * What the owner has set under `key`, or what holds until then (`unsetSettings`). From the process's own copy where
 * changes are received: the same object until something changes. Throws what the database throws, and a ZodError for a
 * row that its schema does not take.
 */
export async function readSetting<K extends SettingKey>(db: Db, key: K): Promise<Settings[K]> {
  return (await copies(db))[key];
}

/** All settings with their keys, for lists. */
export function readSettings(db: Db): Promise<Settings> {
  return db
    .selectFrom('settings')
    .select(['key', 'value'])
    .where('key', 'in', Object.keys(settingSchemas))
    .execute()
    .then((rows) => ({
      ...unsetSettings,
      ...Object.fromEntries(rows.map(({ key, value }) => [key, whole(key as SettingKey, value)])),
    }));
}

/** A row may be older than a field of its group: what is not in it holds as for a new shop. */
function whole(key: SettingKey, stored: unknown) {
  return settingSchemas[key].parse({ ...unsetSettings[key], ...(stored as object) });
}
