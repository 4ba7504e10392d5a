import type { Connection } from './connection.ts';
import type { GoodData, PriceEntry } from './goods-and-offers.ts';

type Prices = Record<string, PriceEntry[]>;
type Rests = Record<string, string>;

/** An offer as it is kept. */
export type OfferRow = {
  id_1c: string;
  good_id: string;
  off: string | null;
  data: GoodData | null;
  prices: Prices | null;
  rests: Rests | null;
};

/** What the package has laid an offer over; a block that stayed as it was is not repeated. */
type OfferBefore = {
  id_1c: string;
  off: string | null;
  has_prices: boolean;
  prices: Prices | null;
  has_rests: boolean;
  rests: Rests | null;
};

/** What 1C sent of an offer that counts for prices and stock. */
export type OfferValues = { prices: Prices; rests: Rests };

/** Nothing at all, or prices of an offer that its full package no longer lists: it is not for sale. */
export function offerValues(offer: Pick<OfferRow, 'off' | 'prices' | 'rests'> | null): OfferValues {
  return { prices: offer?.off ? {} : (offer?.prices ?? {}), rests: offer?.rests ?? {} };
}

/** Of some offers: those that the package has changed, by id, and those that came with it. */
export type FormerOffers = { before: ReadonlyMap<string, OfferBefore>; added: ReadonlySet<string> };

/** Looks up what was kept of offers before the package; null: none changed them. */
export async function openFormerOffers(client: Connection, package_id: number | null) {
  const { rowCount } = await client.query('select from onec_offers_before where package_id = $1 limit 1', [package_id]);
  let loadingAdded: Promise<ReadonlySet<string>> | null = null;
  return async (ids: string[]): Promise<FormerOffers> => {
    const before = new Map<string, OfferBefore>();
    // Many a package lays nothing over what was known.
    if (rowCount && ids.length > 0) {
      const { rows } = await client.query<OfferBefore>(
        `select id_1c, off, has_prices, prices, has_rests, rests from onec_offers_before
         where package_id = $1 and id_1c = any($2)`,
        [package_id, ids],
      );
      for (const row of rows) before.set(row.id_1c, row);
    }
    if (before.size === ids.length) return { before, added: new Set() };
    loadingAdded ??= loadAdded(client, package_id);
    return { before, added: await loadingAdded };
  };
}

/** What was kept of an offer before the package. */
export function formerOf(offer: OfferRow | null, { before, added }: FormerOffers): OfferValues {
  const was = offer && before.get(offer.id_1c);
  if (!was) return offerValues(offer && added.has(offer.id_1c) ? null : offer);
  return offerValues({
    off: was.off,
    prices: was.has_prices ? was.prices : offer.prices,
    rests: was.has_rests ? was.rests : offer.rests,
  });
}

async function loadAdded(client: Connection, package_id: number | null): Promise<ReadonlySet<string>> {
  const { rows } = await client.query<{ id: string }>(
    `select unnest(ids) as id from onec_created where package_id = $1 and kind = 'offer'`,
    [package_id],
  );
  return new Set(rows.map(({ id }) => id));
}
