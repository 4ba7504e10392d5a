import { loadTree } from '#modules/catalogue/categories.ts';
import { brandsBySlug } from '#modules/catalogue/named-values.ts';
import { Listing } from '#modules/catalogue/schema.ts';
import { catalogueIndex } from '#modules/catalogue-index/catalogue-index.ts';
import type { PriceContext } from '#modules/departments/queries.ts';
import { normalise } from '#modules/text-index/analyse.ts';
import { wordAt, wordsBeginning } from '#modules/text-index/dictionary.ts';
import type { TextColumns } from '#modules/text-index/text-columns.ts';
import type { Db } from '#platform/database.ts';
import { brandUrl, categoryUrl } from '#shared/urls.ts';
import { type ListingResult, query, type SearchNote } from './listing.ts';
import { isKnown } from './plan/correct.ts';
import { misprints } from './plan/misprints.ts';
import { type SearchRules, searchRules } from './plan/read-rules.ts';
import { namedBrands } from './suggestions/suggested-names.ts';

/** What a proposal was made from. */
export const proposalSources = ['typo', 'layout', 'translit', 'beginning', 'near_goods', 'category', 'brand'] as const;
export type ProposalSource = (typeof proposalSources)[number];

/** A rule for a query that finds nothing. `means`: what a synonym means, where a redirect leads. */
export type Proposal = {
  source: ProposalSource;
  /** From 0 to 1. */
  confidence: number;
  kind: 'synonym' | 'redirect';
  words: string;
  means: string;
  /** What it leads to, in words: names of goods, of a category or of a brand. */
  label: string;
};

const most = 4;
/** A beginning shorter than this share of a word says nothing. */
const leastShared = 0.6;
const leastBeginning = 4;
const mostWords = 200;

/**
 * Rules that would give a query an answer in the branch, the likeliest first; empty: the shop has nothing like it. All
 * is found by the shop's own search: what it mended, what it finds by some of the words, names of brands and
 * categories, words that begin alike.
 */
export async function proposeRules(db: Db, priceContext: PriceContext, words: string): Promise<Proposal[]> {
  const [tree, rules] = await Promise.all([loadTree(db), searchRules(db, priceContext.department_id_1c)]);
  const brands = await brandsBySlug(db, tree);
  const found = await query(db, priceContext, Listing.parse({ q: words, sort: 'relevance', limit: 1 }));
  const note = found.search;
  if (!note || note.redirect) return [];
  const texts = (await catalogueIndex(db)).segments.map(({ segment }) => segment.text);
  const proposals = [...mended(words, found, note), ...nearGoods(words, found), ...byCategory(words, found)];
  const named = words.split(/\s+/).flatMap((word) => {
    const group = { text: word, alternatives: [], weight: 1 };
    return normalise(word).length < leastBeginning ? [] : namedBrands(brands, [group]).slice(0, 1);
  });
  for (const { slug, name } of named.slice(0, 1))
    proposals.push({
      source: 'brand',
      confidence: rounded(0.6 / words.split(/\s+/).length),
      kind: 'redirect',
      words,
      means: brandUrl(slug),
      label: name,
    });
  const alike = found.total === 0 ? byBeginning(texts, rules, words) : null;
  if (alike && (await findsSome(db, priceContext, alike.means))) proposals.push(alike);
  const isOther = ({ kind, means }: Proposal) => kind === 'redirect' || normalise(means) !== normalise(words);
  return proposals
    .filter(isOther)
    .sort((a, b) => b.confidence - a.confidence)
    .slice(0, most);
}

/** What the search mended, or left out, to find something. */
function mended(words: string, { total }: ListingResult, { used, correction, weak }: SearchNote): Proposal[] {
  if (correction === null || total === 0) return [];
  const rule = { kind: 'synonym' as const, words, means: used, label: used };
  if (correction === 'fewer_words') {
    const share = used.split(/\s+/).length / words.split(/\s+/).length;
    return [{ ...rule, source: 'near_goods', confidence: rounded(0.7 * Math.min(1, share)) }];
  }
  const sure = { layout: 0.95, translit: 0.9, typo: 1 - (2 * misprints(words, used, 4)) / words.length }[correction];
  return [{ ...rule, source: correction, confidence: rounded(Math.max(0.1, weak ? sure * 0.8 : sure)) }];
}

/** Goods that have all words but one or two. */
function nearGoods(words: string, { near, total }: ListingResult): Proposal[] {
  const [best] = near;
  if (!best || total > 0 || best.query === '') return [];
  const share = best.query.split(/\s+/).length / words.split(/\s+/).length;
  return [
    {
      source: 'near_goods',
      confidence: rounded(0.7 * Math.min(1, share)),
      kind: 'synonym',
      words,
      means: best.query,
      label: best.query,
    },
  ];
}

/** The category that most of what was found lies in. */
function byCategory(words: string, { categories, total }: ListingResult): Proposal[] {
  const [first] = categories;
  if (!first || total === 0) return [];
  const { code, name, count } = first;
  return [
    {
      source: 'category',
      confidence: rounded(0.65 * Math.min(1, count / total)),
      kind: 'redirect',
      words,
      means: categoryUrl(code),
      label: name,
    },
  ];
}

/** «самоклейка» begins as «самоклеящаяся»: of the words that share the longest beginning, the commonest. */
function byBeginning(texts: readonly TextColumns[], rules: SearchRules, words: string): Proposal | null {
  let least = 1;
  let isChanged = false;
  const means = words
    .split(/\s+/)
    .map((word) => {
      if (isKnown({ texts, rules }, word)) return word;
      const alike = alikeFromTheStart(texts, normalise(word));
      if (!alike) return word;
      isChanged = true;
      least = Math.min(least, alike.shared);
      return alike.word;
    })
    .join(' ');
  if (!isChanged) return null;
  return { source: 'beginning', kind: 'synonym', words, means, label: means, confidence: rounded(0.75 * least) };
}

function alikeFromTheStart(texts: readonly TextColumns[], word: string): { word: string; shared: number } | null {
  if (!/^\p{L}+$/u.test(word)) return null;
  for (let length = word.length; length >= Math.max(leastBeginning, word.length * leastShared); length--) {
    let best: { word: string; count: number } | null = null;
    for (const text of texts) {
      for (const number of wordsBeginning(text, word.slice(0, length), mostWords)) {
        const count = text.wordCounts[number] ?? 0;
        if (!best || count > best.count) best = { word: wordAt(text, number), count };
      }
    }
    if (best) return { word: best.word, shared: length / word.length };
  }
  return null;
}

async function findsSome(db: Db, priceContext: PriceContext, q: string): Promise<boolean> {
  const { total } = await query(db, priceContext, Listing.parse({ q, limit: 1 }));
  return total > 0;
}

function rounded(confidence: number): number {
  return Math.round(confidence * 100) / 100;
}
