import { sql } from 'kysely';
import { departmentDirectory } from '#modules/departments/directory.ts';
import { answerHost, type HostSettings } from '#modules/departments/hosts.ts';
import type { Db } from '#platform/database.ts';
import type { Log } from '#platform/log.ts';
import { waitingCounts } from '#platform/waiting-counts.ts';

/**
 * Somebody came to the shop from elsewhere (`product` null), or opened the page of a product (its slug). Nothing of who
 * it was.
 */
export type View = { host: string; product: string | null };

/** So long counts wait in memory, so that no page waits for them. */
const writeAfterMs = 5_000;
/** Different pages that wait at once; more than that in five seconds are not counted. */
const mostWaiting = 5_000;

/**
 * Counts visits and views of goods in this process and adds them to those of the others, some seconds later in one
 * statement. `note` costs a look into a map.
 */
export function createViewCounter(db: Db, settings: HostSettings, log: Log) {
  const waiting = waitingCounts<View>({
    most: mostWaiting,
    afterMs: writeAfterMs,
    failure: 'counts of visits wait',
    keyOf: ({ host, product }) => `${host}\n${product ?? ''}`,
    async write(db, views) {
      const departments = await departmentDirectory(db);
      const counted = views.flatMap(({ host, product, times }) => {
        const { department } = answerHost(host, departments, settings);
        return department ? [{ department_id_1c: department.id_1c, product, times }] : [];
      });
      await writeViews(db, counted);
    },
  });
  return { note: (view: View) => waiting.note(db, view, log), write: () => waiting.write(db) };
}

export type ViewCounter = ReturnType<typeof createViewCounter>;

type CountedView = { department_id_1c: string; product: string | null; times: number };

/**
 * Adds to the days of the branches, by their clocks: visits, views of goods that exist, and of those which the branch
 * has none of at this moment.
 */
export async function writeViews(db: Db, views: CountedView[], now = new Date()): Promise<void> {
  if (views.length === 0) return;
  await sql`
    with given as (
      select (${now}::timestamptz at time zone d.time_zone)::date as day, d.id_1c as department_id_1c, d.store, p.id as product_id,
        sum(n.times) as times, bool_or(n.product is null) as is_visit, p.min_count
      from jsonb_to_recordset(${JSON.stringify(views)}::jsonb) n(department_id_1c text, product text, times int)
      join departments d on d.id_1c = n.department_id_1c
      left join products p on p.slug = n.product and p.switched_off_at is null
      where n.product is null or p.id is not null
      group by d.id_1c, p.id
    ), days as (
      insert into visit_days (day, department_id_1c, visits, product_views)
      select day, department_id_1c, coalesce(sum(times) filter (where is_visit), 0),
        coalesce(sum(times) filter (where not is_visit), 0)
      from given group by day, department_id_1c order by day, department_id_1c
      on conflict (day, department_id_1c) do update set visits = visit_days.visits + excluded.visits,
        product_views = visit_days.product_views + excluded.product_views
    )
    insert into wanted_days (day, department_id_1c, product_id, views_out)
    select g.day, g.department_id_1c, g.product_id, g.times from given g
    left join stock s on s.store = g.store and s.product_id = g.product_id
    where g.product_id is not null and coalesce(s.on_hand - s.reserved, 0) < g.min_count
    order by g.day, g.department_id_1c, g.product_id
    on conflict (day, department_id_1c, product_id) do update set views_out = wanted_days.views_out + excluded.views_out`.execute(
    db,
  );
}
