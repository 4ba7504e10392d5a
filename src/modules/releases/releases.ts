import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { Refusal } from '#platform/refusal.ts';
import { countOf } from '#shared/plurals.ts';
import { kindsInOrder, type ReleaseKey, type ReleaseRow } from './kinds.ts';
import { readRow } from './rows/all-kinds.ts';

export { readRow } from './rows/all-kinds.ts';

/** `failed`: its moment came and nothing of it could be published; `undone`: every part was taken back. */
export const releaseStates = ['planned', 'published', 'failed', 'undone'] as const;
export type ReleaseState = (typeof releaseStates)[number];

/** In this branch the judged queries are answered worse: means of nDCG@10, 0…1, and a sentence. */
export type ReleaseFall = { department_id_1c: string; before: number; after: number; words: string };

export type Release = {
  id: number;
  name: string;
  /** When it is published by itself; null: by hand. */
  publish_at: Date | null;
  state: ReleaseState;
  failure: string | null;
  author: string;
  created_at: Date;
  published_at: Date | null;
  published_by: string | null;
  /** How much worse the search may get at its moment, and who has accepted that. */
  accepted_falls: (ReleaseFall & { by: string })[];
  items: number;
};

/**
 * A part of a release as it stands now; `row` null: it was removed since. `draft_title`: what a draft of fields calls
 * its record, also one that is gone.
 */
export type ReleaseItem = ReleaseKey & {
  row: ReleaseRow | null;
  draft_title: string | null;
  published: object | null;
  undone_at: Date | null;
};

/** So many parts at most: they are published in one transaction. */
export const mostItems = 200;

const columns = sql`r.id, r.name, r.publish_at, r.state, r.failure, r.author, r.created_at, r.published_at, r.published_by,
  r.accepted_falls, (select count(*)::int from release_items i where i.release_id = r.id) as items`;

/** Releases, those to come first, then the last published. */
export async function listReleases(db: Db): Promise<Release[]> {
  const { rows } = await sql<Release>`
    select ${columns} from releases r
    order by r.state not in ('planned', 'failed'), r.published_at desc nulls last, r.publish_at nulls last, r.id desc
    limit 500`.execute(db);
  return rows;
}

/** One release; null: there is none. `isLocked`: held until the end of the transaction. */
export async function readRelease(db: Db, id: number, isLocked = false): Promise<Release | null> {
  if (isLocked) await sql`select from releases where id = ${id} for update`.execute(db);
  const { rows } = await sql<Release>`select ${columns} from releases r where r.id = ${id}`.execute(db);
  return rows[0] ?? null;
}

/**
 * The parts of a release in the order in which they are published, each as it stands now. `isLocked`: their rows are
 * held until the end of the transaction.
 */
export async function readItems(db: Db, release_id: number, now: Date, isLocked = false): Promise<ReleaseItem[]> {
  const { rows } = await sql<Omit<ReleaseItem, 'row'>>`
    select i.kind, i.record_id as id, d.title as draft_title, i.published, i.undone_at
    from release_items i left join drafts d on d.resource = i.kind
      and d.id = case when i.record_id ~ '^[1-9][0-9]{0,8}$' then i.record_id::int end
    where i.release_id = ${release_id} order by i.added_at, i.record_id`.execute(db);
  const items: ReleaseItem[] = [];
  for (const kind of kindsInOrder)
    for (const item of rows.filter((row) => row.kind === kind))
      items.push({ ...item, row: await readRow(db, item, now, isLocked) });
  return items;
}

/** The row of a key as it stands now, held until the end of the transaction. Throws not_found. */
export async function needRow(db: Db, key: ReleaseKey, now: Date): Promise<ReleaseRow> {
  const row = await readRow(db, key, now, true);
  if (!row) throw new Refusal('not_found');
  return row;
}

/** The release in which this row waits to be published; null: in none. */
export async function waitsIn(db: Db, { kind, id }: ReleaseKey): Promise<{ id: number; name: string } | null> {
  const { rows } = await sql<{ id: number; name: string }>`
    select r.id, r.name from release_items i join releases r on r.id = i.release_id
    where i.kind = ${kind} and i.record_id = ${id} and i.published is null`.execute(db);
  return rows[0] ?? null;
}

type Author = { user_id: string; full_name: string };

/** An empty release. Returns its id. */
export async function createRelease(
  db: Db,
  { name, publish_at }: { name: string; publish_at: Date | null },
  author: Author,
  now: Date,
): Promise<number> {
  refusePast(publish_at, now);
  const { id } = await db
    .insertInto('releases')
    .values({
      name,
      publish_at,
      author_user_id: author.user_id,
      author: author.full_name,
      dated_by_user_id: publish_at ? author.user_id : null,
      created_at: now,
      changed_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/**
 * Another name or another moment; one that failed waits again. Whoever sets the moment accepts these `falls`. Throws
 * not_found, and bad_input for one that was published and for a moment that is over. Call in a transaction.
 */
export async function changeRelease(
  db: Db,
  id: number,
  change: { name?: string; publish_at?: Date | null; falls?: ReleaseFall[] },
  by: Author,
  now: Date,
): Promise<void> {
  const release = await needWaiting(db, id);
  const publish_at = change.publish_at === undefined ? release.publish_at : change.publish_at;
  if (change.publish_at !== undefined) refusePast(publish_at, now);
  // One whose moment was missed waits again only with a new moment or without one.
  const isAgain = release.state === 'failed' && change.publish_at !== undefined;
  await db
    .updateTable('releases')
    .set({
      name: change.name ?? release.name,
      publish_at,
      changed_at: now,
      ...(isAgain && { state: 'planned', failure: null }),
      ...(change.publish_at !== undefined && { dated_by_user_id: publish_at ? by.user_id : null }),
    })
    .where('id', '=', id)
    .execute();
  if (change.publish_at !== undefined) await acceptFalls(db, id, change.falls ?? [], by);
}

/** From now on the release may make the search so much worse at its moment, and nowhere else. Call in a transaction. */
export async function acceptFalls(db: Db, id: number, falls: ReleaseFall[], by: Author): Promise<void> {
  const accepted = JSON.stringify(falls.map((fall) => ({ ...fall, by: by.full_name })));
  await sql`update releases set accepted_falls = ${accepted}::jsonb where id = ${id}`.execute(db);
}

/** The release is gone, its drafts stay drafts. Throws not_found, bad_input. Call in a transaction. */
export async function removeRelease(db: Db, id: number): Promise<void> {
  await needWaiting(db, id);
  await db.deleteFrom('releases').where('id', '=', id).execute();
}

/**
 * The draft waits in this release from now on. Throws not_found, and bad_input for what is no draft, waits in another
 * release, or would be one too many. Call in a transaction.
 */
export async function addToRelease(db: Db, release_id: number, key: ReleaseKey, now: Date): Promise<void> {
  const release = await needWaiting(db, release_id);
  const row = await needRow(db, key, now);
  if (!row.is_draft) throw new Refusal('bad_input', {}, `«${row.title}»: не черновик, в выпуск не положить`);
  if (row.has_own_moment)
    throw new Refusal('bad_input', {}, `«${row.title}»: у черновика своё время публикации, сначала снимите его`);
  if (release.items >= mostItems)
    throw new Refusal(
      'bad_input',
      {},
      `В выпуске уже ${countOf(mostItems, 'запись', 'записи', 'записей')}, больше нельзя`,
    );
  const other = await waitsIn(db, key);
  if (other) throw new Refusal('bad_input', {}, `«${row.title}»: уже в выпуске «${other.name}»`);
  await db
    .insertInto('release_items')
    .values({ release_id, kind: key.kind, record_id: key.id, added_at: now })
    .onConflict((on) => on.doNothing())
    .execute();
}

/** The draft waits here no longer. Throws not_found. Call in a transaction. */
export async function takeFromRelease(db: Db, release_id: number, { kind, id }: ReleaseKey): Promise<void> {
  await needWaiting(db, release_id);
  const gone = await db
    .deleteFrom('release_items')
    .where('release_id', '=', release_id)
    .where('kind', '=', kind)
    .where('record_id', '=', id)
    .returning('record_id')
    .executeTakeFirst();
  if (!gone) throw new Refusal('not_found');
}

/** The draft is discarded: it waits in no release any more. Call in a transaction. */
export async function takeFromReleases(db: Db, { kind, id }: ReleaseKey): Promise<void> {
  await db
    .deleteFrom('release_items')
    .where('kind', '=', kind)
    .where('record_id', '=', id)
    .where('published', 'is', null)
    .execute();
}

/** The release, locked, while it can still be changed. Throws not_found, bad_input. */
export async function needWaiting(db: Db, id: number): Promise<Release> {
  const release = await readRelease(db, id, true);
  if (!release) throw new Refusal('not_found');
  if (release.state === 'published' || release.state === 'undone')
    throw new Refusal('bad_input', {}, 'Выпуск уже опубликован: обновите страницу');
  return release;
}

function refusePast(publish_at: Date | null, now: Date): void {
  if (publish_at && publish_at <= now)
    throw new Refusal('bad_input', { fields: { publish_at: 'Это время уже прошло' } });
}
