import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { withoutEntities } from './page-contents.ts';

export type WrittenAnswer = { slug: string; title: string; excerpt: string };

/** Pages that tell about the site or the law, and answer no question. */
const noAnswers = ['site-map', 'about', 'privacy-policy', 'recommendations', 'cooperation', 'login'];

/**
 * Written pages that may answer what a person is about to ask: those of `slugs` first, then by the words of `text`,
 * three at most. The excerpt is plain text. Only pages in force are asked; consent texts are none.
 */
export async function findAnswers(db: Db, text: string, slugs: string[]): Promise<WrittenAnswer[]> {
  const { rows } = await sql<WrittenAnswer>`
    with asked as (
      -- Any of the words: a question holds many that no page has.
      select nullif(replace(plainto_tsquery('russian', ${text.slice(0, 500)})::text, ' & ', ' | '), '')::tsquery as query
    ), current as (
      select distinct on (slug) slug, title, regexp_replace(regexp_replace(html, '<[^>]+>', ' ', 'g'), '\\s+', ' ', 'g') as words
      from pages where published_at <= now() and coalesce(ends_at > now(), true) and department_id_1c is null and slug <> all(${noAnswers}) and slug not like 'consent-%'
      order by slug, version desc
    ), found as (
      select c.slug, c.title, c.words, asked.query, array_position(${slugs}::text[], c.slug) as place,
        ts_rank(setweight(to_tsvector('russian', c.title), 'A') || to_tsvector('russian', c.words), asked.query) as rank
      from current c cross join asked
    )
    select slug, title, case when query is null or rank = 0 then left(words, 160) || '…'
        else ts_headline('russian', words, query, 'StartSel="", StopSel="", MaxFragments=1, MaxWords=28, MinWords=14') end as excerpt
    from found where place is not null or rank > 0.02
    order by place nulls last, rank desc nulls last limit 3`.execute(db);
  return rows.map(({ excerpt, ...row }) => ({ ...row, excerpt: ended(withoutEntities(excerpt).trim()) }));
}

/** A sentence that is cut says so. */
function ended(excerpt: string): string {
  return /(^|[.!?…])[)»]*$/.test(excerpt) ? excerpt : `${excerpt.replace(/[\s,:;—–-]+$/, '')}…`;
}
