type Place = { latitude: string | null; longitude: string | null };

/** A way to the place from wherever the reader is, on Yandex Maps; null: its coordinates are not known. */
export function routeLink({ latitude, longitude }: Place): string | null {
  return latitude && longitude ? `https://yandex.ru/maps/?rtext=~${latitude},${longitude}` : null;
}
