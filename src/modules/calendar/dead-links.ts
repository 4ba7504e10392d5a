import type { Db } from '#platform/database.ts';
import type { CalendarRow, RowAtAddress } from '#shared/calendar-row.ts';
import { type LinkTarget, readTargets, type TargetKind } from './link-targets.ts';
import { begins, covers, ends, on } from './spans.ts';

/** An address that something leads to while it is shown. */
export type PlannedLink = Pick<CalendarRow, 'branches' | 'starts_at' | 'ends_at'> & { link: string };

/** `words`: where the address leads and what is wrong with that, after «ведёт»; `target`: the row it meant. */
export type DeadLink<Link> = {
  link: Link;
  words: string;
  at: Date;
  target: { kind: TargetKind; row: RowAtAddress } | null;
};

/** «на акцию /actions/x/, а такой нет». */
const names: Record<TargetKind | 'nothing', { on: string; such: string }> = {
  actions: { on: 'акцию', such: 'такой' },
  landings: { on: 'посадочную', such: 'такой' },
  pages: { on: 'страницу', such: 'такой' },
  articles: { on: 'статью', such: 'такой' },
  categories: { on: 'раздел', such: 'такого' },
  products: { on: 'товар', such: 'такого' },
  brands: { on: 'бренд', such: 'такого' },
  forms: { on: 'форму', such: 'такой' },
  vacancies: { on: 'вакансию', such: 'такой' },
  wheels: { on: 'колесо удачи', such: 'его' },
  nothing: { on: 'страницу', such: 'такой' },
};

/** What is said of one that stands no longer, besides the moment. */
const over: Partial<Record<TargetKind, string>> = {
  pages: 'которую снимут раньше',
  articles: 'которую снимут раньше',
  forms: 'которую закроют раньше',
  vacancies: 'которую закроют раньше',
};
const switchedOff: Partial<Record<TargetKind, string>> = {
  categories: 'раздел «%», а он выключен',
  products: 'товар «%», а он снят с продажи',
};

/**
 * Those of these links that lead to nothing, or to what does not stand as long as they do in their branches. `from`:
 * what was before it does not matter. `planned`: `kind id` of drafts that are meant to be published.
 */
export async function findDeadLinks<Link extends PlannedLink>(
  db: Db,
  links: Link[],
  { from, planned }: { from: Date; planned: Set<string> },
): Promise<DeadLink<Link>[]> {
  const targetOf = await readTargets(
    db,
    links.map(({ link }) => link),
  );
  return links.flatMap((link) => {
    const target = targetOf(link.link);
    const problem = target && problemOf(link, asPlanned(target, planned), from);
    return problem ? [{ link, ...problem }] : [];
  });
}

function asPlanned({ kind, rows }: LinkTarget, planned: Set<string>): LinkTarget {
  const isPlanned = (row: RowAtAddress & { save_id?: string }) => planned.has(`${kind} ${row.save_id ?? row.id}`);
  return { kind, rows: rows.map((row) => (isPlanned(row) ? { ...row, is_draft: false } : row)) };
}

type Problem = Omit<DeadLink<PlannedLink>, 'link'>;

function problemOf(link: PlannedLink, { kind, rows }: LinkTarget, from: Date): Problem | null {
  const start = Math.max(begins(link), from.getTime());
  const [first] = rows;
  const named = names[kind];
  if (kind === 'nothing' || !first)
    return {
      words: `на ${named.on} ${link.link}, а ${named.such} нет`,
      at: new Date(start),
      target: null,
    };
  const about = (words: string, at: number, row = first): Problem => ({
    words,
    at: new Date(at),
    target: { kind, row },
  });
  const published = rows.filter(({ is_draft }) => !is_draft);
  const [which, isOut] = kind === 'wheels' ? ['которое', 'опубликовано'] : ['которая', 'опубликована'];
  if (published.length === 0) return about(`на «${first.title}», ${which} ещё не ${isOut}`, start);
  const here = published.filter((row) => covers(row, link));
  if (here.length === 0) return about(`на «${first.title}» в филиалах, где её нет`, start);
  const gap = firstGap(here, start);
  if (gap >= ends(link)) return null;
  const next = here.filter((row) => begins(row) > gap).sort((a, b) => begins(a) - begins(b))[0];
  if (next && gap === start) {
    const moment = on(new Date(begins(next)));
    return about(`на «${next.title}», ${which} начнётся позже: ${moment}`, start, next);
  }
  const last = here.reduce((a, b) => (ends(b) > ends(a) ? b : a));
  const off = switchedOff[kind];
  if (off) return about(`на ${off.replace('%', last.title)}`, gap, last);
  const end = Math.min(ends(last), gap);
  return about(`на «${last.title}», ${over[kind] ?? 'которая кончится раньше'}: ${on(new Date(end))}`, end, last);
}

/** The first moment from `start` on at which none of the rows stands. */
function firstGap(rows: CalendarRow[], start: number): number {
  const inOrder = rows.toSorted((a, b) => begins(a) - begins(b));
  return inOrder.reduce((at, row) => (begins(row) <= at && ends(row) > at ? ends(row) : at), start);
}
