import type { ListingResult } from '#modules/catalogue/listing.ts';

/** A piece of the query that was taken for a filter: its words for the chip, and the query without it. */
export type Understood = { label: string; remove: string };

/** What the search says of itself, with what its engine may not tell yet. */
export type SearchNote = NonNullable<ListingResult['search']> & {
  understood?: Understood[];
  /** The best match is doubtful. */
  weak?: boolean;
  /** A page of the shop that the query asks for instead of goods. */
  redirect?: string | null;
};
