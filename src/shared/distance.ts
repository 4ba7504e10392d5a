/** Degrees, as maps and browsers give them. */
export type Place = { latitude: number; longitude: number };

/** '59.2205,39.8915' → a place; null when these are no two numbers. */
export function readPlace(text: string): Place | null {
  const [latitude = Number.NaN, longitude = Number.NaN, ...more] = text.split(',').map(Number);
  return Number.isFinite(latitude) && Number.isFinite(longitude) && more.length === 0 ? { latitude, longitude } : null;
}

/** The straight way over the globe (haversine), right to half a percent. */
export function metresBetween(a: Place, b: Place): number {
  const north = sine(b.latitude - a.latitude);
  const east = sine(b.longitude - a.longitude);
  const share = north ** 2 + Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude)) * east ** 2;
  return 2 * meanEarthRadius * Math.asin(Math.sqrt(share));
}

const meanEarthRadius = 6_371_000;

const radians = (degrees: number) => (degrees * Math.PI) / 180;
const sine = (degrees: number) => Math.sin(radians(degrees) / 2);

/** 344 → '340 м', 1240 → '1,2 км', 130 400 → '130 км'. */
export function distanceWords(metres: number): string {
  if (metres < 995) return `${Math.max(10, Math.round(metres / 10) * 10)}\u00a0м`;
  const kilometres = metres / 1000;
  return `${kilometres.toLocaleString('ru-RU', { maximumFractionDigits: kilometres < 10 ? 1 : 0 })}\u00a0км`;
}
