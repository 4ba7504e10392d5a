import type { Connection } from './connection.ts';
import type { GoodData, PriceEntry } from './goods-and-offers.ts';

type Prices = Record<string, PriceEntry[]>;
type Rests = Record<string, string>;

/** An offer as it is kept, and what the package has laid it over. */
export type OfferRow = {
  id_1c: string;
  good_id: string;
  off: string | null;
  data: GoodData | null;
  prices: Prices | null;
  rests: Rests | null;
  was_changed: boolean;
  former_off: string | null;
  had_other_prices: boolean;
  former_prices: Prices | null;
  had_other_rests: boolean;
  former_rests: Rests | null;
};

/** What counts of an offer for prices and stock. */
export type SaidOfOffer = { prices: Prices; rests: Rests };

/** Nothing at all, or prices of an offer that its full package no longer lists: it is not for sale. */
export function saidOf(offer: Pick<OfferRow, 'off' | 'prices' | 'rests'> | null): SaidOfOffer {
  return { prices: offer?.off ? {} : (offer?.prices ?? {}), rests: offer?.rests ?? {} };
}

/** Offers of 1C, with what was kept of them before the package; null: none changes them. */
export async function openFormerOffers(client: Connection, package_id: number | null) {
  const { rowCount } = await client.query('select from onec_offers_before where package_id = $1 limit 1', [package_id]);
  /** Of most packages none has laid anything over what was known: then nothing is looked for. */
  const laying = rowCount ? package_id : null;
  let added: Promise<ReadonlySet<string>> | null = null;
  return {
    async load(good_ids: string[]): Promise<OfferRow[]> {
      // By `limit` each is looked up by its key; joined, all that the package changed would be read for every round.
      const { rows } = await client.query<OfferRow>(
        `select o.id_1c, o.good_id, o.off, o.data, o.prices, o.rests, b.id_1c is not null as was_changed,
           b.off as former_off, b.has_prices as had_other_prices, b.prices as former_prices,
           b.has_rests as had_other_rests, b.rests as former_rests
         from onec_offers o left join lateral (
           select * from onec_offers_before b where b.package_id = $2 and b.id_1c = o.id_1c limit 1) b on true
         where o.good_id = any($1)`,
        [good_ids, laying],
      );
      return rows;
    },
    /** The offers that came with the package. */
    added(): Promise<ReadonlySet<string>> {
      added ??= loadAdded(client, package_id);
      return added;
    },
    /** What was kept of an offer before the package; `added`: the offers that came with it. */
    formerOf(offer: OfferRow | null, added: ReadonlySet<string>): SaidOfOffer {
      if (!offer?.was_changed) return saidOf(offer && added.has(offer.id_1c) ? null : offer);
      return saidOf({
        off: offer.former_off,
        prices: offer.had_other_prices ? offer.former_prices : offer.prices,
        rests: offer.had_other_rests ? offer.former_rests : offer.rests,
      });
    },
  };
}

async function loadAdded(client: Connection, package_id: number | null): Promise<ReadonlySet<string>> {
  const { rows } = await client.query<{ id: string }>(
    `select unnest(ids) as id from onec_created where package_id = $1 and kind = 'offer'`,
    [package_id],
  );
  return new Set(rows.map(({ id }) => id));
}
