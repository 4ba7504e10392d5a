import type { Db } from '#platform/database.ts';
import { invalidate } from '#platform/invalidation.ts';
import { Refusal } from '#platform/refusal.ts';
import { storeValue } from '#platform/stored-values.ts';
import { type SettingKey, type Settings, settingSchemas } from './schema.ts';

/**
 * Writes one setting whole and has every page built again, for it stands on each of them. Returns it as it was stored.
 * Throws bad_input with `fields`: what is wrong with each field, in Russian. Call in a transaction.
 */
export async function saveSetting<K extends SettingKey>(db: Db, key: K, given: unknown): Promise<Settings[K]> {
  const parsed = settingSchemas[key].safeParse(given);
  if (!parsed.success) throw new Refusal('bad_input', { fields: problemsOf(parsed.error.issues) });
  await storeValue(db, key, parsed.data);
  await invalidate(db, ['*']);
  return parsed.data as Settings[K];
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
