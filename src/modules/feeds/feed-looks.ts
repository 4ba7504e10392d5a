import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { inBranches } from '#platform/in-branches.ts';
import { ensure } from '#shared/ensure.ts';
import { type FeedFile, feedFileNames } from '#shared/feed-files.ts';

export const feedStates = ['good', 'few', 'broken'] as const;
export type FeedState = (typeof feedStates)[number];

/** How a file of a branch looked: `count` addresses, offers or articles, of which `asked` were opened. */
export type FeedLook = {
  department_id_1c: string;
  file: FeedFile;
  looked_at: Date;
  state: FeedState;
  reason: string;
  count: number;
  asked: number;
  bytes: number;
  took_ms: number;
  good_at: Date | null;
  good_count: number | null;
};

/** The last look at every file of these branches (null: of all), those that are not good first. */
export async function listFeedLooks(db: Db, branches: string[] | null): Promise<FeedLook[]> {
  const { rows } = await sql<FeedLook>`
    select l.department_id_1c, l.file, l.looked_at, l.state, l.reason, l.count, l.asked, l.bytes::float8 as bytes,
      l.took_ms, l.good_at, l.good_count
    from feed_looks l join departments d on d.id_1c = l.department_id_1c
    where ${inBranches('l', branches)}
    order by l.state = 'good', d.name_for_site, array_position(${feedFileNames}::text[], l.file)`.execute(db);
  return rows;
}

/** How many site maps and feeds did not look good. */
export async function countFeedFaults(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from feed_looks where state <> 'good'`.execute(db);
  return ensure(rows[0]).count;
}
