import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import type { AuditLine } from '#modules/audit/write-audit.ts';
import type { Db } from '#platform/database.ts';
import { Refusal } from '#platform/refusal.ts';
import { ensure } from '#shared/ensure.ts';
import type { PublishTools, ReleaseKey } from './kinds.ts';
import { namedFirst, type PublishedRelease, refusalWords } from './publish-release.ts';
import { type ReleaseItem, readItems, readRelease } from './releases.ts';
import { allKinds } from './rows/all-kinds.ts';

/**
 * Takes back what the release published, or the one part of `only`, by the same verbs, as long as nobody has changed it
 * since. Throws not_found, and bad_input with the part that was changed or refuses: then nothing is taken back. Call in
 * a transaction.
 */
export async function undoRelease(
  db: Db,
  id: number,
  only: ReleaseKey | null,
  tools: PublishTools,
): Promise<PublishedRelease> {
  const release = await readRelease(db, id, true);
  if (!release) throw new Refusal('not_found');
  if (release.state !== 'published') throw new Refusal('bad_input', {}, 'Выпуск не опубликован: обновите страницу');
  const standing = (await readItems(db, id, tools.now, true)).filter(({ undone_at }) => undone_at === null);
  const items = only ? standing.filter((item) => item.kind === only.kind && item.id === only.id) : standing;
  if (items.length === 0) throw new Refusal('not_found');
  const published_at = ensure(release.published_at);
  // In the other order than they were published in.
  const lines: AuditLine[] = [];
  for (const item of items.toReversed()) {
    if (item.row?.is_taken_back) continue;
    refuseChanged(item);
    const line = await recallItem(db, item, { ...tools, published_at });
    if (line) lines.push(line);
  }
  await sql`
    update release_items i set undone_at = ${tools.now}
    from unnest(${items.map(({ kind }) => kind)}::text[], ${items.map((item) => item.id)}::text[]) as given (kind, id)
    where i.release_id = ${id} and i.kind = given.kind and i.record_id = given.id`.execute(db);
  await db
    .updateTable('releases')
    .set({ changed_at: tools.now, ...(items.length === standing.length && { state: 'undone' }) })
    .where('id', '=', id)
    .execute();
  return { release, items, lines };
}

async function recallItem(db: Db, item: ReleaseItem, tools: PublishTools & { published_at: Date }) {
  try {
    return await allKinds[item.kind].recall(db, item.id, tools);
  } catch (error) {
    if (error instanceof Refusal) throw new Refusal('bad_input', {}, `${namedFirst(item)}: ${refusalWords(error)}`);
    throw error;
  }
}

/** Whether it is no longer what the release published. */
export function wasChanged({ row, published }: ReleaseItem): boolean {
  return !row || !isDeepStrictEqual(JSON.parse(JSON.stringify(row.version)), published);
}

function refuseChanged(item: ReleaseItem): void {
  if (wasChanged(item))
    throw new Refusal('bad_input', {}, `${namedFirst(item)}: с тех пор запись меняли, отмените её на её странице`);
}
