import { isUtf8 } from 'node:buffer';
import { hash } from 'node:crypto';
import { ensure } from '#shared/ensure.ts';
import { beginning, type Fault, longest } from './bounded-texts.ts';
import { copyLine } from './copy-text.ts';
import { type Good, type GoodData, goodFault, idFault, type Offer, readGood, readOffer } from './goods-and-offers.ts';
import { NotPlain, parsePieces } from './parse-pieces.ts';

import type { Refused } from './summary.ts';

/** What stands in a run of goods or offers, ready to be written away; crosses from a thread to the import as it is. */
export type Received = {
  /** Lines of COPY into staged_goods and staged_offers. */
  goods: Uint8Array;
  offers: Uint8Array;
  read: { goods: number; offers: number; prices: number; stocks: number };
  refused: { what: 'goods' | 'offers' | Fault['what']; refused: Refused }[];
  priceUses: PriceUse[];
  restWarehouses: string[];
  pictures: NamedPicture[];
  /** Line ends in the text these were read from. */
  lines: number;
};

/** A picture and who names it. */
export type NamedPicture = { path: string; id: string; name: string; line: number };

/** How many prices of one type in one currency were met. */
export type PriceUse = { type: string; currency: string; count: number };

export const goodColumns = 'seq, id, container, deleted, refused, hash, data';
export const offerColumns =
  'seq, id, container, deleted, hash, data, prices_hash, prices_count, prices, rests_hash, rests_count, rests';

/** Gathers goods and offers in their order; `take` hands over what was gathered since it was last called. */
export function openReceiver(file: string) {
  let goods = '';
  let offers = '';
  let received = nothing();
  let uses: Uses = new Map();
  let warehouses = new Set<string>();
  const fault = (what: 'goods' | 'offers' | Fault['what'], refused: Refused) => {
    // Ids of any length come here.
    const id = refused.id && beginning(refused.id, 300);
    received.refused.push({ what, refused: { ...refused, id, file } });
  };
  const picturesOf = (id: string, { name, pictures = [] }: GoodData, line: number) => {
    for (const path of pictures) received.pictures.push({ path, id, name, line });
  };
  const addOffer = (
    seq: number,
    { id, deleted, data, prices, rests }: Pick<Offer, 'id' | 'deleted' | 'data' | 'prices' | 'rests'>,
    container: number,
  ) => {
    const priceCount = prices ? countPrices(prices, uses) : 0;
    const restKeys = rests ? Object.keys(rests) : [];
    for (const warehouse of restKeys) warehouses.add(warehouse);
    received.read.prices += priceCount;
    received.read.stocks += restKeys.length;
    const dataText = data && JSON.stringify(data);
    const priceText = prices && JSON.stringify(prices);
    const restText = rests && JSON.stringify(rests);
    offers += copyLine([
      ...[seq, id, container, deleted, dataText && md5(dataText), dataText],
      ...[priceText && md5(priceText), priceCount, priceText],
      ...[restText && md5(restText), restKeys.length, restText],
    ]);
  };
  return {
    good(seq: number, { id, line, deleted, data, prices, faults }: Good, container: number) {
      received.read.goods += 1;
      const noId = idFault(id, longest.goodId);
      const reason = noId ?? (deleted ? null : goodFault(data));
      if (reason) fault('goods', { id, name: data.name, line, reason });
      if (noId) return;
      const text = JSON.stringify(data);
      goods += copyLine([seq, id, container, deleted, reason !== null, md5(text), text]);
      if (reason || deleted) return;
      picturesOf(id, data, line);
      for (const { what, key, reason } of faults) fault(what, { id, name: nameOf(what, key, data), line, reason });
      // Some exports have no offers: prices stand at the good.
      if (prices) addOffer(seq, { id, deleted: null, data: null, prices, rests: null }, container);
    },
    offer(seq: number, { id, line, deleted, data, prices, rests, faults }: Offer, container: number) {
      if (data || deleted) received.read.offers += 1;
      const noId = idFault(id, longest.goodId);
      if (noId) {
        fault('offers', { ...(id && { id }), name: data?.name, line, reason: noId });
        return;
      }
      for (const { what, key, reason } of faults) fault(what, { id, name: nameOf(what, key, data), line, reason });
      if (data && !deleted) picturesOf(id, data, line);
      addOffer(seq, { id, deleted, data, prices, rests }, container);
    },
    take(): Received {
      const taken = {
        ...received,
        goods: Buffer.from(goods),
        offers: Buffer.from(offers),
        priceUses: [...uses.values()].flatMap((ofType) => [...ofType.values()]),
        restWarehouses: [...warehouses],
      };
      goods = '';
      offers = '';
      received = nothing();
      uses = new Map();
      warehouses = new Set();
      return taken;
    },
  };
}

/** A field is named with its good; of a price or a rest the type or the warehouse says more. */
function nameOf(what: Fault['what'], key: string, data: GoodData | null): string {
  return what === 'fields' ? [data?.name, key].filter(Boolean).join(': ') : key;
}

function nothing(): Received {
  return {
    goods: new Uint8Array(),
    offers: new Uint8Array(),
    refused: [],
    priceUses: [],
    restWarehouses: [],
    pictures: [],
    lines: 0,
    read: { goods: 0, offers: 0, prices: 0, stocks: 0 },
  };
}

/**
 * Uses of price types, by type and currency: kept apart, for a text put together for each price would be looked up
 * again each time.
 */
type Uses = Map<string, Map<string, PriceUse>>;

function countPrices(prices: NonNullable<Offer['prices']>, uses: Uses): number {
  let count = 0;
  for (const type of Object.keys(prices)) {
    const ofType = uses.get(type) ?? new Map<string, PriceUse>();
    uses.set(type, ofType);
    for (const [price, , , currency] of ensure(prices[type])) {
      count += 1;
      const use = ofType.get(currency);
      if (use) use.count += price === null ? 0 : 1;
      else ofType.set(currency, { type, currency, count: price === null ? 0 : 1 });
    }
  }
  return count;
}

function md5(text: string): string {
  return hash('md5', text, 'base64url');
}

/** A run of whole goods or offers, cut out of a file. */
export type Pieces = {
  kind: 'good' | 'offer';
  /** UTF-8. */
  bytes: Uint8Array;
  file: string;
  container: number;
  /** Number of the first; each further one takes the next. */
  seq: number;
};

/** Reads a run whole. Lines of what is refused are counted from the run's first, which is 0. Throws NotPlain. */
export function receivePieces({ kind, bytes, file, container, seq }: Pieces): Received {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (!isUtf8(buffer)) throw new NotPlain();
  let text = buffer.toString('utf8');
  if (text.includes('\r')) text = text.replaceAll('\r\n', '\n');
  const receiver = openReceiver(file);
  let next = seq;
  const lines =
    kind === 'good'
      ? parsePieces(text, 'Товар', (element) => receiver.good(next++, readGood(element), container))
      : parsePieces(text, 'Предложение', (element) => receiver.offer(next++, readOffer(element), container));
  return { ...receiver.take(), lines };
}
