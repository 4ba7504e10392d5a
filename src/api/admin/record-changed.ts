import { isDeepStrictEqual } from 'node:util';
import { lastChange } from '#modules/audit/list-audit.ts';
import type { Db } from '#platform/database.ts';
import { etagOf, isSameValue } from '#platform/record-version.ts';
import { Refusal } from '#platform/refusal.ts';

type Fields = Record<string, unknown>;
type Key = { resource: string; id: string | number };

/**
 * Whoever sends `typed` must have read the record as it stands (`current`). Throws changed {current, etag, changed_by,
 * changed_at, fields}.
 */
export async function refuseChanged(
  db: Db,
  key: Key,
  { ifMatch, current, typed }: { ifMatch: string; current: Fields; typed: Fields },
): Promise<void> {
  const etag = etagOf(current);
  if (etag === ifMatch) return;
  const names = Object.keys(typed).filter((name) => !isDeepStrictEqual(current[name], typed[name]));
  throw new Refusal('changed', {
    current,
    etag,
    fields: Object.fromEntries(names.map((name) => [name, 'Пока вы правили, это поле изменили'])),
    ...(await whoChanged(db, key)),
  });
}

/**
 * Whoever sends `seen` must have looked at the thing as it stands (`current`); hold it first. `words`: how it stands,
 * in Russian. Throws seen_changed {current}.
 */
export function refuseUnseen(seen: unknown, current: unknown, words?: string): void {
  if (!isSameValue(seen, current)) throw new Refusal('seen_changed', { current: current ?? null }, words);
}

/** Who saved a record last, and when, for the screen that asks about a clash; null: nobody in the back office. */
export async function whoChanged(db: Db, { resource, id }: Key) {
  const last = await lastChange(db, resource, id);
  return { changed_by: last?.who ?? null, changed_at: last?.at.toISOString() ?? null };
}
