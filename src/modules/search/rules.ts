import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { invalidate } from '#platform/invalidation.ts';
import { Refusal } from '#platform/refusal.ts';
import { ensure } from '#shared/ensure.ts';
import { termsOf } from './plan/read-rules.ts';

/**
 * Who searches for `words` also finds what `means` finds; `is_both`: and the other way round. Branch null: everywhere.
 */
export type SynonymInput = { words: string; means: string; is_both?: boolean; department_id_1c?: string | null };
/** A whole query, in any form of its words, that leads to a page of the shop instead of goods. */
export type SearchRedirectInput = { words: string; url: string; department_id_1c?: string | null };
/** A word that tells nothing of goods: «купить». */
export type StopWordInput = { word: string; department_id_1c?: string | null };

export type SearchRuleKind = 'synonym' | 'redirect' | 'stop';
export type SearchRule = {
  kind: SearchRuleKind;
  id: number;
  words: string;
  /** What a synonym means, where a redirect leads; null for a stop word. */
  means: string | null;
  is_both: boolean;
  department_id_1c: string | null;
};

/** Adds a synonym or changes whether it counts both ways. Throws bad_input, unknown_department. */
export async function saveSynonym(db: Db, input: SynonymInput): Promise<{ id: number }> {
  const words = phraseOf(input.words, 'words');
  const means = phraseOf(input.means, 'means');
  if (termsOf(words).join(' ') === termsOf(means).join(' '))
    throw new Refusal('bad_input', { fields: { means: 'Это то же слово: формы слов поиск понимает сам' } });
  const department = await departmentOf(db, input.department_id_1c);
  const row = await sql<{ id: number }>`
    insert into search_synonyms (department_id_1c, words, means, is_both)
    values (${department}, ${words}, ${means}, ${input.is_both ?? false})
    on conflict (department_id_1c, words, means) do update set is_both = excluded.is_both, changed_at = now()
    returning id`.execute(db);
  await invalidate(db, ['catalogue']);
  return ensure(row.rows[0]);
}

/**
 * Adds a redirect or changes where it leads. `url` is an address of this shop: /delivery/. Throws bad_input,
 * unknown_department.
 */
export async function saveSearchRedirect(db: Db, input: SearchRedirectInput): Promise<{ id: number }> {
  const words = phraseOf(input.words, 'words');
  if (!/^\/(?:[a-z0-9_-]+\/)*(?:\?[a-z0-9_=&-]+)?$/.test(input.url))
    throw new Refusal('bad_input', { fields: { url: 'Нужен адрес страницы этого магазина: /delivery/' } });
  const department = await departmentOf(db, input.department_id_1c);
  const row = await sql<{ id: number }>`
    insert into search_redirects (department_id_1c, words, url) values (${department}, ${words}, ${input.url})
    on conflict (department_id_1c, words) do update set url = excluded.url, changed_at = now()
    returning id`.execute(db);
  await invalidate(db, ['catalogue']);
  return ensure(row.rows[0]);
}

/** Adds a stop word; one that is there stays. Throws bad_input, unknown_department. */
export async function saveStopWord(db: Db, input: StopWordInput): Promise<{ id: number }> {
  const word = input.word.normalize('NFC').trim().toLowerCase();
  if (!/^[0-9a-zа-яё-]{1,40}$/.test(word)) throw new Refusal('bad_input', { fields: { word: 'Нужно одно слово' } });
  const department = await departmentOf(db, input.department_id_1c);
  const row = await sql<{ id: number }>`
    insert into search_stop_words (department_id_1c, word) values (${department}, ${word})
    on conflict (department_id_1c, word) do update set changed_at = now()
    returning id`.execute(db);
  await invalidate(db, ['catalogue']);
  return ensure(row.rows[0]);
}

/** Takes a rule away. Throws not_found. */
export async function removeSearchRule(db: Db, kind: SearchRuleKind, id: number): Promise<void> {
  const table = { synonym: 'search_synonyms', redirect: 'search_redirects', stop: 'search_stop_words' }[kind];
  const { rows } = await sql`delete from ${sql.table(table)} where id = ${id} returning id`.execute(db);
  if (rows.length === 0) throw new Refusal('not_found');
  await invalidate(db, ['catalogue']);
}

/** All rules: of one branch with those for everywhere, or of all branches. */
export async function listSearchRules(db: Db, department_id_1c: string | null = null): Promise<SearchRule[]> {
  const own = (alias: string) => sql<boolean>`
    coalesce(${sql.ref(`${alias}.department_id_1c`)} = coalesce(${department_id_1c}, ${sql.ref(`${alias}.department_id_1c`)}), true)`;
  const { rows } = await sql<SearchRule>`
    select 'synonym' as kind, s.id, s.words, s.means, s.is_both, s.department_id_1c from search_synonyms s where ${own('s')}
    union all select 'redirect', r.id, r.words, r.url, false, r.department_id_1c from search_redirects r where ${own('r')}
    union all select 'stop', w.id, w.word, null, false, w.department_id_1c from search_stop_words w where ${own('w')}
    order by kind desc, words, id`.execute(db);
  return rows;
}

function phraseOf(text: string, field: string): string {
  const phrase = text.normalize('NFC').replace(/\s+/g, ' ').trim().toLowerCase();
  if (phrase.length < 2 || phrase.length > 80 || termsOf(phrase).length === 0)
    throw new Refusal('bad_input', { fields: { [field]: 'От 2 до 80 знаков, с буквами или цифрами' } });
  return phrase;
}

async function departmentOf(db: Db, id_1c: string | null | undefined): Promise<string | null> {
  if (!id_1c) return null;
  const known = await db.selectFrom('departments').select('id_1c').where('id_1c', '=', id_1c).executeTakeFirst();
  if (!known) throw new Refusal('unknown_department');
  return known.id_1c;
}
