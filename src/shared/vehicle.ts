/** Gross weights in grams that a vehicle carries, lightest first. */
const vehicles = [
  { up_to_grams: 60_000, words: null },
  { up_to_grams: 400_000, words: 'поместится в легковую с багажником или пикап' },
  { up_to_grams: 1_500_000, words: 'нужен фургон до 1,5 т' },
  { up_to_grams: 5_000_000, words: 'нужен грузовик до 5 т' },
  { up_to_grams: 20_000_000, words: 'нужна фура до 20 т' },
] as const;

/** What to come with for so much weight; null when it can be carried by hand. */
export function vehicleFor(weightGrams: number): string | null {
  const fitting = vehicles.find((vehicle) => weightGrams <= vehicle.up_to_grams);
  return fitting ? fitting.words : 'понадобится несколько рейсов';
}

/** Grams → '458 кг': kilograms rounded up (S9-07). */
export function formatWeight(grams: number): string {
  return `${Math.ceil(grams / 1000).toLocaleString('ru-RU')}\u00a0кг`;
}
