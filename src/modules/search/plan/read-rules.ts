import { exactTerm, tokensOf, wordTerm } from '#modules/text-index/analyse.ts';
import { createCache } from '#platform/cache.ts';
import { cachedRead } from '#platform/cached-read.ts';
import { type Db, preparedStatement } from '#platform/database.ts';
import type { ShownDrafts } from '#shared/shop-look.ts';

/** What staff have said about words, for one branch: its own rows and those of all branches. */
export type SearchRules = {
  /** Terms of the first word of a synonym → the synonyms that begin with it, the longest first. */
  synonyms: Map<string, Synonym[]>;
  /** Terms of a whole query → where it leads. */
  redirects: Map<string, string>;
  /** Terms of words that find nothing. */
  stops: Set<string>;
  /** Terms of all words of synonyms, and the words as written: they are no misprints. */
  words: Set<string>;
  written: Set<string>;
  /** The shop's brands and values, for what may be understood as a filter. */
  brands: Map<string, { slug: string; name: string }>;
  /** Terms of a whole query → goods that stand at places of their own, by place; the branch's own goods first. */
  pins: Map<string, Pin[]>;
};

export type Synonym = { terms: string[]; means: string[] };

/** In force from … to … (not including); null: no limit. `position`: from 1. */
export type Pin = { product_id: number; position: number; starts_at: Date | null; ends_at: Date | null };

export type RuleRow = {
  kind: string;
  id?: number;
  words: string;
  /** What a synonym means, where a redirect leads, the slug of a brand; of a stop word nothing. */
  means: string;
  is_both: boolean | null;
  /** By which the rows are ordered. */
  department_id_1c?: string | null;
  /** Of a pin. */
  product_id?: number | null;
  position?: number | null;
  starts_at?: Date | null;
  ends_at?: Date | null;
};

// One statement: the tables are a few hundred rows; a branch's own redirect comes behind the common one and so wins.
const selectRules = preparedStatement<RuleRow>(
  'search_rules',
  `select 'synonym' as kind, id, words, means, is_both, department_id_1c, null::int as product_id,
      null::smallint as position, null::timestamptz as starts_at, null::timestamptz as ends_at from search_synonyms
    where (department_id_1c is null or department_id_1c = $1::text)
      and (not is_draft or shows_draft('synonyms', id::text, $2::int))
  union all select 'redirect', id, words, url, null, department_id_1c, null, null, null, null from search_redirects
    where (department_id_1c is null or department_id_1c = $1::text)
      and (not is_draft or shows_draft('search_redirects', id::text, $2::int))
  union all select 'stop', id, word, '', null, department_id_1c, null, null, null, null from search_stop_words
    where (department_id_1c is null or department_id_1c = $1::text)
      and (not is_draft or shows_draft('stop_words', id::text, $2::int))
  union all select 'pin', id, words, '', null, department_id_1c, product_id, position, starts_at, ends_at
    from search_pins where (department_id_1c is null or department_id_1c = $1::text)
      and (not is_draft or shows_draft('pins', id::text, $2::int))
  union all select 'brand', id, name, slug, null, null, null, null, null, null from brands
  order by department_id_1c nulls first, words`,
);

/** The branch's rules; where invalidations are followed, cached until one of them names a tag. */
export const searchRules: (db: Db, department_id_1c: string) => Promise<SearchRules> = cachedRead<SearchRules>({
  name: 'search_rules',
  freshMs: 5_000,
  maxMs: 10_000,
  tags: ['catalogue', 'content'],
  whileFollowed: true,
  read: async (db, department) => {
    const rows = await selectRules(db, [department, null]);
    const text = JSON.stringify(rows);
    const known = lastRules.get(department);
    if (known?.text === text) return known.rules;
    const rules = rulesOf(rows);
    lastRules.set(department, { text, rules });
    return rules;
  },
});

/** What was read last, by branch: the same rows are the same rules, so that plans made by them stand. */
const lastRules = createCache<string, { text: string; rules: SearchRules }>({ name: 'last_search_rules', max: 1_000 });

/** The branch's rules with those drafts among them that a look at the shop shows: read for each page of it. */
export async function rulesOfLook(db: Db, department: string, drafts: ShownDrafts): Promise<SearchRules> {
  return rulesOf(await selectRules(db, [department, drafts]));
}

/** The branch's rules as a page finds by them: those in force, in a look at the shop with the drafts that it shows. */
export function rulesFor(db: Db, department: string, drafts: ShownDrafts): Promise<SearchRules> {
  return drafts === null ? searchRules(db, department) : rulesOfLook(db, department, drafts);
}

/** A rule that is tried before it is saved; `means`: what a synonym means, where a redirect leads. */
type RuleDraft =
  | { kind: 'synonym'; words: string; means: string; is_both?: boolean }
  | { kind: 'redirect'; words: string; means: string }
  | { kind: 'stop'; words: string }
  | { kind: 'pin'; words: string; product_id: number; position: number };

export type RuleChange = { add?: RuleDraft | undefined; remove?: { kind: string; id: number } | undefined };

/** The branch's rules as they would be after the change. */
export async function changedRules(db: Db, department: string, { add, remove }: RuleChange): Promise<SearchRules> {
  const rows = await selectRules(db, [department, null]);
  const kept = rows.filter(({ kind, id, product_id, words }) => {
    if (remove?.kind === kind && remove.id === id) return false;
    // A pin of the same product moves.
    return !(add?.kind === 'pin' && kind === 'pin' && product_id === add.product_id && words === add.words);
  });
  return rulesOf(add ? [...kept, { means: '', is_both: false, starts_at: null, ends_at: null, ...add }] : kept);
}

export function rulesOf(rows: RuleRow[]): SearchRules {
  const rules: SearchRules = {
    synonyms: new Map(),
    redirects: new Map(),
    stops: new Set(),
    words: new Set(),
    written: new Set(),
    brands: new Map(),
    pins: new Map(),
  };
  for (const row of rows) {
    const { kind, words, means, is_both } = row;
    if (kind === 'synonym') {
      addSynonym(rules, words, means);
      if (is_both) addSynonym(rules, means, words);
    } else if (kind === 'redirect') rules.redirects.set(phraseKey(words), means);
    else if (kind === 'stop') rules.stops.add(wordTerm(words));
    else if (kind === 'pin') addPin(rules, row);
    else rules.brands.set(phraseKey(words), { slug: means, name: words });
  }
  for (const synonyms of rules.synonyms.values()) synonyms.sort((a, b) => b.terms.length - a.terms.length);
  for (const pins of rules.pins.values()) pins.sort((a, b) => a.position - b.position);
  return rules;
}

/** A branch's own rows come last, and stand before the common ones at the same place. */
function addPin(rules: SearchRules, { words, product_id, position, starts_at, ends_at }: RuleRow): void {
  const key = phraseKey(words);
  const own = rules.pins.get(key) ?? [];
  rules.pins.set(key, own);
  own.unshift({
    product_id: product_id ?? 0,
    position: position ?? 1,
    starts_at: starts_at ?? null,
    ends_at: ends_at ?? null,
  });
}

function addSynonym(rules: SearchRules, words: string, means: string): void {
  const terms = termsOf(words);
  const [first] = terms;
  if (first === undefined) return;
  const own = rules.synonyms.get(first) ?? [];
  rules.synonyms.set(first, own);
  own.push({ terms, means: termsOf(means) });
  for (const token of tokensOf(words)) {
    for (const word of token.words) {
      rules.written.add(word);
      rules.words.add(wordTerm(word));
    }
  }
}

/** The first term of each word: what a phrase is recognised by, in any form. */
export function termsOf(text: string): string[] {
  return tokensOf(text).map(exactTerm);
}

export function phraseKey(text: string): string {
  return termsOf(text).join(' ');
}
