import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { commonOrInBranches } from '#platform/in-branches.ts';
import { invalidate } from '#platform/invalidation.ts';
import { Refusal } from '#platform/refusal.ts';
import { termsOf } from './plan/read-rules.ts';
import { departmentOf, phraseOf } from './rule-input.ts';

/**
 * Who searches for `words` also finds what `means` finds; `is_both`: and the other way round. Branch null: everywhere.
 */
export type SynonymInput = Where & { words: string; means: string; is_both?: boolean };
/** A whole query, in any form of its words, that leads to a page of the shop instead of goods. */
export type SearchRedirectInput = Where & { words: string; url: string };
/** A word that tells nothing of goods: «купить». */
export type StopWordInput = Where & { word: string };
/** `is_draft`: visitors do not search by it yet. */
type Where = { department_id_1c?: string | null; is_draft?: boolean };

export type SearchRuleKind = 'synonym' | 'redirect' | 'stop';
export type SearchRule = {
  kind: SearchRuleKind;
  id: number;
  words: string;
  /** What a synonym means, where a redirect leads; null for a stop word. */
  means: string | null;
  is_both: boolean;
  is_draft: boolean;
  department_id_1c: string | null;
};

const tables = { synonym: 'search_synonyms', redirect: 'search_redirects', stop: 'search_stop_words' } as const;

/** Adds a synonym or changes whether it counts both ways. Throws bad_input, unknown_department. */
export async function saveSynonym(db: Db, input: SynonymInput): Promise<{ id: number }> {
  const { is_draft = false } = input;
  const words = phraseOf(input.words, 'words');
  const means = phraseOf(input.means, 'means');
  if (termsOf(words).join(' ') === termsOf(means).join(' '))
    throw new Refusal('bad_input', { fields: { means: 'Это то же слово: формы слов поиск понимает сам' } });
  const department = await departmentOf(db, input.department_id_1c);
  const row = await sql<{ id: number }>`
    insert into search_synonyms (department_id_1c, words, means, is_both, is_draft)
    values (${department}, ${words}, ${means}, ${input.is_both ?? false}, ${is_draft})
    on conflict (department_id_1c, words, means) do update set is_both = excluded.is_both, changed_at = now()
      where search_synonyms.is_draft = excluded.is_draft
    returning id`.execute(db);
  if (!row.rows[0]) throw otherStands('words', is_draft);
  await invalidate(db, ['catalogue']);
  return row.rows[0];
}

/**
 * Adds a redirect or changes where it leads. `url` is an address of this shop: /delivery/. Throws bad_input,
 * unknown_department.
 */
export async function saveSearchRedirect(db: Db, input: SearchRedirectInput): Promise<{ id: number }> {
  const { is_draft = false } = input;
  const words = phraseOf(input.words, 'words');
  if (!/^\/(?:[a-z0-9_-]+\/)*(?:\?[a-z0-9_=&-]+)?$/.test(input.url))
    throw new Refusal('bad_input', { fields: { url: 'Нужен адрес страницы этого магазина: /delivery/' } });
  const department = await departmentOf(db, input.department_id_1c);
  const row = await sql<{ id: number }>`
    insert into search_redirects (department_id_1c, words, url, is_draft)
    values (${department}, ${words}, ${input.url}, ${is_draft})
    on conflict (department_id_1c, words) do update set url = excluded.url, changed_at = now()
      where search_redirects.is_draft = excluded.is_draft
    returning id`.execute(db);
  if (!row.rows[0]) throw otherStands('words', is_draft);
  await invalidate(db, ['catalogue']);
  return row.rows[0];
}

/** Adds a stop word; one that is there stays. Throws bad_input, unknown_department. */
export async function saveStopWord(db: Db, input: StopWordInput): Promise<{ id: number }> {
  const { is_draft = false } = input;
  const word = input.word.normalize('NFC').trim().toLowerCase();
  if (!/^[0-9a-zа-яё-]{1,40}$/.test(word)) throw new Refusal('bad_input', { fields: { word: 'Нужно одно слово' } });
  const department = await departmentOf(db, input.department_id_1c);
  const row = await sql<{ id: number }>`
    insert into search_stop_words (department_id_1c, word, is_draft) values (${department}, ${word}, ${is_draft})
    on conflict (department_id_1c, word) do update set changed_at = now()
      where search_stop_words.is_draft = excluded.is_draft
    returning id`.execute(db);
  if (!row.rows[0]) throw otherStands('word', is_draft);
  await invalidate(db, ['catalogue']);
  return row.rows[0];
}

/** Takes a rule away. Throws not_found. */
export async function removeSearchRule(db: Db, kind: SearchRuleKind, id: number): Promise<void> {
  const { rows } = await sql`delete from ${sql.table(tables[kind])} where id = ${id} returning id`.execute(db);
  if (rows.length === 0) throw new Refusal('not_found');
  // The query that it answered waits for an answer again.
  await db.deleteFrom('search_decisions').where('rule_kind', '=', kind).where('rule_id', '=', id).execute();
  await invalidate(db, ['catalogue']);
}

/** A draft comes into force, or a rule becomes a draft again. Throws not_found. */
export async function setRuleDraft(db: Db, kind: SearchRuleKind, id: number, is_draft: boolean): Promise<void> {
  const { rows } = await sql`
    update ${sql.table(tables[kind])} set is_draft = ${is_draft}, changed_at = now() where id = ${id} returning id`.execute(
    db,
  );
  if (rows.length === 0) throw new Refusal('not_found');
  await invalidate(db, ['catalogue']);
}

/** The rule is held until the end of the transaction. */
export async function lockSearchRule(db: Db, kind: SearchRuleKind, id: number): Promise<void> {
  await sql`select from ${sql.table(tables[kind])} where id = ${id} for update`.execute(db);
}

/** Of one query a rule is in force or waits, not both. `is_draft`: what is being saved. */
function otherStands(field: string, is_draft: boolean): Refusal {
  const words = is_draft
    ? 'Такое правило уже действует: снимите его или измените сразу, без черновика'
    : 'Такое правило уже ждёт черновиком: опубликуйте его или снимите';
  return new Refusal('bad_input', { fields: { [field]: words } });
}

/** A rule, if it is common or of one of these branches (null: of any). */
export async function getSearchRule(
  db: Db,
  kind: SearchRuleKind,
  id: number,
  branches: string[] | null,
): Promise<SearchRule | undefined> {
  const where = sql`r.kind = ${kind} and r.id = ${id} and ${commonOrInBranches('r', branches)}`;
  const { rules } = await rulesWhere(db, where, { limit: 1, offset: 0 });
  return rules[0];
}

/**
 * A page of rules of one kind, common and of these branches (null: of all), by words; `q`: words that stand in them.
 */
export function findSearchRules(
  db: Db,
  { kind, branches, q = '' }: { kind: SearchRuleKind; branches: string[] | null; q?: string | undefined },
  page: { limit: number; offset: number },
): Promise<{ rules: SearchRule[]; count: number }> {
  const where = sql`r.kind = ${kind} and ${commonOrInBranches('r', branches)}
    and (strpos(r.words, lower(${q}::text)) > 0 or strpos(coalesce(r.means, ''), lower(${q}::text)) > 0)`;
  return rulesWhere(db, where, page);
}

async function rulesWhere(
  db: Db,
  where: RawBuilder<unknown>,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rules: SearchRule[]; count: number }> {
  const all = sql`(
    select 'synonym' as kind, s.id, s.words, s.means, s.is_both, s.is_draft, s.department_id_1c from search_synonyms s
    union all select 'redirect', d.id, d.words, d.url, false, d.is_draft, d.department_id_1c from search_redirects d
    union all select 'stop', w.id, w.word, null, false, w.is_draft, w.department_id_1c from search_stop_words w) r`;
  const [rules, counts] = await Promise.all([
    sql<SearchRule>`
      select r.kind, r.id, r.words, r.means, r.is_both, r.is_draft, r.department_id_1c from ${all} where ${where}
      order by r.words, r.means, r.id limit ${limit} offset ${offset}`.execute(db),
    sql<{ count: number }>`select count(*)::int as count from ${all} where ${where}`.execute(db),
  ]);
  return { rules: rules.rows, count: counts.rows[0]?.count ?? 0 };
}

/** All rules, drafts too: of one branch with those for everywhere, or of all branches. */
export async function listSearchRules(db: Db, department_id_1c: string | null = null): Promise<SearchRule[]> {
  const own = (alias: string) => sql<boolean>`
    coalesce(${sql.ref(`${alias}.department_id_1c`)} = coalesce(${department_id_1c}, ${sql.ref(`${alias}.department_id_1c`)}), true)`;
  const { rows } = await sql<SearchRule>`
    select 'synonym' as kind, s.id, s.words, s.means, s.is_both, s.is_draft, s.department_id_1c
    from search_synonyms s where ${own('s')}
    union all select 'redirect', r.id, r.words, r.url, false, r.is_draft, r.department_id_1c
    from search_redirects r where ${own('r')}
    union all select 'stop', w.id, w.word, null, false, w.is_draft, w.department_id_1c
    from search_stop_words w where ${own('w')}
    order by kind desc, words, id`.execute(db);
  return rows;
}
