type Place = { latitude: string | null; longitude: string | null };

/** A way to the place from wherever the reader is, on Yandex Maps; null: its coordinates are not known. */
export function routeLink({ latitude, longitude }: Place): string | null {
  return latitude && longitude ? `https://yandex.ru/maps/?rtext=~${latitude},${longitude}` : null;
}

/** All places marked on Yandex Maps; null: of fewer than two the coordinates are known. */
export function placesLink(places: Place[]): string | null {
  const known = places.filter(({ latitude, longitude }) => latitude && longitude);
  if (known.length < 2) return null;
  return `https://yandex.ru/maps/?pt=${known.map(({ latitude, longitude }) => `${longitude},${latitude}`).join('~')}`;
}
