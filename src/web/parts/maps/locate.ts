import type { Place } from '#shared/distance.ts';

/** Why the place is unknown, as it is said to the visitor. */
export class PlaceUnknown extends Error {
  override name = 'PlaceUnknown';
}

export const placeUnknown = 'Не удалось определить, где вы';

/** Where the visitor is. Asked for at a press alone; the position does not leave the browser and is not kept. */
export function locate(): Promise<Place> {
  return new Promise((resolve, reject) =>
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => resolve(coords),
      ({ code, PERMISSION_DENIED }) =>
        reject(new PlaceUnknown(code === PERMISSION_DENIED ? 'Доступ к местоположению закрыт' : placeUnknown)),
      { timeout: 10_000, maximumAge: 60_000 },
    ),
  );
}
