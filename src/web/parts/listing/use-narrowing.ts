import { useState } from 'react';
import { useLocation, useNavigate, useNavigation } from 'react-router';
import { type Listing, listingFromQuery, nothingChosen } from '#shared/listing-query.ts';
import { type ListingState, listingUrl } from './listing-url.ts';

/**
 * The choices of the filter form between a click and the answer: a tick stands at once, the list follows. The draft
 * belongs to the address it was made on and is forgotten with it.
 */
export function useNarrowing(path: string, state: ListingState) {
  const location = useLocation();
  const navigation = useNavigation();
  const navigate = useNavigate();
  const at = location.pathname + location.search;
  const [draft, setDraft] = useState<{ at: string; listing: Listing } | null>(null);
  // Another address: the draft has been answered or left, and coming back must not bring it up again.
  if (draft && draft.at !== at) setDraft(null);
  const listing = draft?.at === at ? draft.listing : state.listing;
  const urlOf = (next: Partial<Listing>) => listingUrl(path, state, next);
  return {
    listing,
    /** Something was chosen and its list has not come yet. */
    isDraft: draft?.at === at,
    isPending: navigation.state === 'loading' && navigation.location.pathname === location.pathname,
    urlOf,
    /** Reads the form, keeps it as the draft and returns its address. */
    keep(form: HTMLFormElement): string {
      const fields = new URLSearchParams();
      for (const [key, value] of new FormData(form)) {
        if (typeof value === 'string' && key !== 'view' && key !== 'values') fields.append(key, value);
      }
      const { ignored: _, ...next } = listingFromQuery(fields, scopeOf(state.listing));
      setDraft({ at, listing: next });
      // listingUrl adds to the present listing; what the form no longer names must be taken away by name.
      return urlOf({ ...nothingChosen, ...next });
    },
    go: (url: string) => navigate(url, { preventScrollReset: true }),
  };
}

function scopeOf({ category, brand, action, q, exact, limit }: Listing): Partial<Listing> {
  return {
    limit,
    page: 1,
    ...(category ? { category } : {}),
    ...(brand ? { brand } : {}),
    ...(action ? { action } : {}),
    ...(q ? { q } : {}),
    ...(exact ? { exact } : {}),
  };
}
