import type { PapersFilter } from '#modules/documents/own-papers.ts';
import { typedDay } from '#shared/typed-day.ts';
import { upperFirst } from '#shared/upper-first.ts';
import { documentsArchiveUrl, documentsUrl } from '#shared/urls.ts';
import { addDays } from '#shared/zoned-time.ts';

/** What of the papers is shown; null: of every kind. Days are 'YYYY-MM-DD', null: no bound. */
export type PapersQuery = { kind: PaperKind | null; from: string | null; to: string | null };

/** Kinds of papers, as the address names them; `unpaid`: invoices that wait for their money. */
const paperKinds = ['invoice', 'upd', 'receipt', 'unpaid'] as const;
type PaperKind = (typeof paperKinds)[number];

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

/** The same for the database. */
export function papersFilter({ kind, from, to }: PapersQuery): PapersFilter {
  const kinds = kind === null ? (['invoice', 'upd', 'receipt'] as const) : [kind === 'unpaid' ? 'invoice' : kind];
  return { kinds, is_unpaid: kind === 'unpaid', from, to };
}

/** So many papers make one archive; more are asked for by shorter periods. */
export const mostInArchive = 100;

/** The page of these papers, from 1. */
export function papersUrl(query: Partial<PapersQuery>, page = 1): string {
  return documentsUrl() + searchOf(query, page);
}

/** The same papers as one file, of those that are files. */
export function archiveUrl(query: PapersQuery): string {
  return documentsArchiveUrl() + searchOf(query);
}

function searchOf({ kind, from, to }: Partial<PapersQuery>, page = 1): string {
  const params = new URLSearchParams({
    ...(kind && { kind }),
    ...(from && { from }),
    ...(to && { to }),
    ...(page > 1 && { page: String(page) }),
  });
  return params.size > 0 ? `?${params}` : '';
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
      name: `${quarter + 1}-й\u00a0квартал`,
      from: `${today.slice(0, 5)}${String(quarter * 3 + 1).padStart(2, '0')}-01`,
      to: today,
    },
  ];
}
