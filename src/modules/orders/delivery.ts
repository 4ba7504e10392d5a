import { type Db, preparedStatement } from '#platform/database.ts';
import { type DeliveryRate, rateFor } from '#shared/delivery-rate.ts';
import { folded } from '#shared/folded.ts';

export type DeliveryZone = {
  id: number;
  name: string;
  /** Localities, lower case, without ё. */
  places: string[];
  days_min: number;
  days_max: number;
  rates: DeliveryRate[];
};

export type DeliveryQuote = {
  zone_id: number | null;
  zone_name: string | null;
  /** Kopecks; null = «уточнит оператор»: outside the zones, too heavy for them, or the weight is not known. */
  price: number | null;
  days_min: number | null;
  days_max: number | null;
  /** The vehicle the price is for: «Газель до 1,5 т». */
  vehicle: string | null;
  /** So much more comes at the same price; null where there is no price. */
  room_grams: number | null;
};

/** Zones of a branch in their order, rates from light to heavy. */
export async function listDeliveryZones(db: Db, department_id_1c: string): Promise<DeliveryZone[]> {
  return selectZones(db, [department_id_1c]);
}

const selectZones = preparedStatement<DeliveryZone>(
  'delivery_zones',
  `select z.id, z.name, z.places, z.days_min, z.days_max, (
      select coalesce(json_agg(json_build_object(
        'up_to_grams', r.up_to_grams, 'price_kopecks', r.price_kopecks, 'vehicle', r.vehicle
      ) order by r.up_to_grams), '[]'::json)
      from delivery_zone_rates r where r.zone_id = z.id
    ) as rates
  from delivery_zones z where z.department_id_1c = $1::text
  order by z.position, z.id`,
);

/** The tariff of the branch's own city, its first zone: which vehicle carries how much. Empty: the branch has none. */
export function homeRates(zones: readonly DeliveryZone[]): DeliveryZone['rates'] {
  return zones[0]?.rates ?? [];
}

/**
 * What delivery to this address costs: the zone whose locality the address names, its cheapest rate that covers the
 * weight (weight_grams null: not known). An address that names localities of several zones («г. Сокол, ул. Мира, 5,
 * Вологда») is priced as the dearest of them, so that the order of the words never makes a far place cheap; what the
 * operator has to price counts as the dearest.
 */
export function quoteDelivery(
  zones: readonly DeliveryZone[],
  address: string,
  weight_grams: number | null,
): DeliveryQuote {
  const [first, ...others] = namedZones(zones, address).map((zone) => quoteIn(zone, weight_grams));
  if (!first)
    return {
      zone_id: null,
      zone_name: null,
      price: null,
      days_min: null,
      days_max: null,
      vehicle: null,
      room_grams: null,
    };
  return others.reduce((dearest, other) => (isDearer(other, dearest) ? other : dearest), first);
}

function quoteIn(zone: DeliveryZone, weight_grams: number | null): DeliveryQuote {
  const rate = weight_grams === null ? null : rateFor(zone.rates, weight_grams);
  return {
    zone_id: zone.id,
    zone_name: zone.name,
    price: rate?.price_kopecks ?? null,
    days_min: zone.days_min,
    days_max: zone.days_max,
    vehicle: rate?.vehicle ?? null,
    room_grams: rate && weight_grams !== null ? rate.up_to_grams - weight_grams : null,
  };
}

function isDearer(a: DeliveryQuote, b: DeliveryQuote): boolean {
  const [left, right] = [a.price ?? Number.POSITIVE_INFINITY, b.price ?? Number.POSITIVE_INFINITY];
  return left === right ? (a.days_max ?? 0) > (b.days_max ?? 0) : left > right;
}

const localityWords =
  /(^| )(г|гор|город|пгт|рп|р п|п|пос|поселок|с|село|д|дер|деревня|х|хутор|ст|станица|мкр|микрорайон|го|мо)(?= |$)/g;

/**
 * The zones of the localities in the address, the last named first, being the narrowest («Вологда, пос. Молочное»). A
 * locality is a part between commas that is nothing else. Written without commas, the address must begin with it:
 * «Вологда Мира 10». A street that merely contains a city's name («ул. Вологодская», «Череповецкая») never counts.
 */
function namedZones(zones: readonly DeliveryZone[], address: string): DeliveryZone[] {
  const parts = address.split(/[,;\n]/).map(plainLocality);
  const named = parts.toReversed().flatMap((part) => {
    const bare = part.replace(localityWords, ' ').replace(/ +/g, ' ').trim();
    return zones.find((other) => other.places.some((place) => place === bare || place === part)) ?? [];
  });
  if (named.length > 0) return named;
  const beginning = parts.find(
    (part) =>
      part !== '' && !/^[0-9 ]+$/.test(part) && !/(^| )(обл|область|край|респ|республика|район|рн|р н)( |$)/.test(part),
  );
  const bare = beginning?.replace(/^(г|гор|город|п|пос|поселок|с|село|д|деревня) /, '') ?? '';
  const places = zones.flatMap((zone) => zone.places.map((place) => ({ zone, place })));
  return places
    .filter(({ place }) => bare.startsWith(`${place} `))
    .toSorted((a, b) => b.place.length - a.place.length)
    .slice(0, 1)
    .map(({ zone }) => zone);
}

/** As localities of zones are kept: lower case, е for ё, one space, hyphens of all kinds as '-', dots gone. */
export function plainLocality(text: string): string {
  return folded(text.normalize('NFC'))
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/[.\s\u00a0]+/g, ' ')
    .trim();
}
