import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { commonOrInBranches } from '#platform/in-branches.ts';
import type { CalendarRow, CalendarSpan } from '#shared/calendar-row.ts';
import { kindsInOrder, type ReleaseKey, type ReleaseKind } from './kinds.ts';

export type FreeDraft = ReleaseKey & {
  title: string;
  department_id_1c: string | null;
  starts_at: Date | null;
  ends_at: Date | null;
};

/** So many drafts are offered at most, the last written first. */
const mostDrafts = 300;

/**
 * Drafts of these kinds that wait in no release, common or of these branches (null: of all), kind after kind.
 * `isCostShown`: plans of purchase prices too.
 */
export async function listFreeDrafts(
  db: Db,
  kinds: ReleaseKind[],
  { branches, isCostShown }: { branches: string[] | null; isCostShown: boolean },
): Promise<FreeDraft[]> {
  const { rows } = await sql<FreeDraft>`
    select d.kind, d.id, d.title, d.department_id_1c, d.starts_at, d.ends_at from (
      select 'actions' as kind, id::text, name as title, department_id_1c, starts_at, ends_at
        from actions where is_draft
      union all select 'coupons', code, code, department_id_1c, starts_at, ends_at
        from coupons where is_draft and batch_id is null
      union all select 'slides', id::text, title, department_id_1c, starts_at, ends_at from banners where is_draft
      union all select 'wobblers', id::text, left(btrim(regexp_replace(text, '<[^>]*>', ' ', 'g')), 80),
        department_id_1c, starts_at, ends_at from wobblers where is_draft
      union all select 'credit', id::text, name, null, starts_at, ends_at from credit_programs where is_draft
      union all select 'synonyms', id::text, words || ' → ' || means, department_id_1c, null, null
        from search_synonyms where is_draft
      union all select 'search_redirects', id::text, words || ' → ' || url, department_id_1c, null, null
        from search_redirects where is_draft
      union all select 'stop_words', id::text, word, department_id_1c, null, null from search_stop_words where is_draft
      union all select 'pins', s.id::text, s.words || ': ' || p.name, s.department_id_1c, s.starts_at, s.ends_at
        from search_pins s join products p on p.id = s.product_id where s.is_draft
      union all select 'menu', id::text, name, department_id_1c, starts_at, ends_at from menu_links where is_draft
      union all select 'layouts', id::text,
        case season when 'newyear' then 'Новый год' when 'spring' then 'Весна' else 'Без сезона' end,
        department_id_1c, starts_at, ends_at from home_layouts where is_draft
      union all select 'landings', l.id::text, l.name, null, l.starts_at, l.ends_at from landings l
        where exists (select from landing_pages p where p.landing_id = l.id and p.published_at is null
          and not exists (select from landing_pages o where o.landing_id = p.landing_id and o.variant = p.variant
            and o.department_id_1c is not distinct from p.department_id_1c and o.version > p.version))
      union all select 'articles', id::text, title, department_id_1c, null, null from articles where is_draft
      union all select 'pages', id::text, title || ', редакция ' || version, department_id_1c, null, ends_at from pages
        where published_at is null and slug not in ('offer', 'privacy-policy') and slug not like 'consent-%'
      union all select 'plans', id::text, name, null,
        (starts_on + make_interval(mins => starts_minute)) at time zone 'Europe/Moscow', null
        from price_plans where state = 'rehearsed' and (${isCostShown} or not uses_cost)
      union all select 'forms', code, coalesce(schema ->> 'name', code), null, null, null from form_schemas
        where published_at is null
      union all select 'vacancies', v.id::text, v.title, coalesce(p.branch_id_1c, p.id_1c), null, v.valid_until
        from vacancies v join departments p on p.id_1c = v.department_id_1c where v.is_draft
      union all select 'wheels', id::text, title, null, starts_at, ends_at from fortune_campaigns
        where published_at is null
      union all select resource, id::text, title, department_id_1c, null, null from drafts
        where published_at is null and discarded_at is null and publish_at is null
    ) d
    where d.kind = any(${kinds}::text[])
      and ${commonOrInBranches('d', branches)}
      and not exists (
        select from release_items i where i.kind = d.kind and i.record_id = d.id and i.published is null)
    order by array_position(${kindsInOrder}::text[], d.kind), d.starts_at desc nulls last, d.id limit ${mostDrafts}`.execute(
    db,
  );
  return rows;
}

/**
 * `kind id` of every draft that waits in a release, or in the one of this number: what it plans is meant to come true.
 */
export async function plannedKeys(db: Db, release_id: number | null = null): Promise<Set<string>> {
  const { rows } = await sql<{ key: string }>`
    select kind || ' ' || record_id as key from release_items
    where published is null and (${release_id}::int is null or release_id = ${release_id}::int)`.execute(db);
  return new Set(rows.map(({ key }) => key));
}

/** Releases that are published, or were, within the span; a draft is one that is still to be. */
export async function calendarReleases(db: Db, { from, to }: CalendarSpan): Promise<CalendarRow[]> {
  const { rows } = await sql<CalendarRow>`
    select id::text, name as title, null::text[] as branches, coalesce(published_at, publish_at) as starts_at,
      null::timestamptz as ends_at, published_at is null as is_draft
    from releases
    where coalesce(published_at, publish_at) >= ${from} and coalesce(published_at, publish_at) < ${to}
    order by coalesce(published_at, publish_at), id limit 500`.execute(db);
  return rows;
}
