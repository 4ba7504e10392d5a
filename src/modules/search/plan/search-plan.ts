import type { TextColumns } from '#modules/text-index/text-columns.ts';
import type { Group, TextPlan } from '#modules/text-index/text-plan.ts';
import type { Carried } from './carried-values.ts';
import type { Correction } from './correct.ts';
import type { Understood, UnderstoodFilters } from './understand.ts';

/** What one segment offers to the search. */
export type SearchedText = {
  text: TextColumns;
  /** false: the row was replaced or switched off since the segment was built. */
  isAlive?: (row: number) => boolean;
  /** Without it no word is understood as a value of an attribute. */
  carried?: Carried;
};

/** How a query finds products, and what is said about it. Give it to `matchText` for each segment. */
export type SearchPlan = TextPlan & {
  query: string;
  /** The words that were really searched for. */
  used: string;
  correction: Correction | null;
  /** The words left out because all of them together found nothing. */
  dropped: string | null;
  /** The query is an article, a barcode or a code: `keys` find its products and nothing else is searched. */
  is_exact: boolean;
  /** What was taken for filters, in the order it stands in the query. */
  understood: Understood[];
  /** The filters understood: they are laid over the listing's own, where it has none of the kind. */
  filters: UnderstoodFilters;
  /** Only goods of this base unit: a price of one was asked for. */
  unit: string | null;
  /**
   * The best match is doubtful: words were dropped, what was found only mentions them, or it is of another kind than
   * the query names.
   */
  weak: boolean;
  /** A page of the shop the query asks for instead of goods. */
  redirect: string | null;
  /** All parts of the query, those understood as values and brand and those left out included. */
  parts: Group[];
  /** Ids of values whose text is not in memory; read them (`valuesOf`) and plan again. */
  unread: number[];
};
