import { paragraphsOf } from '#modules/content/written-texts.ts';
import { departmentDirectory } from '#modules/departments/directory.ts';
import { priceContextOf } from '#modules/departments/queries.ts';
import { type PublishTools, type ReleaseKind, releaseKinds } from '#modules/releases/kinds.ts';
import { namedFirst, tryRelease } from '#modules/releases/publish-release.ts';
import { type ReleaseItem, readItems } from '#modules/releases/releases.ts';
import { fallOfRelease, measurableQueries } from '#modules/search/quality.ts';
import type { Permission } from '#modules/staff/permissions.ts';
import type { Db } from '#platform/database.ts';
import { Refusal } from '#platform/refusal.ts';
import { lowerFirst } from '#shared/lower-first.ts';
import { countOf } from '#shared/plurals.ts';
import { doubtsIn } from '#shared/text-lint.ts';
import type { Collision } from './collisions.ts';
import { readCalendar } from './read-calendar.ts';

export type CheckedRelease = {
  /** What would refuse to be published now: the release waits for it. */
  refusals: { kind: ReleaseKind; id: string; words: string }[];
  /** Where its rows collide with the rest of the calendar. */
  collisions: Collision[];
  /** Doubts about what its rows say. */
  doubts: { kind: ReleaseKind; id: string; words: string }[];
  /** Where its rules of the search answer the judged queries worse, branch by branch. */
  search: { words: string }[];
};

/** Two years on: what begins later is not planned yet. */
const farthestMs = 2 * 365 * 86_400_000;

/** Somebody waits for the answer: each branch answers every judged query twice, and no more are begun after so long. */
const longestSearchMs = 10_000;

/**
 * A release before it is published: tried and put back, held against the calendar and against the rules of Russian.
 * `searchMs`: how long branches are measured by their judged queries; beyond it the branches left are named.
 */
export async function checkRelease(
  db: Db,
  id: number,
  tools: PublishTools,
  may: (permission: Permission) => boolean,
  searchMs = longestSearchMs,
): Promise<CheckedRelease> {
  const refusals = await tryRelease(db, id, tools);
  const items = await readItems(db, id, tools.now);
  const own = new Set(items.map(({ kind, id }) => `${kind} ${id}`));
  const span = { from: tools.now, to: new Date(tools.now.getTime() + farthestMs), branches: null };
  const { collisions } = await readCalendar(db, { ...span, isCostShown: may('prices.cost') }, may);
  const towns = (await departmentDirectory(db)).map(({ city }) => city);
  return {
    refusals,
    collisions: collisions.filter(({ things }) => things.some(({ kind, id }) => own.has(`${kind} ${id}`))),
    doubts: items.flatMap((item) => doubtsOf(item, [...new Set(towns)])),
    search: await searchFalls(db, id, items, tools.now, searchMs),
  };
}

/**
 * Throws quality_falls, in the words of `checkRelease`, when rules of the release answer the judged queries worse
 * (back-office.md 2.11). `db` is no transaction: the catalogue in memory answers, by the rules that hold now.
 */
export async function refuseFallOfRelease(db: Db, id: number, now: Date): Promise<void> {
  const falls = await searchFalls(db, id, await readItems(db, id, now), now, longestSearchMs);
  if (falls.length > 0) throw new Refusal('quality_falls', {}, falls.map(({ words }) => words).join('; '));
}

/** Rules of all branches are measured in the main one. */
async function searchFalls(
  db: Db,
  id: number,
  items: ReleaseItem[],
  now: Date,
  longestMs: number,
): Promise<CheckedRelease['search']> {
  const rules = items.filter(({ kind, row }) => row && releaseKinds[kind] === 'search.write');
  if (rules.length === 0) return [];
  const named = new Set(rules.map(({ row }) => row?.department_id_1c ?? null));
  const measured = (await departmentDirectory(db)).filter(
    ({ id_1c, is_main }) => named.has(id_1c) || (is_main && named.has(null)),
  );
  const judged = await measurableQueries(db);
  if (judged.length === 0) return [];
  const falls: CheckedRelease['search'] = [];
  const until = performance.now() + longestMs;
  for (const [place, department] of measured.entries()) {
    if (performance.now() >= until) {
      const left = countOf(measured.length - place, 'филиал', 'филиала', 'филиалов');
      falls.push({ words: `Поиск проверен не везде, на это ушло бы слишком много времени: осталось ${left}` });
      break;
    }
    const words = await fallOfRelease(db, priceContextOf(department), judged, id, now);
    if (words) falls.push({ words: `${department.city}: ${lowerFirst(words)}` });
  }
  return falls;
}

function doubtsOf(item: ReleaseItem, towns: string[]): CheckedRelease['doubts'] {
  const { kind, id, row } = item;
  return paragraphsOf(row?.says ?? row?.version ?? {}, 'Текст').flatMap(({ text }) =>
    doubtsIn(text, towns).map(({ rule, words }) => ({ kind, id, words: `${namedFirst(item)}: ${rule}, «${words}»` })),
  );
}
