import { typedDay } from '#shared/typed-day.ts';
import { upperFirst } from '#shared/upper-first.ts';
import { documentsUrl } from '#shared/urls.ts';
import { addDays } from '#shared/zoned-time.ts';

/** What of the papers is shown; null: of every kind. Days are 'YYYY-MM-DD', null: no bound. */
export type PapersQuery = { kind: PaperKind | null; from: string | null; to: string | null };

/** Kinds of papers, as the address names them. */
export const paperKinds = ['invoice', 'upd', 'receipt'] as const;
export type PaperKind = (typeof paperKinds)[number];

/** Of the address: what cannot be understood narrows nothing, crossed days are swapped. */
export function readPapersQuery(params: URLSearchParams): PapersQuery {
  const [from, to] = [typedDay(params.get('from')), typedDay(params.get('to'))];
  const isCrossed = from !== null && to !== null && from > to;
  return {
    kind: paperKinds.find((kind) => kind === params.get('kind')) ?? null,
    from: isCrossed ? to : from,
    to: isCrossed ? from : to,
  };
}

/** The page of these papers, from 1. */
export function papersUrl({ kind, from, to }: Partial<PapersQuery>, page = 1): string {
  const params = new URLSearchParams({
    ...(kind && { kind }),
    ...(from && { from }),
    ...(to && { to }),
    ...(page > 1 && { page: String(page) }),
  });
  return documentsUrl() + (params.size > 0 ? `?${params}` : '');
}

const monthOf = new Intl.DateTimeFormat('ru-RU', { month: 'long', timeZone: 'UTC' });

/** What accounts are kept by, up to `today` ('YYYY-MM-DD'): this month, the one before it, this quarter. */
export function periodsOf(today: string): { name: string; from: string; to: string }[] {
  const first = `${today.slice(0, 7)}-01`;
  const before = addDays(first, -1);
  const quarter = Math.floor((Number(today.slice(5, 7)) - 1) / 3);
  const named = (day: string) => upperFirst(monthOf.format(new Date(`${day}T00:00:00Z`)));
  return [
    { name: named(first), from: first, to: today },
    { name: named(before), from: `${before.slice(0, 7)}-01`, to: before },
    {
      name: `${quarter + 1}\u00a0квартал`,
      from: `${today.slice(0, 5)}${String(quarter * 3 + 1).padStart(2, '0')}-01`,
      to: today,
    },
  ];
}
