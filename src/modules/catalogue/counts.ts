import { type Db, preparedStatement } from '#platform/database.ts';
import { keepCopies } from '#platform/kept-copies.ts';

const selectCategoryCounts = preparedStatement<{ category_id: number; count: number }>(
  'category_counts',
  `with recursive above as (
    select id, id as ancestor_id from categories where switched_off_at is null
    union all
    select above.id, c.parent_id from above join categories c on c.id = above.ancestor_id
    where c.parent_id is not null
  )
  select above.ancestor_id as category_id, count(distinct p.model_id)::int as count
  from above
  join product_categories pc on pc.category_id = above.id
  join products p on p.id = pc.product_id and p.switched_off_at is null
  group by above.ancestor_id`,
);

const counts = keepCopies<Map<number, number>>({
  freshMs: 30_000,
  maxMs: 300_000,
  tags: ['catalogue'],
  whileFollowed: true,
  read: async (db) => new Map((await selectCategoryCounts(db, [])).map((row) => [row.category_id, row.count])),
});

/** Cards under every category, its sub-categories included: variants of one model count once, as in lists. */
export function categoryCounts(db: Db): Promise<ReadonlyMap<number, number>> {
  return counts(db);
}
