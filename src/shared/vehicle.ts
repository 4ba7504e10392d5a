/** A row of the delivery tariff: what a vehicle carries at most. */
export type VehicleRate = { up_to_grams: number; vehicle: string };

/**
 * Cut from a roll of floor covering: it is carried rolled up, as long as the roll is wide. A tariff tells of weights
 * alone, so no vehicle is named for it.
 */
export function isFromRoll({ base_unit, shown_unit }: { base_unit: string; shown_unit: { parts: number } }): boolean {
  return shown_unit.parts > 1 && /^(м²|м2|кв\.\s?м)$/.test(base_unit);
}

/** Up to this nothing is said to who comes for the goods: it depends on the car, and no car is promised. */
const quietUpToGrams = 150_000;

/**
 * What to come with for so much weight: the vehicle that the branch's own delivery would send, so that a page never
 * promises a smaller one than the tariff on it. Null: it is little, the lightest vehicle is enough, or there is no
 * tariff.
 */
export function vehicleFor(weightGrams: number, rates: readonly VehicleRate[]): string | null {
  const sorted = rates.toSorted((a, b) => a.up_to_grams - b.up_to_grams);
  const [lightest] = sorted;
  if (!lightest || weightGrams <= Math.max(lightest.up_to_grams, quietUpToGrams)) return null;
  const fitting = sorted.find(({ up_to_grams }) => weightGrams <= up_to_grams);
  return fitting ? `${needed(fitting.vehicle)} ${fitting.vehicle}` : 'понадобится несколько рейсов';
}

/** «нужен фургон», «нужна газель», «нужна бортовая машина»: by the first word of the vehicle's name. */
function needed(vehicle: string): string {
  return /^\S*(?:[ая]|газель)(?:\s|$)/iu.test(vehicle) ? 'нужна' : 'нужен';
}
