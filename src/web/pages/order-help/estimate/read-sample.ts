import { offersOf } from '#modules/catalogue/offers.ts';
import { sampleRows } from '#modules/estimates/sample-rows.ts';
import { priceLines } from '#modules/pricing/price-lines.ts';
import { inCity } from '#shared/cities.ts';
import { formatPrice } from '#shared/money.ts';
import { formatWeight } from '#shared/plurals.ts';
import { shownAmount } from '#shared/unit-words.ts';
import type { Shop } from '#web/parts/request/context.ts';
import { baseText } from './read-estimate-page.ts';

/**
 * What this branch finds for the list that the empty field shows, at its prices of this moment; null: too little of it
 * to be an example.
 */
export async function readSample({ db, requestContext }: Shop) {
  const { priceContext, department } = requestContext;
  const rows = await sampleRows(db, priceContext);
  const offers = await offersOf(
    db,
    priceContext,
    rows.flatMap(({ product_id }) => product_id ?? []),
  );
  const found = rows.flatMap(({ text, product_id, count, confidence, is_taken }) => {
    const offer = offers.get(product_id ?? 0);
    if (!offer || count === null) return [];
    const ordered = { product_id: offer.product_id, product_idcode: offer.idcode, count };
    const [priced] = priceLines(offers, [ordered], null).lines;
    if (!priced) return [];
    const amount = [shownAmount(count, offer.shown_unit), baseText(offer, count)].filter(Boolean).join(', ');
    return [{ text, confidence, is_taken, ordered, amount, slug: offer.slug, name: offer.name, sum: priced.sum }];
  });
  if (found.length < leastLines) return null;
  const taken = found.filter(({ is_taken }) => is_taken);
  const { total, weight_grams, is_weight_partial } = priceLines(
    offers,
    taken.map(({ ordered }) => ordered),
    null,
  );
  return {
    city: inCity(department.names_cases.prepositional),
    lines: found.map(({ ordered, sum, ...line }) => ({ ...line, sum: formatPrice(sum) })),
    total: formatPrice(total),
    taken: taken.length,
    weight: weight_grams > 0 && !is_weight_partial ? formatWeight(weight_grams) : null,
  };
}

export type Sample = NonNullable<Awaited<ReturnType<typeof readSample>>>;

/** One line would show neither a choice nor a sum. */
const leastLines = 2;
