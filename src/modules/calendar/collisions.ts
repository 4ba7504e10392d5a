import { type CalendarAction, goodsInActions } from '#modules/catalogue/calendar-rows.ts';
import type { CalendarLink } from '#modules/content/calendar-rows.ts';
import { branchesOf, departmentDirectory } from '#modules/departments/directory.ts';
import type { Department } from '#modules/departments/queries.ts';
import type { LandingLink } from '#modules/landings/calendar-rows.ts';
import { couponsOf, plansInActions, plansOnOnePrice } from '#modules/pricing/calendar-rows.ts';
import type { Db } from '#platform/database.ts';
import type { CalendarRow, CalendarSpan } from '#shared/calendar-row.ts';
import { countOf, formatCount } from '#shared/plurals.ts';
import { upperFirst } from '#shared/upper-first.ts';
import { findDeadLinks, type PlannedLink } from './dead-links.ts';
import type { CalendarKind } from './read-calendar.ts';
import { begins, covers, ends, meeting, on } from './spans.ts';

/** Two plans that cannot both come true, or one that leads nowhere: a sentence, since when, the records it names. */
export type Collision = {
  words: string;
  /** The first moment within the span at which it is so. */
  at: Date;
  things: { kind: CalendarKind; id: string; title: string }[];
};

type Rows = {
  layouts: CalendarRow[];
  slides: CalendarLink[];
  wobblers: CalendarLink[];
  actions: CalendarAction[];
  wheels: CalendarRow[];
  plans: CalendarRow[];
  menu: CalendarLink[];
  /** Where texts of landing pages lead, and where the pages do when they are over. */
  landing_links: LandingLink[];
  landing_ends: LandingLink[];
};

/** Of more than these the first are told: a plan that collides everywhere is mended at its beginning. */
const mostCollisions = 100;
/** As the home page shows at most (`homeSlides`). */
const mostSlides = 5;

/**
 * What collides within the span, the earliest first. `planned`: `kind id` of the drafts that are meant to be published:
 * they are taken for what they will be.
 */
export async function findCollisions(
  db: Db,
  span: CalendarSpan,
  given: Rows,
  planned: Set<string>,
): Promise<Collision[]> {
  const rows: Rows = {
    layouts: asPlanned('layouts', given.layouts, planned),
    slides: asPlanned('slides', given.slides, planned),
    wobblers: asPlanned('wobblers', given.wobblers, planned),
    actions: asPlanned('actions', given.actions, planned),
    wheels: given.wheels,
    plans: asPlanned('plans', given.plans, planned),
    menu: given.menu,
    landing_links: given.landing_links,
    landing_ends: given.landing_ends,
  };
  const links = [...ofKind('slides', rows.slides), ...ofKind('wobblers', rows.wobblers)];
  const found = [
    ...twoLooks(rows.layouts),
    ...coveredLooks(rows.layouts, await departmentDirectory(db)),
    ...tooManySlides(rows.slides, span),
    ...hiddenWobblers(rows.wobblers),
    ...twoWheels(rows.wheels),
    ...(await emptyActions(db, rows.actions, span)),
    ...(await deadLinks(db, linksOf(rows), { from: span.from, planned })),
    ...(await couponsTooShort(db, links, rows.actions, planned)),
    ...(await pricesInActions(db, rows)),
    ...(await twoPlans(db, rows.plans)),
    ...(await sharedGoods(db, rows.actions)),
  ];
  // The texts of a landing page may lead to the same address.
  return [...new Map(found.map((one) => [JSON.stringify([one.words, one.things]), one])).values()]
    .map((one) => ({ ...one, at: one.at < span.from ? span.from : one.at }))
    .filter(({ at }) => at < span.to)
    .sort((a, b) => a.at.getTime() - b.at.getTime())
    .slice(0, mostCollisions);
}

function asPlanned<Row extends CalendarRow>(kind: CalendarKind, rows: Row[], planned: Set<string>): Row[] {
  return rows.map((row) => (planned.has(`${kind} ${row.id}`) ? { ...row, is_draft: false } : row));
}

/** Of two looks of one branch that begin on days of their own, only the later one is shown. */
function twoLooks(layouts: CalendarRow[]): Collision[] {
  return pairs(layouts.filter(({ starts_at, is_draft }) => starts_at !== null && !is_draft)).flatMap(([a, b]) => {
    const at = sameBranches(a, b) ? meeting(a, b) : null;
    if (!at) return [];
    const [covered, shown] = begins(a) <= begins(b) ? [a, b] : [b, a];
    return {
      words: `Два оформления главной сразу: с ${on(at)} видно только «${shown.title}», «${covered.title}» — нет`,
      at,
      things: [thing('layouts', shown), thing('layouts', covered)],
    };
  });
}

/** A branch's own look, also one that always stands, is shown before a common one of these days. */
function coveredLooks(layouts: CalendarRow[], departments: Department[]): Collision[] {
  const open = layouts.filter(({ is_draft }) => !is_draft);
  const nameOf = new Map(departments.map(({ id_1c, name_for_site }) => [id_1c, `«${name_for_site}»`]));
  const planned = open.filter(({ branches, starts_at }) => branches === null && starts_at !== null);
  return planned.flatMap((common) => {
    const over = open
      .filter(({ branches }) => branches !== null)
      .flatMap((own) => {
        const at = meeting(common, own);
        return at ? [{ own, at }] : [];
      });
    const [first] = over.toSorted((a, b) => a.at.getTime() - b.at.getTime());
    if (!first) return [];
    const branches = [...new Set(over.flatMap(({ own }) => own.branches ?? []))].flatMap((id) => nameOf.get(id) ?? []);
    return {
      words: `Оформление «${common.title}» не видно ${inBranchNames(branches)}: там с ${on(first.at)} своё`,
      at: first.at,
      things: [thing('layouts', common), ...over.map(({ own }) => thing('layouts', own))],
    };
  });
}

/** The home page shows five slides; `slides` stand in its order. */
function tooManySlides(slides: CalendarLink[], { from, branches }: CalendarSpan): Collision[] {
  const shown = slides.filter(({ is_draft }) => !is_draft);
  const own = branches ?? [...new Set(shown.flatMap((slide) => slide.branches ?? []))];
  const found = new Map<string, Collision>();
  // Of slides that are common to all branches it is told once; `''` is a branch without slides of its own.
  for (const branch of ['', ...own]) {
    const here = shown.filter((slide) => slide.branches === null || slide.branches.includes(branch));
    for (const moment of here.map((slide) => begins(slide))) {
      const at = Math.max(moment, from.getTime());
      const due = here.filter((slide) => begins(slide) <= at && ends(slide) > at);
      const left = due.slice(mostSlides);
      const key = left.map(({ id }) => id).join();
      if (left.length === 0 || found.has(key)) continue;
      const names = left.map(({ title }) => `«${title}»`).join(', ');
      found.set(key, {
        words: `На главной помещается ${countOf(mostSlides, 'слайд', 'слайда', 'слайдов')}: с ${on(new Date(at))} не видно ${names}`,
        at: new Date(at),
        things: left.map((slide) => thing('slides', slide)),
      });
    }
  }
  return [...found.values()];
}

/** Of the wobblers of one place the first is shown, a branch's own before a common one. */
function hiddenWobblers(wobblers: CalendarLink[]): Collision[] {
  return pairs(wobblers.filter(({ is_draft }) => !is_draft)).flatMap(([first, second]) => {
    const at = first.place === second.place && meetBranches(first, second) ? meeting(first, second) : null;
    if (!at) return [];
    return {
      words: `Две плашки на одном месте: с ${on(at)} «${second.title}» ждёт, пока покупатель не закроет «${first.title}»`,
      at,
      things: [thing('wobblers', second), thing('wobblers', first)],
    };
  });
}

/** Two published wheels cannot meet; a draft that would cannot be published. */
function twoWheels(wheels: CalendarRow[]): Collision[] {
  return pairs(wheels).flatMap(([a, b]) => {
    const at = meeting(a, b);
    if (!at) return [];
    const [draft, other] = a.is_draft ? [a, b] : [b, a];
    return {
      words: `Розыгрыш «${draft.title}» пересекается с «${other.title}» с ${on(at)}: опубликовать можно только один`,
      at,
      things: [thing('wheels', draft), thing('wheels', other)],
    };
  });
}

/** Promotions without goods, in all their branches or in those where none of the goods has a price. */
async function emptyActions(db: Db, actions: CalendarAction[], { branches }: CalendarSpan): Promise<Collision[]> {
  const open = branchesOf(await departmentDirectory(db));
  const nameOf = new Map(open.map(({ id_1c, name_for_site }) => [id_1c, `«${name_for_site}»`]));
  return actions.flatMap((action): Collision[] => {
    const found = { at: action.starts_at, things: [thing('actions', action)] };
    if (action.goods === 0) return [{ words: `В акции «${action.title}» нет товаров`, ...found }];
    const all = action.branches ?? open.map(({ id_1c }) => id_1c);
    const empty = action.empty_in.filter((branch) => branches === null || branches.includes(branch));
    if (empty.length === 0) return [];
    const where =
      all.length === action.empty_in.length ? '' : `${inBranchNames(empty.flatMap((id) => nameOf.get(id) ?? []))} `;
    return [{ words: `${where}ни у одного товара акции «${action.title}» нет цены`, ...found }].map(capital);
  });
}

/** As many branches are named; the rest is counted. */
const mostNames = 3;

function inBranchNames(names: string[]): string {
  const rest = names.length - mostNames;
  const named = names.slice(0, rest > 1 ? mostNames : undefined).join(', ');
  return `${names.length === 1 ? 'в филиале' : 'в филиалах'} ${named}${rest > 1 ? ` и ещё ${formatCount(rest)}` : ''}`;
}

function capital({ words, ...one }: Collision): Collision {
  return { ...one, words: upperFirst(words) };
}

type Link = CalendarLink & { kind: 'slides' | 'wobblers' };

/** What leads somewhere, and the sentence that says so. */
type WordedLink = PlannedLink & { sentence: string; thing: Collision['things'][number] };

function linksOf(rows: Rows): WordedLink[] {
  const worded = (kind: CalendarKind, say: (title: string) => string) => (row: CalendarRow & { link: string }) => ({
    link: row.link,
    branches: row.branches,
    starts_at: row.starts_at,
    ends_at: row.ends_at,
    sentence: say(`«${row.title}»`),
    thing: thing(kind, row),
  });
  return [
    ...rows.slides.map(worded('slides', (title) => `Слайд ${title} ведёт`)),
    ...rows.wobblers.map(worded('wobblers', (title) => `Плашка ${title} ведёт`)),
    ...rows.menu.map(worded('menu', (title) => `Ссылка меню ${title} ведёт`)),
    ...rows.landing_links.map(worded('landings', (title) => `Посадочная ${title} ведёт`)),
    ...rows.landing_ends.map(worded('landings', (title) => `Посадочная ${title} после окончания ведёт`)),
  ];
}

/**
 * A menu that always stands is no plan: whether its pages were ever written is asked by the guide of the first run, and
 * by visitors (`missing_paths`).
 */
const isPlan = ({ thing: { kind }, starts_at, ends_at }: WordedLink) =>
  kind !== 'menu' || starts_at !== null || ends_at !== null;

/** What leads, drafts too, to something while that is not open in its branch, or to nothing at all. */
async function deadLinks(db: Db, links: WordedLink[], how: { from: Date; planned: Set<string> }): Promise<Collision[]> {
  const dead = await findDeadLinks(db, links, how);
  return dead
    .filter(({ link, target }) => target !== null || isPlan(link))
    .map(({ link, words, at, target }) => ({
      words: `${link.sentence} ${words}`,
      at,
      things: [link.thing, ...(target && isOnCalendar(target.kind) ? [thing(target.kind, target.row)] : [])],
    }));
}

/** Of what links lead to, this stands on the calendar itself. */
const ofCalendar = ['actions', 'landings', 'pages', 'articles'] as const satisfies CalendarKind[];

function isOnCalendar(kind: string): kind is (typeof ofCalendar)[number] {
  return ofCalendar.some((one) => one === kind);
}

/** A code that a slide or a wobbler names, or that goes with a promotion, must be good as long as they stand. */
async function couponsTooShort(
  db: Db,
  links: Link[],
  actions: CalendarAction[],
  planned: Set<string>,
): Promise<Collision[]> {
  const named = [
    ...links.map((row) => ({ row, kind: row.kind as CalendarKind, codes: codesIn(row.words) })),
    ...actions.map((row) => ({ row, kind: 'actions' as CalendarKind, codes: row.coupon ? [row.coupon] : [] })),
  ];
  const known = await couponsOf(db, [...new Set(named.flatMap(({ codes }) => codes))]);
  const coupons = asPlanned('coupons', known, planned);
  return named.flatMap(({ row, kind, codes }) =>
    coupons
      .filter(({ id }) => codes.includes(id))
      .flatMap((coupon): Collision[] => {
        const things = [thing(kind, row), thing('coupons', coupon)];
        const who = `Купон ${coupon.title}`;
        const at = row.starts_at ?? new Date(0);
        if (coupon.is_draft) return [{ words: `${who} ещё не опубликован, а его называет «${row.title}»`, at, things }];
        if (!covers(coupon, row))
          return [{ words: `${who} не действует в филиалах, где его называет «${row.title}»`, at, things }];
        if (begins(coupon) > begins(row))
          return [
            {
              words: `${who} начнёт действовать позже, чем «${row.title}»: ${on(new Date(begins(coupon)))}`,
              at,
              things,
            },
          ];
        if (ends(coupon) >= ends(row)) return [];
        const end = new Date(ends(coupon));
        return [{ words: `${who} кончится раньше, чем «${row.title}»: ${on(end)}`, at: end, things }];
      }),
  );
}

/** Whatever in a text could be a code: three signs or more, capital letters, digits and hyphens. */
function codesIn(words: string): string[] {
  return words.match(/(?<![\p{L}\d-])[0-9A-ZА-ЯЁ-]{3,30}(?![\p{L}\d-])/gu) ?? [];
}

async function pricesInActions(db: Db, { plans, actions }: Rows): Promise<Collision[]> {
  if (plans.length === 0 || actions.length === 0) return [];
  const ids = (rows: CalendarRow[]) => rows.map(({ id }) => id);
  return (await plansInActions(db, ids(plans), ids(actions))).flatMap(({ plan_id, action_id, goods, due_at }) => {
    const plan = plans.find(({ id }) => id === plan_id);
    const action = actions.find(({ id }) => id === action_id);
    if (!plan || !action) return [];
    return {
      words: `«${plan.title}» сменит цены акции «${action.title}», пока она идёт: ${on(due_at)}, ${goodsOf(goods)}`,
      at: due_at,
      things: [thing('plans', plan), thing('actions', action)],
    };
  });
}

/** A price waits for one plan alone: as long as one is confirmed, no other for it can be. `plans` by their time. */
async function twoPlans(db: Db, plans: CalendarRow[]): Promise<Collision[]> {
  if (plans.length < 2) return [];
  const byId = new Map(plans.map((plan) => [plan.id, plan]));
  return (await plansOnOnePrice(db, [...byId.keys()])).flatMap(({ former_id, plan_id, goods }) => {
    const [former, plan] = [byId.get(former_id), byId.get(plan_id)];
    if (!former || !plan?.starts_at) return [];
    return {
      words: `Два плана на одну цену: «${former.title}» и «${plan.title}», ${goodsOf(goods)}`,
      at: plan.starts_at,
      things: [thing('plans', plan), thing('plans', former)],
    };
  });
}

/** Two promotions that promise something of the same goods at once, drafts too. */
async function sharedGoods(db: Db, actions: CalendarAction[]): Promise<Collision[]> {
  // Who runs beside whom is known without their goods; of the others none are read.
  const met = pairs(actions.toSorted((a, b) => Number(a.id) - Number(b.id))).flatMap(([a, b]) => {
    const at = meetBranches(a, b) ? meeting(a, b) : null;
    return at ? { a, b, at, goods: 0 } : [];
  });
  if (met.length === 0) return [];
  const byIds = new Map(met.map((pair) => [`${pair.a.id},${pair.b.id}`, pair]));
  const ids = [...new Set(met.flatMap(({ a, b }) => [a.id, b.id]))];
  for (const shared of await goodsInActions(db, ids))
    for (const pair of pairs(shared.ids)) {
      const found = byIds.get(pair.join());
      if (found) found.goods += shared.goods;
    }
  return met.flatMap(({ a, b, at, goods }) => {
    if (goods === 0) return [];
    return {
      words: `Акции «${a.title}» и «${b.title}» делят ${goodsOf(goods)}: обе идут с ${on(at)}`,
      at,
      things: [thing('actions', b), thing('actions', a)],
    };
  });
}

function goodsOf(count: number): string {
  return countOf(count, 'товар', 'товара', 'товаров');
}

function ofKind<Kind extends CalendarKind, Row>(kind: Kind, rows: Row[]): (Row & { kind: Kind })[] {
  return rows.map((row) => ({ ...row, kind }));
}

function thing(kind: CalendarKind, { id, title }: CalendarRow): Collision['things'][number] {
  return { kind, id, title };
}

function sameBranches(a: CalendarRow, b: CalendarRow): boolean {
  return a.branches?.join() === b.branches?.join();
}

function meetBranches(a: CalendarRow, b: CalendarRow): boolean {
  return a.branches === null || b.branches === null || a.branches.some((branch) => b.branches?.includes(branch));
}

function pairs<Row>(rows: Row[]): [Row, Row][] {
  return rows.flatMap((a, at) => rows.slice(at + 1).map((b): [Row, Row] => [a, b]));
}
