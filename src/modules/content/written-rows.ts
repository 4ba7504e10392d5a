import { type RawBuilder, sql } from 'kysely';
import { endedDays } from '#modules/catalogue/actions.ts';
import { speaksOf } from '#modules/catalogue/field-owners.ts';
import type { Db } from '#platform/database.ts';
import type { WrittenText } from './written-texts.ts';

/** A text as it is stored. `begins_at`: since when a version is read, or from when; null: there are no versions. */
export type StoredText = Omit<WrittenText, 'paragraphs'> & { begins_at: Date | null; parts: Record<string, unknown> };

const goodsAtOnce = 500;
/** Longer descriptions come from other programs; a habit of theirs shows at the beginning. */
const longestDescription = 20_000;

/** Every text but those of goods: there are hundreds, of a large shop some thousands. */
export async function selectWritten(db: Db, now: Date): Promise<StoredText[]> {
  const { rows } = await sql<StoredText>`
    select kind, record_id, name, department_id_1c, begins_at, parts from (
      ${pages(now)}
      union all ${landings(now)}
      union all ${forms(now)}
      union all
      select 'article', a.id::text, a.title, a.department_id_1c, null,
        jsonb_build_object('title', a.title, 'lead', a.lead, 'blocks', a.blocks)
        from articles a where not a.is_draft and a.withdrawn_at is null
      union all
      select 'vacancy', v.id::text, v.title, v.department_id_1c, null,
        jsonb_build_object('title', v.title, 'duties', v.duties, 'requirements', v.requirements, 'terms', v.terms)
        from vacancies v where not v.is_draft and v.closed_at is null and coalesce(v.valid_until > ${now}, true)
      union all
      -- The page of a promotion that is over is shown for some days more.
      select 'action', a.id::text, a.name, a.department_id_1c, null,
        jsonb_build_object('name', a.name, 'text', a.text, 'rules', a.rules)
        from actions a where not a.is_draft and a.ends_at > ${now}::timestamptz - make_interval(days => ${endedDays})
      union all
      select 'slide', b.id::text, b.title, b.department_id_1c, null,
        jsonb_build_object('title', b.title, 'text', b.text, 'button_text', b.button_text)
        from banners b where not b.is_draft and coalesce(b.ends_at > ${now}, true)
      union all
      select 'wobbler', w.id::text, left(regexp_replace(w.text, '<[^>]*>', '', 'g'), 60), w.department_id_1c, null,
        jsonb_build_object('text', w.text, 'button_text', w.button_text, 'advertising', w.advertising)
        from wobblers w where not w.is_draft and coalesce(w.ends_at > ${now}, true)
      union all
      select 'wheel', c.id::text, c.title, null, null, jsonb_build_object('title', c.title, 'rules', c.rules_html,
        'prizes', (select jsonb_agg(p.name order by p.position) from fortune_prizes p where p.campaign_id = c.id))
        from fortune_campaigns c
        where c.published_at is not null and c.closed_at is null and c.ends_at > ${now}
      union all
      select 'credit', c.id::text, c.name, null, null,
        jsonb_build_object('name', c.name, 'terms', c.terms, 'documents', c.documents)
        from credit_programs c where not c.is_draft and coalesce(c.ends_at > ${now}, true)
      union all
      select 'ready_set', s.slug, s.name, null, null, jsonb_build_object('name', s.name, 'description', s.text)
        from ready_sets s where s.is_on
      union all
      select 'menu', m.id::text, m.name, m.department_id_1c, null,
        jsonb_build_object('name', m.name, 'column_title', m.column_title)
        from menu_links m where not m.is_draft and coalesce(m.ends_at > ${now}, true)
      union all
      select 'brand', b.id::text, b.name, null, null, jsonb_build_object('description', b.description)
        from brands b where b.description <> ''
      union all
      -- What 1C calls its groups is not for the shop to mend.
      select 'category', c.id::text, c.name, null, null, jsonb_build_object('name', case when c.id_1c is null then c.name end,
        'short_name', c.short_name, 'description', c.description)
        from categories c where c.switched_off_at is null
      union all
      select 'short', s.category_id::text, s.name, null, null, jsonb_build_object('name', s.name, 'title', s.title,
        'description', s.description, 'text', s.text, 'faq', s.faq)
        from shorts s join categories c on c.id = s.category_id and c.switched_off_at is null
      union all
      select 'email', e.kind || '~' || coalesce(e.department_id_1c, ''), e.kind, e.department_id_1c, null,
        jsonb_build_object('subject', e.subject, 'heading', e.heading, 'lead', e.lead, 'closing', e.closing)
        from email_texts e
    ) t order by kind, record_id, department_id_1c, begins_at`.execute(db);
  return rows;
}

/**
 * The next goods, by falling id, whose description was written in the shop: goods of its own, goods with a formatted
 * description, and those whose description the shop took over from 1C. `before`: the id of the last of the former
 * portion; null: the first portion.
 */
export async function goodsPortion(db: Db, before: number | null, now: Date): Promise<StoredText[]> {
  const { rows } = await sql<StoredText>`
    select 'product' as kind, p.id::text as record_id, p.name, null::text as department_id_1c, null::timestamptz as begins_at,
      jsonb_build_object('description', left(coalesce(p.description_html, p.description), ${longestDescription})) as parts
    from products p
    where p.id < coalesce(${before}::int, 2147483647) and p.switched_off_at is null
      and coalesce(p.description_html, p.description) <> ''
      and (p.id_1c is null or p.description_html is not null or exists (
        select from field_owners o where o.field = 'description' and coalesce(o.until > ${now}, true)
          and ${sql.raw(speaksOf('p.id'))}))
    order by p.id desc limit ${goodsAtOnce}`.execute(db);
  return rows;
}

/** The version in force, those that will be, and one that returns when the newer one ends. */
function pages(now: Date): RawBuilder<unknown> {
  return sql`
    select 'page' as kind, s.slug as record_id, s.title as name, s.department_id_1c, s.published_at as begins_at,
      jsonb_build_object('title', s.title, 'html', s.html) as parts
    from pages s where s.published_at is not null and coalesce(s.ends_at > ${now}, true) and not exists (
      select from pages newer where newer.slug = s.slug and newer.version > s.version
        and newer.department_id_1c is not distinct from s.department_id_1c
        and newer.published_at <= greatest(s.published_at, ${now})
        and coalesce(newer.ends_at, 'infinity') >= coalesce(s.ends_at, 'infinity'))`;
}

function landings(now: Date): RawBuilder<unknown> {
  return sql`
    select 'landing', p.landing_id::text, p.title, p.department_id_1c, greatest(p.published_at, l.starts_at),
      jsonb_build_object('title', p.title, 'description', p.description, 'blocks', p.blocks)
    from landing_pages p join landings l on l.id = p.landing_id and coalesce(l.ends_at > ${now}, true)
    where p.published_at is not null and not exists (
      select from landing_pages newer where newer.landing_id = p.landing_id and newer.variant = p.variant
        and newer.version > p.version and newer.department_id_1c is not distinct from p.department_id_1c
        and newer.published_at <= greatest(p.published_at, ${now}))`;
}

function forms(now: Date): RawBuilder<unknown> {
  return sql`
    select 'form', f.code, coalesce(f.schema ->> 'name', f.code), null, f.published_at,
      f.schema || jsonb_build_object('fields', jsonb_path_query_array(f.schema, '$.fields.*'))
    from form_schemas f where f.published_at is not null and coalesce(f.closed_at > ${now}, true) and not exists (
      select from form_schemas newer where newer.code = f.code and newer.version > f.version
        and newer.published_at <= greatest(f.published_at, ${now}))`;
}
