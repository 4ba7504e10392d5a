import { exactTerm, tokensOf, wordTerm } from '#modules/text-index/analyse.ts';
import { createCache } from '#platform/cache.ts';
import { cachedRead } from '#platform/cached-read.ts';
import { type Db, preparedStatement } from '#platform/database.ts';

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
};

export type Synonym = { terms: string[]; means: string[] };

type RuleRow = {
  kind: string;
  words: string;
  /** What a synonym means, where a redirect leads, the slug of a brand; of a stop word nothing. */
  means: string;
  is_both: boolean | null;
  /** By which the rows are ordered. */
  department_id_1c?: string | null;
};

// One statement: the three tables are a few hundred rows; a branch's own redirect comes behind the common one and so
// wins.
const selectRules = preparedStatement<RuleRow>(
  'search_rules',
  `select 'synonym' as kind, words, means, is_both, department_id_1c from search_synonyms
    where department_id_1c is null or department_id_1c = $1::text
  union all select 'redirect', words, url, null, department_id_1c from search_redirects
    where department_id_1c is null or department_id_1c = $1::text
  union all select 'stop', word, '', null, department_id_1c from search_stop_words
    where department_id_1c is null or department_id_1c = $1::text
  union all select 'brand', name, slug, null, null from brands
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
    const rows = await selectRules(db, [department]);
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

export function rulesOf(rows: RuleRow[]): SearchRules {
  const rules: SearchRules = {
    synonyms: new Map(),
    redirects: new Map(),
    stops: new Set(),
    words: new Set(),
    written: new Set(),
    brands: new Map(),
  };
  for (const { kind, words, means, is_both } of rows) {
    if (kind === 'synonym') {
      addSynonym(rules, words, means);
      if (is_both) addSynonym(rules, means, words);
    } else if (kind === 'redirect') rules.redirects.set(phraseKey(words), means);
    else if (kind === 'stop') rules.stops.add(wordTerm(words));
    else rules.brands.set(phraseKey(words), { slug: means, name: words });
  }
  for (const synonyms of rules.synonyms.values()) synonyms.sort((a, b) => b.terms.length - a.terms.length);
  return rules;
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
