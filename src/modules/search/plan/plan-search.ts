import type { Tree } from '#modules/catalogue/categories.ts';
import type { Listing } from '#modules/catalogue/schema.ts';
import { exactTerm, stopWords, type Token, tokensOf, wordTerm } from '#modules/text-index/analyse.ts';
import { beginningCount, findWord, isBrandOnly, rowsOfKey, termsStarting } from '#modules/text-index/dictionary.ts';
import { keyOf } from '#modules/text-index/hashes.ts';
import { matchText } from '#modules/text-index/match-text.ts';
import type { TextColumns } from '#modules/text-index/text-columns.ts';
import type { Group, TextPlan } from '#modules/text-index/text-plan.ts';
import { bestParts } from './best-parts.ts';
import { carriedValues } from './carried-values.ts';
import { articleIn, correctQuery, countOf } from './correct.ts';
import { isOfOtherKind, namesCategory, pathsOfKind } from './found-in-names.ts';
import { phraseKey, type SearchRules } from './read-rules.ts';
import type { SearchedText, SearchPlan } from './search-plan.ts';
import { type Understood, understand } from './understand.ts';

/** Below this the best product only mentions what was asked for. */
const weakScore = 0.5;

/**
 * Finds out how to search for what was typed: an article or code wins; prices, «в наличии», «со скидкой» and brands are
 * understood as filters where that is sure; then words, mended where no product has them, and with the least telling
 * ones left out when all together find nothing. `exact`: as typed, without mending and understanding.
 */
export function planSearch(
  searched: readonly SearchedText[],
  rules: SearchRules,
  tree: Tree,
  listing: Pick<Listing, 'q' | 'exact'> & { is_typing?: boolean },
): SearchPlan {
  const query = listing.q ?? '';
  const texts = searched.map(({ text }) => text);
  const plain: SearchPlan = {
    query,
    used: query,
    correction: null,
    dropped: null,
    is_exact: false,
    understood: [],
    filters: { filters: {} },
    unit: null,
    weak: false,
    redirect: listing.exact ? null : (rules.redirects.get(phraseKey(query)) ?? null),
    groups: [],
    keys: [],
    is_everything: false,
    parts: [],
    unread: [],
  };
  const keys = findKeys(searched, query);
  if (keys.length > 0) return { ...plain, keys, is_exact: true };
  const finish = (plan: SearchPlan) => ({ ...plan, ...judge(searched, plan) });
  if (listing.exact) return finish({ ...plain, groups: groupsOf(texts, rules, query, true, false) });

  const { rest, understood, filters, unit } = understand(query, unitsOf(searched));
  const corrected = correctQuery({ texts, rules }, rest);
  const groups = groupsOf(texts, rules, corrected.text, true, listing.is_typing === true);
  const plan: SearchPlan = {
    ...plain,
    used: corrected.correction === null ? query : [corrected.text, ...understood.map(({ text }) => text)].join(' '),
    correction: corrected.correction,
    understood,
    filters,
    unit,
    groups,
    parts: groups,
    is_everything: groups.length === 0 && understood.length > 0,
    weak: corrected.isDoubtful,
  };
  if (plan.is_everything || groups.length === 0) return finish(plan);
  const found = isFound(searched, plan)
    ? withoutOther(searched, plan)
    : (looser(searched, plan) ?? fewerWords(searched, plan));
  // Suggestions say nothing of doubt.
  if (listing.is_typing) return found;
  return finish(withValues(searched, found === plan ? withBrand(plan, texts, rules) : found, tree));
}

/** Values of attributes beside a name of goods become filters that can be taken out, where that is sure. */
function withValues(searched: readonly SearchedText[], plan: SearchPlan, tree: Tree): SearchPlan {
  const { found, unread } = carriedValues(searched, plan, tree);
  if (unread.length > 0) return { ...plan, unread };
  const taken: Understood[] = [];
  const filters = { ...plan.filters.filters };
  let { groups } = plan;
  for (const { groups: own, attribute, values, label } of found) {
    // What was mended is taken out of the mended words.
    const typed = typedAs(plan.query, own) ?? typedAs(plan.used, own);
    if (!typed) continue;
    groups = groups.filter((group) => !own.includes(group));
    filters[attribute.code] = values;
    taken.push({ kind: 'value', code: attribute.code, label, ...typed });
  }
  if (taken.length === 0) return plan;
  const order = ({ text }: Understood) => plan.query.indexOf(text) >>> 0;
  const understood = [...plan.understood, ...taken].sort((a, b) => order(a) - order(b));
  return { ...plan, groups, understood, filters: { ...plan.filters, filters } };
}

/** The words of a text that these parts were read from, and the text without them. */
export function typedAs(text: string, groups: Group[]): Pick<Understood, 'text' | 'remove'> | null {
  const words = text.split(/\s+/);
  const key = phraseKey(groups.map((group) => group.text).join(' '));
  for (let length = 1; length <= Math.min(words.length, 5); length++) {
    for (let at = 0; at + length <= words.length; at++) {
      if (phraseKey(words.slice(at, at + length).join(' ')) !== key) continue;
      const isPreposition = at > 0 && stopWords.has(words[at - 1]?.toLowerCase() ?? '');
      const remove = [...words.slice(0, isPreposition ? at - 1 : at), ...words.slice(at + length)].join(' ');
      return { text: words.slice(at, at + length).join(' '), remove };
    }
  }
  return null;
}

function unitsOf(searched: readonly SearchedText[]): string[] {
  return [...new Set(searched.flatMap(({ carried }) => carried?.baseUnits ?? []))];
}

const codeWords = /(?<![\p{L}\p{N}])(?:артикул|арт|код(?: товара)?|штрих-?код|sku|№)(?![\p{L}])[.:#№\s]*/giu;

/** The article, barcode or code that the query is, when some product has it. */
function findKeys(searched: readonly SearchedText[], query: string): string[] {
  for (const typed of [query, query.replace(codeWords, ' ')]) {
    const key = keyOf(typed);
    if (key.length < 3 || !/\d/.test(key)) continue;
    const isThere = searched.some(({ text, isAlive }) =>
      rowsOfKey(text, key).some((row) => isAlive === undefined || isAlive(row)),
    );
    if (isThere) return [key];
  }
  return [];
}

/** The parts of a query and all ways to find each. Words that tell nothing are left out, unless there are no others. */
function groupsOf(
  texts: readonly TextColumns[],
  rules: SearchRules,
  text: string,
  isUnfinished: boolean,
  isTyping: boolean,
): Group[] {
  const all = tokensOf(text);
  const telling = all.filter((token) => !stopWords.has(token.text) && !rules.stops.has(exactTerm(token)));
  const tokens = telling.length > 0 ? telling : all.filter((token) => !stopWords.has(token.text));
  const total = texts.reduce((sum, columns) => sum + columns.size, 0);
  const groups: Group[] = [];
  for (let at = 0; groups.length < maxGroups; ) {
    const token = tokens[at];
    if (!token) break;
    const synonym = synonymAt(rules, tokens, at);
    const joined = synonym ? null : joinedAt(texts, tokens, at);
    const length = synonym?.length ?? (joined ? 2 : 1);
    const own = tokens.slice(at, at + length);
    const isLast = at + length === tokens.length;
    const group: Group = { text: own.map((token) => token.text).join(' '), alternatives: [], weight: 1 };
    if (length === 1) addForms(group, texts, token, isLast && isUnfinished, isTyping);
    else group.alternatives.push({ terms: own.map(exactTerm), quality: 1 });
    if (joined) group.alternatives.push({ terms: [joined], quality: 1 });
    for (const means of synonym?.means ?? []) group.alternatives.push({ terms: means, quality: 0.9 });
    const count = Math.max(1, ...group.alternatives.map(({ terms }) => (terms[0] ? countOf(texts, terms[0]) : 1)));
    group.weight = weightOf(token, count, total);
    if (token.is_complement) group.is_complement = true;
    groups.push(group);
    at += length;
  }
  return groups;
}

/** «бетон контакт» is also «бетонконтакт», when the shop writes it so. */
function joinedAt(texts: readonly TextColumns[], tokens: Token[], at: number): string | null {
  const [one, two] = tokens.slice(at, at + 2);
  if (one?.kind !== 'word' || two?.kind !== 'word' || one.text.length < 3 || two.text.length < 3) return null;
  const term = wordTerm(one.text + two.text);
  return texts.some((text) => findWord(text, one.text + two.text) !== -1) ? term : null;
}

/** As many parts fit the bits of a mask. */
const maxGroups = 12;

/** A rarer word tells more, but not by much: all of them must be found anyway. */
function weightOf(token: Token, count: number, total: number): number {
  const rarity = Math.log(1 + total / count);
  return (0.6 + 0.1 * Math.min(8, rarity)) * (token.kind === 'word' || token.kind === 'code' ? 1 : 0.8);
}

/**
 * Endings that make another word of the same root: «пластик» also finds «пластиковый», «дерево» «деревянный» does not.
 */
const derived = /^(?:ов|ев|н|ян|ан|нн|ск|к|ок|ик|очн|ин|енн|льн|ист|атор|ическ|альн|ическ)$/;

function addForms(
  group: Group,
  texts: readonly TextColumns[],
  token: Token,
  isUnfinished: boolean,
  isTyping: boolean,
): void {
  const [first, ...others] = token.terms as [string, ...string[]];
  const add = (terms: string[], quality: number) => {
    if (!group.alternatives.some((known) => known.terms.join(' ') === terms.join(' ')))
      group.alternatives.push({ terms, quality });
  };
  if (token.kind === 'size') {
    // «d25х1/2» stands before «S25х1/2».
    const code = token.terms.find((term) => /^\p{L}+\d/u.test(term));
    if (code) add([first, code], 1);
    for (const [term, quality] of sizeSpellings(token)) add([term], code ? quality * 0.9 : quality);
    group.loose = [{ terms: first.split('x'), quality: 0.7 }];
    return;
  }
  const plain = { terms: [first], quality: 1 };
  group.alternatives.push(plain);
  const key = articleIn(texts, token);
  if (key !== null) group.alternatives.push({ terms: [], key, quality: 1 });
  if (token.kind === 'measure') {
    // The number alone is how names without the unit say it; a number beside another unit is something else.
    // A fraction is of an inch, whether the goods say so or not.
    if (first.includes('/')) for (const other of others) add([other], 0.95);
    else if (countOf(texts, first) === 0) for (const other of others) add([other], 0.7);
    else {
      if (others[1]) add([others[1]], 0.9);
      if (others[0]) group.loose = [{ terms: [others[0]], quality: 0.7 }];
    }
    return;
  }
  if (token.kind === 'code') {
    const parts = others.filter((term) => !term.startsWith('='));
    if (countOf(texts, first) === 0 && parts.length > 0) add(parts.slice(0, 3), 0.7);
    return;
  }
  if (token.kind === 'number') {
    if (others.length > 0) group.alternatives[0] = { terms: token.terms, quality: 1 };
    // «ёлка 1,8»: metres, litres or kilograms whose unit was left out.
    else if (first.includes('.')) for (const unit of ['mm', 'ml', 'g']) add([`=${Number(first) * 1000}${unit}`], 0.85);
    return;
  }
  if (token.words.length > 1) add([...new Set(token.terms.slice(1))], 0.95);
  const word = token.words[0];
  const count = countOf(texts, first);
  if (word && first.length >= 5 && count > 0) {
    for (const term of derivedTerms(texts, first)) add([term], 0.55);
  }
  if (!word || !isUnfinished || word.length < 2) return;
  // «смесит» is the beginning of «смеситель» rather than a form of «смесь»; «перф» of «перфоратор», though some name
  // has «перф».
  const isWritten = texts.some((text) => findWord(text, word) !== -1);
  const begun = Math.max(0, ...texts.map((text) => beginningCount(text, word)));
  if (count > 0 && !isWritten && begun > 0 && !looksInflected(word)) {
    plain.quality = 0.5;
    group.alternatives.push({ terms: [], prefix: word, quality: 1 });
  } else if (count === 0 || isTyping || (word.length > 2 && begun > 4 * count)) {
    group.alternatives.push({ terms: [], prefix: word, quality: count === 0 ? 0.85 : isTyping ? 0.6 : 0.7 });
  }
}

/** Endings of nouns and adjectives: with one of these a word is whole, though the shop writes it in another form. */
const endings =
  /^(?:а|я|ы|и|у|ю|е|о|ь|й|ой|ей|ою|ам|ям|ами|ями|ах|ях|ов|ев|ом|ем|ый|ий|ая|яя|ое|ее|ые|ие|ия|ию|ии|ого|его|ому|ему|ым|им|ых|их|ыми|ими|ую|юю)?$/;

function looksInflected(word: string): boolean {
  const stemmed = wordTerm(word);
  return word.startsWith(stemmed) && endings.test(word.slice(stemmed.length));
}

function derivedTerms(texts: readonly TextColumns[], stemmed: string): string[] {
  const found = new Set<string>();
  for (const text of texts) {
    for (const term of termsStarting(text, stemmed)) {
      if (derived.test(term.slice(stemmed.length))) found.add(term);
    }
  }
  return [...found];
}

/** A size as typed, turned round, and with the unit that was left out. */
function sizeSpellings(token: Token): [term: string, quality: number][] {
  const raw = exactTerm(token);
  const inUnits = token.terms.find((term) => term.startsWith('=') && term.includes('x'));
  const turned = raw.split('x').reverse().join('x');
  if (inUnits) {
    const back = `=${inUnits.slice(1, -2).split('x').reverse().join('x')}mm`;
    return [
      [inUnits, 1],
      [raw, 0.8],
      [back, 0.85],
    ];
  }
  if (/[/ ]/.test(raw))
    return [
      [raw, 1],
      [turned, 0.8],
    ];
  const scaled = [1, 10, 1000].map(
    (factor) =>
      `=${raw
        .split('x')
        .map((part) => Math.round(Number(part) * factor * 1000) / 1000)
        .join('x')}mm`,
  );
  return [[raw, 1], ...scaled.map((term): [string, number] => [term, 0.9]), [turned, 0.8]];
}

/** The synonyms that begin at this word, all of the longest length. */
function synonymAt(rules: SearchRules, tokens: Token[], at: number): { length: number; means: string[][] } | null {
  const known = rules.synonyms.get(tokens[at]?.terms[0] ?? '');
  if (!known) return null;
  const fitting = known.filter(({ terms }) => terms.every((term, place) => tokens[at + place]?.terms[0] === term));
  const length = fitting[0]?.terms.length;
  return length === undefined
    ? null
    : { length, means: fitting.filter(({ terms }) => terms.length === length).map(({ means }) => means) };
}

/**
 * A brand beside other words becomes a filter that can be taken out, when its word stands for nothing but the brand:
 * «ПОРОГ» is a brand of locks and a threshold, and stays a word. Only after all words together were found, so that it
 * never leads to nothing.
 */
function withBrand(plan: SearchPlan, texts: readonly TextColumns[], rules: SearchRules): SearchPlan {
  if (plan.groups.length < 2) return plan;
  for (const group of plan.groups) {
    const key = phraseKey(group.text);
    const brand = rules.brands.get(key);
    const typed = plan.query.split(/\s+/).find((word) => phraseKey(word) === key);
    if (!brand || typed === undefined || !isBrandOnly(texts, key)) continue;
    const understood: Understood = {
      kind: 'brand',
      code: 'brand',
      text: typed,
      label: brand.name,
      remove: plan.query
        .split(/\s+/)
        .filter((word) => word !== typed)
        .join(' '),
    };
    return {
      ...plan,
      groups: plan.groups.filter((other) => other !== group),
      understood: [...plan.understood, understood].sort(
        (a, b) => plan.query.indexOf(a.text) - plan.query.indexOf(b.text),
      ),
      filters: { ...plan.filters, filters: { ...plan.filters.filters, brand: [brand.slug] } },
    };
  }
  return plan;
}

function isFound(searched: readonly SearchedText[], plan: TextPlan): boolean {
  return searched.some(({ text, isAlive }) => {
    const { rows } = matchText(text, plan);
    return isAlive ? rows.some(isAlive) : rows.length > 0;
  });
}

/**
 * Numbers whose unit or sign between the goods do not write: «тройник 110 мм» is «Тройник 110/50», «10-20» is «10х20».
 */
function looser(searched: readonly SearchedText[], plan: SearchPlan): SearchPlan | null {
  if (plan.groups.every(({ loose }) => loose === undefined)) return null;
  const groups = plan.groups.map((group) =>
    group.loose ? { ...group, alternatives: [...group.alternatives, ...group.loose] } : group,
  );
  const looser = { ...plan, groups, parts: groups, weak: true };
  return isFound(searched, looser) ? looser : null;
}

/**
 * «Гирлянда на ёлку» finds all its words in trees with a garland only. Where the goods that a query names are a kind of
 * their own and none of that kind was found, what they go with is left out.
 */
function withoutOther(searched: readonly SearchedText[], plan: SearchPlan): SearchPlan {
  const complement = plan.groups.findIndex((group) => group.is_complement);
  const kept = plan.groups.filter((group) => !group.is_complement);
  // «На что клеить плитку» names no goods before the preposition.
  const head = plan.groups
    .slice(0, Math.max(0, complement))
    .find((group) => searched.some(({ text }) => namesCategory(text, group)));
  if (!head) return plan;
  const isOfKind = (groups: Group[]) =>
    searched.some(({ text, isAlive }) => {
      const paths = pathsOfKind(text, head);
      const { rows } = matchText(text, { ...plan, groups });
      return rows.some((row) => paths.has(text.paths[row] ?? -1) && (isAlive?.(row) ?? true));
    });
  return isOfKind(plan.groups) || !isOfKind(kept) ? plan : shortened(plan, kept);
}

/** The words that together find something and tell most; the rest is named as dropped. */
function fewerWords(searched: readonly SearchedText[], plan: SearchPlan): SearchPlan {
  if (plan.groups.length < 2) return plan;
  const kept = bestParts(searched, plan.groups);
  return kept.length === 0 ? plan : shortened(plan, kept);
}

function shortened(plan: SearchPlan, kept: Group[]): SearchPlan {
  const dropped = plan.groups.filter((group) => !kept.includes(group)).map((group) => group.text);
  return {
    ...plan,
    groups: kept,
    used: kept.map((group) => group.text).join(' '),
    correction: 'fewer_words',
    dropped: dropped.join(' '),
    weak: true,
  };
}

function judge(searched: readonly SearchedText[], plan: SearchPlan): { weak: boolean } {
  if (plan.weak || plan.groups.length === 0) return { weak: plan.weak };
  if (plan.parts.length > 1 && isOfOtherKind(searched, plan.parts)) return { weak: true };
  let best = 0;
  for (const { text, isAlive } of searched) {
    const { rows, scores } = matchText(text, plan);
    for (let at = 0; at < rows.length; at++) {
      const [row, score] = [rows[at], scores[at] ?? 0];
      if (row === undefined || score <= best || (isAlive && !isAlive(row))) continue;
      best = score;
      if (best >= weakScore) return { weak: false };
    }
  }
  return { weak: best > 0 && best < weakScore };
}
