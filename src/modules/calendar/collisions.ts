import { actionsAt, type CalendarAction } from '#modules/catalogue/calendar-rows.ts';
import type { CalendarLink } from '#modules/content/calendar-rows.ts';
import { landingsAt } from '#modules/landings/calendar-rows.ts';
import { couponsOf, plansInActions } from '#modules/pricing/calendar-rows.ts';
import type { Db } from '#platform/database.ts';
import type { CalendarRow, CalendarSpan } from '#shared/calendar-row.ts';
import { formatDateTime } from '#shared/dates.ts';
import { countOf } from '#shared/plurals.ts';
import type { CalendarKind } from './read-calendar.ts';

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
  };
  const links = [...ofKind('slides', rows.slides), ...ofKind('wobblers', rows.wobblers)];
  const found = [
    ...twoLooks(rows.layouts),
    ...tooManySlides(rows.slides, span),
    ...hiddenWobblers(rows.wobblers),
    ...twoWheels(rows.wheels),
    ...emptyActions(rows.actions),
    ...(await deadLinks(db, links, planned)),
    ...(await couponsTooShort(db, links, rows.actions, planned)),
    ...(await pricesInActions(db, rows)),
  ];
  return found
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

function emptyActions(actions: CalendarAction[]): Collision[] {
  return actions
    .filter(({ goods }) => goods === 0)
    .map((action) => ({
      words: `В акции «${action.title}» нет товаров`,
      at: action.starts_at,
      things: [thing('actions', action)],
    }));
}

type Link = CalendarLink & { kind: 'slides' | 'wobblers' };

/** Slides and wobblers, drafts too, that lead to a promotion or a landing page while it is not open in their branch. */
async function deadLinks(db: Db, links: Link[], planned: Set<string>): Promise<Collision[]> {
  const slugsOf = (target: RegExp) => [...new Set(links.flatMap(({ link }) => target.exec(link)?.[1] ?? []))];
  const [actions, landings] = await Promise.all([
    actionsAt(db, slugsOf(toAction)).then((rows) => asPlanned('actions', rows, planned)),
    landingsAt(db, slugsOf(toLanding)).then((rows) => asPlanned('landings', rows, planned)),
  ]);
  return links.flatMap((link) => {
    const [action, landing] = [toAction.exec(link.link)?.[1], toLanding.exec(link.link)?.[1]];
    if (action !== undefined) {
      const known = actions.find(({ slug }) => slug === action);
      return leadsTo(link, known && { ...known, kind: 'actions' as const }, `акцию ${link.link}`);
    }
    if (landing === undefined || landing === 'magic' || landing === 'fortune') return [];
    const known = landings.find(({ slug }) => slug === landing);
    return leadsTo(link, known && { ...known, kind: 'landings' as const }, `посадочную ${link.link}`);
  });
}

const toAction = /^\/actions\/([a-z0-9-]+)\/?(?:[?#]|$)/;
const toLanding = /^\/lp\/([a-z0-9-]+)\/?(?:[?#]|$)/;

function leadsTo(link: Link, target: (CalendarRow & { kind: CalendarKind }) | undefined, address: string): Collision[] {
  const named = `${link.kind === 'slides' ? 'Слайд' : 'Плашка'} «${link.title}» ведёт`;
  const at = link.starts_at ?? new Date(0);
  if (!target) return [{ words: `${named} на ${address}, а такой нет`, at, things: [thing(link.kind, link)] }];
  const things = [thing(link.kind, link), thing(target.kind, target)];
  const what = `на «${target.title}»`;
  if (target.is_draft) return [{ words: `${named} ${what}, которая ещё не опубликована`, at, things }];
  if (!covers(target, link)) return [{ words: `${named} ${what} в филиалах, где её нет`, at, things }];
  if (begins(link) < begins(target))
    return [{ words: `${named} ${what}, которая начнётся позже: ${on(new Date(begins(target)))}`, at, things }];
  if (ends(link) > ends(target)) {
    const end = new Date(ends(target));
    return [{ words: `${named} ${what}, которая кончится раньше: ${on(end)}`, at: end, things }];
  }
  return [];
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
      words: `«${plan.title}» сменит цены акции «${action.title}», пока она идёт: ${on(due_at)}, ${countOf(goods, 'товар', 'товара', 'товаров')}`,
      at: due_at,
      things: [thing('plans', plan), thing('actions', action)],
    };
  });
}

function ofKind<Kind extends CalendarKind, Row>(kind: Kind, rows: Row[]): (Row & { kind: Kind })[] {
  return rows.map((row) => ({ ...row, kind }));
}

function thing(kind: CalendarKind, { id, title }: CalendarRow): Collision['things'][number] {
  return { kind, id, title };
}

function begins({ starts_at }: CalendarRow): number {
  return starts_at?.getTime() ?? Number.NEGATIVE_INFINITY;
}

function ends({ ends_at }: CalendarRow): number {
  return ends_at?.getTime() ?? Number.POSITIVE_INFINITY;
}

/** The first moment that both stand; null: never. */
function meeting(a: CalendarRow, b: CalendarRow): Date | null {
  const from = Math.max(begins(a), begins(b));
  if (from >= Math.min(ends(a), ends(b))) return null;
  return new Date(Number.isFinite(from) ? from : 0);
}

function sameBranches(a: CalendarRow, b: CalendarRow): boolean {
  return a.branches?.join() === b.branches?.join();
}

function meetBranches(a: CalendarRow, b: CalendarRow): boolean {
  return a.branches === null || b.branches === null || a.branches.some((branch) => b.branches?.includes(branch));
}

/** Whether the one is wherever the other is. */
function covers(a: CalendarRow, b: CalendarRow): boolean {
  return a.branches === null || (b.branches?.every((branch) => a.branches?.includes(branch)) ?? false);
}

function pairs<Row>(rows: Row[]): [Row, Row][] {
  return rows.flatMap((a, at) => rows.slice(at + 1).map((b): [Row, Row] => [a, b]));
}

/** By the clock of Moscow, as the screen shows moments. */
function on(moment: Date): string {
  return formatDateTime(moment);
}
