import { distanceWords, metresBetween, readPlace } from '#shared/distance.ts';
import { ensure } from '#shared/ensure.ts';
import { locate } from '#web/parts/maps/locate.ts';

/**
 * The cities of the list in the order of their distance from the visitor, each with its distance beside the name; a
 * city without a place on the map stands last. Returns the nearest, in words. Throws PlaceUnknown.
 */
export async function sortByDistance(list: HTMLElement): Promise<string> {
  const here = await locate();
  const rows = [...list.querySelectorAll<HTMLAnchorElement>('a[data-city]')].map((link) => {
    const place = readPlace(link.dataset.place ?? '');
    return { link, metres: place ? metresBetween(here, place) : Number.POSITIVE_INFINITY };
  });
  rows.sort((a, b) => a.metres - b.metres);
  for (const { link, metres } of rows) {
    ensure(link.querySelector('.city__far')).textContent = Number.isFinite(metres) ? distanceWords(metres) : '';
    const row = ensure(link.parentElement);
    ensure(row.parentElement).append(row);
  }
  const [nearest] = rows;
  if (!nearest || !Number.isFinite(nearest.metres)) return '';
  return `Ближе всего ${nearest.link.dataset.name}: ${distanceWords(nearest.metres)} по прямой`;
}
