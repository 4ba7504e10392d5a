import { useEffect, useState } from 'react';
import type { Rating } from '#modules/catalogue/rating.ts';
import type { ShownUnit } from '#shared/unit-words.ts';
import { useShell } from '#web/parts/request/use-shell.ts';

/** What S7-31 answers; prices in roubles. */
export type Found = {
  products: {
    id: number;
    slug: string;
    name: string;
    image: string | null;
    price: number | null;
    /** Only for who buys for a firm. */
    buyer_price?: number | null;
    shown_unit: ShownUnit;
    available: number | null;
    is_on_sale_now: boolean;
    rating: Rating | null;
  }[];
  categories: { code: string; name: string; parent_name: string | null }[];
  brands: { slug: string; name: string }[];
  queries: string[];
  corrected_query: string | null;
};

const pauseMs = 120;

/**
 * The answer for the words typed, after a short pause. A newer word stops the request for the older; the older answer
 * stays while the words only grow, and is dropped as soon as they are others. A failure shows nothing: the form still
 * searches.
 */
export function useSuggestions(
  words: string,
  isAsked: boolean,
): { found: Found | null; foundFor: string; hasFailed: boolean } {
  const { product_code, business_scope = '' } = useShell();
  const [answer, setAnswer] = useState<{ words: string; found: Found | null } | null>(null);
  const isAnswered = answer?.words === words;
  useEffect(() => {
    if (!isAsked || isAnswered) return;
    const stop = new AbortController();
    const timer = setTimeout(async () => {
      try {
        const url = `/api/ecm/${product_code}/search/suggest/?q=${encodeURIComponent(words)}${business_scope}`;
        const response = await fetch(url, { signal: stop.signal });
        const found = response.ok ? ((await response.json()) as Found) : null;
        if (!stop.signal.aborted) setAnswer({ words, found });
      } catch {
        if (!stop.signal.aborted) setAnswer({ words, found: null });
      }
    }, pauseMs);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [words, isAsked, isAnswered, product_code, business_scope]);
  // What is often searched for answers the empty field alone.
  const isOld = !answer || !words.startsWith(answer.words) || (answer.words === '' && words !== '');
  if (!isAsked || isOld) return { found: null, foundFor: '', hasFailed: false };
  return { found: answer.found, foundFor: answer.words, hasFailed: answer.found === null };
}
