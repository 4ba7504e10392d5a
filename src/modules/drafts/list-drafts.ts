import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { commonOrInBranches } from '#platform/in-branches.ts';
import { orderByThenId, type Sort } from '#platform/order-by.ts';
import type { Draft } from './drafts.ts';
import type { DraftResource } from './kinds.ts';

/** A draft that waits, as the list of them shows it. */
export type OpenDraft = Pick<
  Draft,
  | 'id'
  | 'resource'
  | 'record_id'
  | 'title'
  | 'department_id_1c'
  | 'version'
  | 'author'
  | 'created_at'
  | 'publish_at'
  | 'failure'
> & {
  /** Names of the fields that it changes. */
  fields: string[];
  /** The release that publishes it. */
  release: { id: number; name: string } | null;
};

const columns = {
  title: sql`lower(d.title)`,
  created_at: sql`d.created_at`,
  publish_at: sql`d.publish_at`,
};
export type OpenDraftColumn = keyof typeof columns;

type Asked = {
  resources: readonly DraftResource[];
  /** id_1c of the branches; null: all. */
  branches: string[] | null;
  /** Those over what is common to all branches too. */
  isCommonShown: boolean;
  /** Words that stand in the title or in the author's name. */
  q?: string | undefined;
};

/** A page of the drafts that wait over records of these resources, and how many there are; the newest first. */
export async function listOpenDrafts(
  db: Db,
  { resources, branches, isCommonShown, q = '' }: Asked,
  { sort, limit, offset }: { sort: readonly Sort<OpenDraftColumn>[]; limit: number; offset: number },
): Promise<{ drafts: OpenDraft[]; count: number }> {
  const where = sql`d.published_at is null and d.discarded_at is null and d.resource = any(${resources}::text[])
    and ${commonOrInBranches('d', branches)} and (${isCommonShown} or d.department_id_1c is not null)
    and (strpos(lower(d.title), lower(${q}::text)) > 0 or strpos(lower(d.author), lower(${q}::text)) > 0)`;
  const order = orderByThenId(sort, columns, 'created_at', sql`d.id`, { areNullsLast: true });
  const [drafts, counts] = await Promise.all([
    sql<OpenDraft>`
      select d.id, d.resource, d.record_id, d.title, d.department_id_1c, d.version, d.author, d.created_at,
        d.publish_at, d.failure, array(select jsonb_object_keys(d.patch) order by 1) as fields,
        (select jsonb_build_object('id', r.id, 'name', r.name)
          from release_items i join releases r on r.id = i.release_id
          where i.kind = d.resource and i.record_id = d.id::text and i.published is null limit 1) as release
      from drafts d where ${where} order by ${order} limit ${limit} offset ${offset}`.execute(db),
    sql<{ count: number }>`select count(*)::int as count from drafts d where ${where}`.execute(db),
  ]);
  return { drafts: drafts.rows, count: counts.rows[0]?.count ?? 0 };
}
