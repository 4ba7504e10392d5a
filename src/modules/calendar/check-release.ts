import { paragraphsOf } from '#modules/content/written-texts.ts';
import { departmentDirectory } from '#modules/departments/directory.ts';
import { priceContextOf } from '#modules/departments/queries.ts';
import { checkLanding } from '#modules/landings/check-landing.ts';
import { readWaitingTexts } from '#modules/landings/staff-landings.ts';
import { type PublishTools, type ReleaseKind, releaseKinds } from '#modules/releases/kinds.ts';
import { namedFirst, tryRelease } from '#modules/releases/publish-release.ts';
import { type Release, type ReleaseFall, type ReleaseItem, readItems } from '#modules/releases/releases.ts';
import { fallOfRelease, isDeeper, measurableQueries } from '#modules/search/quality.ts';
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
/** At the moment of a release nobody waits; longer than this for all branches is a fault, and the release is held. */
const longestAtMomentMs = 120_000;

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
    doubts: [
      ...items.flatMap((item) => doubtsOf(item, [...new Set(towns)])),
      ...(await doubtsOfLandings(db, items, tools.now)),
    ],
    search: wordsOf(await searchFalls(db, id, items, tools.now, searchMs)).map((words) => ({ words })),
  };
}

/**
 * Where rules of the release answer the judged queries worse. Throws quality_falls, in the words of `checkRelease`,
 * when they do and the person has not accepted it (back-office.md 2.11). In a transaction the rules in force are read
 * again for each query.
 */
export async function fallsOfRelease(db: Db, id: number, now: Date, isAccepted: boolean): Promise<ReleaseFall[]> {
  const found = await searchFalls(db, id, await readItems(db, id, now), now, longestSearchMs);
  const words = wordsOf(found);
  if (words.length > 0 && !isAccepted) throw new Refusal('quality_falls', {}, words.join('; '));
  return found.falls;
}

/**
 * Why a release must not be published at its moment: where the search gets worse than whoever set the moment has
 * accepted; null: nowhere. `db` is no transaction: the rules are measured as they hold now.
 */
export async function fallNotAccepted(
  db: Db,
  { id, accepted_falls }: Pick<Release, 'id' | 'accepted_falls'>,
  now: Date,
): Promise<string | null> {
  const { falls, unmeasured } = await searchFalls(db, id, await readItems(db, id, now), now, longestAtMomentMs);
  const acceptedIn = (branch: string) => accepted_falls.find((fall) => fall.department_id_1c === branch) ?? null;
  const deeper = falls.filter((fall) => isDeeper(fall, acceptedIn(fall.department_id_1c)));
  const words = wordsOf({ falls: deeper, unmeasured });
  return words.length > 0 ? words.join('; ') : null;
}

/** `unmeasured`: says how many branches were left when the time was over; null: none. */
type SearchFalls = { falls: ReleaseFall[]; unmeasured: string | null };

function wordsOf({ falls, unmeasured }: SearchFalls): string[] {
  return [...falls.map(({ words }) => words), ...(unmeasured === null ? [] : [unmeasured])];
}

/** Rules of all branches are measured in the main one. */
async function searchFalls(
  db: Db,
  id: number,
  items: ReleaseItem[],
  now: Date,
  longestMs: number,
): Promise<SearchFalls> {
  const found: SearchFalls = { falls: [], unmeasured: null };
  const rules = items.filter(({ kind, row }) => row && isOfSearch(kind));
  if (rules.length === 0) return found;
  const named = new Set(rules.map(({ row }) => row?.department_id_1c ?? null));
  const measured = (await departmentDirectory(db)).filter(
    ({ id_1c, is_main }) => named.has(id_1c) || (is_main && named.has(null)),
  );
  const judged = await measurableQueries(db);
  if (judged.length === 0) return found;
  const until = performance.now() + longestMs;
  for (const [place, department] of measured.entries()) {
    if (performance.now() >= until) {
      const left = countOf(measured.length - place, 'филиал', 'филиала', 'филиалов');
      found.unmeasured = `Поиск проверен не везде, на это ушло бы слишком много времени: осталось ${left}`;
      break;
    }
    const fall = await fallOfRelease(db, priceContextOf(department), judged, id, now);
    if (!fall) continue;
    const words = `${department.city}: ${lowerFirst(fall.words)}`;
    found.falls.push({ ...fall, department_id_1c: department.id_1c, words });
  }
  return found;
}

/** Whether rows of this kind change what the search answers. */
export function isOfSearch(kind: ReleaseKind): boolean {
  return releaseKinds[kind] === 'search.write';
}

/** What readers of the waiting texts of landing pages would stumble over; where links lead is among the collisions. */
async function doubtsOfLandings(db: Db, items: ReleaseItem[], now: Date): Promise<CheckedRelease['doubts']> {
  const found: CheckedRelease['doubts'] = [];
  for (const item of items.filter(({ kind, row }) => kind === 'landings' && row?.is_draft)) {
    const { starts_at = null, ends_at = null } = item.row ?? {};
    for (const text of await readWaitingTexts(db, Number(item.id))) {
      const checks = await checkLanding(db, { ...text, starts_at, ends_at }, [], now);
      for (const { is_met, words } of checks)
        if (!is_met) found.push({ kind: item.kind, id: item.id, words: `${namedFirst(item)}: ${lowerFirst(words)}` });
    }
  }
  return found;
}

function doubtsOf(item: ReleaseItem, towns: string[]): CheckedRelease['doubts'] {
  const { kind, id, row } = item;
  return paragraphsOf(row?.says ?? row?.version ?? {}, 'Текст').flatMap(({ text }) =>
    doubtsIn(text, towns).map(({ rule, words }) => ({ kind, id, words: `${namedFirst(item)}: ${rule}, «${words}»` })),
  );
}
