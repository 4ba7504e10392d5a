import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { Department } from '#modules/departments/queries.ts';
import { proposeCityCases } from '#shared/city-cases.ts';
import { folded } from '#shared/folded.ts';
import { regionPlaceholders } from '#shared/seo-kinds.ts';
import type { SeoProblem } from './lint-seo.ts';
import { withoutEntities } from './page-contents.ts';
import { seoPagePath } from './seo-page-path.ts';
import type { SeoPage } from './seo-samples.ts';
import { builtInTemplates, departmentValues, firstFilled, type SeoTexts } from './seo-texts.ts';
import { isShownIn, ownRows, placeId, type SeoPlace } from './seo-world.ts';

export type ComparedRow = SeoPlace & Pick<SeoTexts, (typeof comparedFields)[number]>;
export type SimilarTexts = { page: SeoPage; place: SeoPlace; problem: SeoProblem };

/** The heading of a page (H1) is its name in every branch, and keywords are read by nobody. */
const comparedFields = ['title', 'description', 'text'] as const;
type ComparedField = (typeof comparedFields)[number];

/** From this share on two texts are one. */
const sameFrom = 0.9;
/** «Каталог товаров» and «Контакты магазина» are said in no other way: so few words prove nothing. */
const fewestWords = 5;
/** Far beyond a text under a list of goods; what follows after so many words decides nothing. */
const mostWords = 2_000;
/** A shop of 12 branches and 2,000 pages takes a fraction of it; pages beyond it are not compared. */
const longestMs = 120_000;

type Shown = { branch: Department; source: SeoPlace | null; words: string[] };

/**
 * Titles, descriptions and texts of one page that are the same by `sameFrom` or more on the hosts of two branches,
 * whichever two of all. The measure: what the branch calls itself (its name, city and region in every case, address,
 * phones, hours, host) is put aside, tags and punctuation are dropped, and Dice's coefficient is taken of the pairs of
 * neighbouring words, each counted as often as it stands. Names are put aside because a copy with another town in it
 * is a copy; pairs are taken because the same words in another order are another text, and Dice's coefficient because
 * one word changed in twenty leaves about 0.9 of it.
 *
 * A template that names the region is no repetition, although its texts are equal by this measure: the shop has it so
 * that nobody writes for each branch what differs in the town alone. Judged are texts that were written apart (by two
 * branches, or by a branch and for all), and texts of one template that says nothing of the branch. Each place is
 * reported once, at the first page where it shows, beside the branch it resembles most. `addressOf`: an address of a
 * branch.
 */
export async function similarTexts(
  branches: Department[],
  rows: ComparedRow[],
  pages: Iterable<SeoPage>,
  addressOf: (branch: Department, path: string) => string,
): Promise<SimilarTexts[]> {
  const until = performance.now() + longestMs;
  const byPage = Map.groupBy(rows, ({ kind, key }) => `${kind} ${key}`);
  const values = new Map(branches.map((branch) => [branch, { ...departmentValues(branch), host: branch.domain }]));
  const ownWords = new Map(branches.map((branch) => [branch, ownWordsOf(branch)]));
  const found = new Map<string, SimilarTexts>();
  for (const page of pages) {
    if (performance.now() > until) break;
    const known = [...(byPage.get(`${page.kind} ${page.key}`) ?? []), ...(byPage.get(`${page.kind} `) ?? [])];
    const here = branches.filter((branch) => isShownIn(page, branch));
    for (const field of comparedFields) {
      const written = known.filter((row) => row[field].trim() !== '');
      if (!mayRepeat(written, field)) continue;
      const shown = here.flatMap((branch): Shown[] => {
        const all = { ...values.get(branch), ...page.values };
        const own = firstFilled(ownRows(written, page, branch.id_1c), field, all);
        const text = (own ?? firstFilled(builtInTemplates(page.kind), field, all))?.text;
        if (text === undefined) return [];
        const words = wordsOf(text, ownWords.get(branch) ?? []);
        return words.length < fewestWords ? [] : [{ branch, source: own?.template ?? null, words }];
      });
      note(found, page, field, shown, written, addressOf);
    }
    // Others of the process work meanwhile.
    await yieldToEventLoop();
  }
  return [...found.values()];
}

/** Common templates that name the region are all that most pages have. */
function mayRepeat(written: ComparedRow[], field: ComparedField): boolean {
  return written.some((row) => row.department_id_1c !== null || !namesRegion(row[field]));
}

function namesRegion(template: string): boolean {
  return regionPlaceholders.some((name) => new RegExp(`\\{\\s*${name}\\s*\\}`, 'i').test(template));
}

function note(
  found: Map<string, SimilarTexts>,
  page: SeoPage,
  field: ComparedField,
  shown: Shown[],
  rows: ComparedRow[],
  addressOf: (branch: Department, path: string) => string,
): void {
  const pairs = new Map(shown.map((one) => [one, pairsOf(one.words)]));
  for (const [at, one] of shown.entries()) {
    // Of a text of a branch and the common one the branch's can be mended; of two branches the later one's.
    const place = one.source;
    if (!place || found.has(`${placeId(place)} ${field}`)) continue;
    let best: { other: Shown; share: number } | null = null;
    for (const [otherAt, other] of shown.entries()) {
      const isJudgedHere = other.source?.department_id_1c == null || otherAt < at;
      if (other === one || !isJudgedHere || !isJudged(one, other, field, rows)) continue;
      const share = shareOf(pairs.get(one), pairs.get(other));
      if (share >= sameFrom && share > (best?.share ?? 0)) best = { other, share };
    }
    if (!best) continue;
    const path = seoPagePath(page);
    const [there, here] = [addressOf(best.other.branch, path), addressOf(one.branch, path)];
    const words = `Совпадает на ${Math.floor(best.share * 100)} % с филиалом ${best.other.branch.name_for_site}: ${there} и ${here}`;
    const { kind, key, department_id_1c } = place;
    found.set(`${placeId(place)} ${field}`, {
      page,
      place: { kind, key, department_id_1c },
      problem: { field, code: 'similar', words },
    });
  }
}

/** Written apart, or of one template that says nothing of the branch. */
function isJudged(one: Shown, other: Shown, field: ComparedField, rows: ComparedRow[]): boolean {
  if (!one.source || !other.source) return one.source?.department_id_1c != null;
  if (placeId(one.source) !== placeId(other.source)) return one.source.department_id_1c !== null;
  // Titles and descriptions of one template are found by «Одинаков во всех филиалах».
  const template = rows.find((row) => one.source && placeId(row) === placeId(one.source));
  return field === 'text' && template !== undefined && !namesRegion(template[field]);
}

type Pairs = { counts: Map<string, number>; size: number };

function pairsOf(words: string[]): Pairs {
  const counts = new Map<string, number>();
  for (const [at, word] of words.entries()) {
    const pair = `${word} ${words[at + 1] ?? ''}`;
    if (at + 1 < words.length) counts.set(pair, (counts.get(pair) ?? 0) + 1);
  }
  return { counts, size: words.length - 1 };
}

function shareOf(one: Pairs | undefined, other: Pairs | undefined): number {
  if (!one || !other) return 0;
  const all = one.size + other.size;
  // So much at most: most texts of unequal length need no counting.
  if ((2 * Math.min(one.size, other.size)) / all < sameFrom) return 0;
  let shared = 0;
  for (const [pair, count] of one.counts) shared += Math.min(count, other.counts.get(pair) ?? 0);
  return (2 * shared) / all;
}

/** What a branch says of itself, as words; those of several words first, so that their parts are not left over. */
function ownWordsOf(branch: Department): string[][] {
  const texts = [
    ...[...Object.values(departmentValues(branch)), branch.name_for_site, branch.city, branch.region, branch.domain],
    // The cases of the name are typed by people and may be missing.
    ...[branch.name_for_site, branch.city].flatMap((name) => Object.values(proposeCityCases(name))),
    ...Object.values(branch.phones).flatMap((phones) => phones.split('|')),
  ];
  const split = texts.map(plainWords).filter((words) => words.length > 0);
  return split.sort((a, b) => b.length - a.length);
}

function wordsOf(html: string, ownWords: string[][]): string[] {
  let text = ` ${plainWords(html).join(' ')} `;
  for (const own of ownWords) text = text.replaceAll(` ${own.join(' ')} `, ' ');
  return text
    .split(' ')
    .filter((word) => word !== '')
    .slice(0, mostWords);
}

function plainWords(html: string): string[] {
  const text = folded(withoutEntities(html.replace(/<[^>]*>/g, ' ')));
  return text.match(/[\p{L}\p{N}]+/gu)?.slice(0, 2 * mostWords) ?? [];
}
