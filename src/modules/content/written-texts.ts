import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { withoutEntities } from './page-contents.ts';

export const writtenKinds = ['page', 'article', 'landing', 'vacancy'] as const;

/** A text that visitors read, or will read from a moment that is set: its paragraphs, each with where it stands. */
export type WrittenText = {
  kind: (typeof writtenKinds)[number];
  /** By which the screen of the back office is opened. */
  record_id: string;
  name: string;
  /** null: all branches show it. */
  department_id_1c: string | null;
  paragraphs: { place: string; text: string }[];
};

type Stored = Omit<WrittenText, 'paragraphs'> & { parts: Record<string, unknown> };

/** Pages, articles, landing pages and vacancies as they are published, without drafts and former versions. */
export async function listWrittenTexts(db: Db, now: Date): Promise<WrittenText[]> {
  const { rows } = await sql<Stored>`
    select kind, record_id, name, department_id_1c, parts from (
      select 'page' as kind, s.slug as record_id, s.title as name, s.department_id_1c,
        jsonb_build_object('title', s.title, 'html', s.html) as parts, row_number() over (
          partition by s.slug, s.department_id_1c order by s.version desc) as at
        from pages s where s.published_at is not null and coalesce(s.ends_at > ${now}, true)
      union all
      select 'landing', p.landing_id::text, p.title, p.department_id_1c,
        jsonb_build_object('title', p.title, 'description', p.description, 'blocks', p.blocks), row_number() over (
          partition by p.landing_id, p.department_id_1c, p.variant order by p.version desc)
        from landing_pages p where p.published_at is not null
      union all
      select 'article', a.id::text, a.title, a.department_id_1c,
        jsonb_build_object('title', a.title, 'lead', a.lead, 'blocks', a.blocks), 1
        from articles a where not a.is_draft and a.withdrawn_at is null
      union all
      select 'vacancy', v.id::text, v.title, v.department_id_1c,
        jsonb_build_object('title', v.title, 'duties', v.duties, 'requirements', v.requirements, 'terms', v.terms), 1
        from vacancies v where not v.is_draft and v.closed_at is null and coalesce(v.valid_until > ${now}, true)
    ) t where t.at = 1 order by kind, record_id, department_id_1c`.execute(db);
  return rows.map(({ parts, ...written }) => ({ ...written, paragraphs: paragraphsOf(parts, 'Текст') }));
}

/** What is written in a text of parts; other names hold codes, addresses and numbers. */
const places: Record<string, string | null> = {
  ...{ title: 'Заголовок', lead: 'Вступление', description: 'Описание', button_text: 'Кнопка' },
  ...{ duties: 'Обязанности', requirements: 'Требования', terms: 'Условия' },
  ...{ question: 'Вопрос', answer: 'Ответ', html: 'Текст', text: 'Текст' },
  // Lists of such parts.
  ...{ blocks: null, items: null },
};

function paragraphsOf(part: unknown, place: string): WrittenText['paragraphs'] {
  if (typeof part === 'string')
    return plainParagraphs(part)
      .filter((text) => /[а-яё{]/i.test(text))
      .map((text) => ({ place, text }));
  if (Array.isArray(part)) return part.flatMap((one) => paragraphsOf(one, place));
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part).flatMap(([name, inner]) =>
    name in places ? paragraphsOf(inner, places[name] ?? place) : [],
  );
}

/** Clean HTML, or a text without tags → its paragraphs, as they are read. */
function plainParagraphs(html: string): string[] {
  const lines = html
    .replace(
      /<\/?(?:p|div|h[1-6]|ul|ol|li|table|thead|tbody|tr|td|th|blockquote|figure|figcaption|br|hr)\b[^>]*>/gi,
      '\n',
    )
    .replace(/<[^>]*>/g, '');
  return withoutEntities(lines)
    .split('\n')
    .map((text) => text.trim())
    .filter((text) => text !== '');
}
