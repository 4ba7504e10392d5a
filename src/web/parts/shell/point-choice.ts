import { pointCookieSeconds } from '#shared/constants.ts';
import { distanceWords, metresBetween, type Place, readPlace } from '#shared/distance.ts';
import { ensure } from '#shared/ensure.ts';
import { locate, PlaceUnknown } from '#web/parts/maps/locate.ts';
import { pointCookie, readCookie, writeCookie } from '#web/ui/own-cookies.ts';

/**
 * Brings the pickup points of the menu (`static/pickup-points.tsx`) to life: shows the point this browser remembers,
 * lets another one be chosen, and finds the nearest when asked. The position is asked for at a press alone, does not
 * leave the browser and is not kept.
 */
export function followPoints(block: HTMLElement): void {
  const remembered = readCookie(pointCookie);
  if (remembered) show(block, remembered, 'Ваш пункт выдачи');
  if (block.dataset.points === 'followed') return;
  block.dataset.points = 'followed';
  for (const button of block.querySelectorAll<HTMLElement>('[data-point-choose]')) {
    const id = button.closest<HTMLElement>('[data-point]')?.dataset.point;
    if (id === undefined) continue;
    button.hidden = false;
    button.addEventListener('click', () => {
      remember(id);
      show(block, id, 'Ваш пункт выдачи');
      ensure(block.querySelector('details')).open = false;
      block.scrollIntoView({ block: 'nearest' });
    });
  }
  const nearest = block.querySelector<HTMLButtonElement>('[data-point-nearest]');
  if (!nearest || !('geolocation' in navigator) || placesOf(block).length === 0) return;
  nearest.hidden = false;
  nearest.addEventListener('click', () => void findNearest(block, nearest));
}

async function findNearest(block: HTMLElement, button: HTMLButtonElement): Promise<void> {
  button.disabled = true;
  note(block, 'Определяем, где вы…');
  try {
    const here = await locate();
    const [first] = placesOf(block)
      .map(({ id, place }) => ({ id, metres: metresBetween(here, place) }))
      .sort((a, b) => a.metres - b.metres);
    if (!first) return;
    remember(first.id);
    show(block, first.id, 'Ближайший к вам пункт выдачи филиала');
    note(block, `По прямой ${distanceWords(first.metres)} от вас`);
  } catch (error) {
    if (!(error instanceof PlaceUnknown)) throw error;
    note(block, `${error.message}. Выберите пункт из списка.`);
  } finally {
    button.disabled = false;
  }
}

/** For this branch's address alone: another city has other points. */
function remember(id: string): void {
  writeCookie(pointCookie, id, pointCookieSeconds);
}

/** A point that is no longer among this branch's leaves the page as it was. */
function show(block: HTMLElement, id: string, title: string): void {
  const shown = block.querySelector(`[data-point="${CSS.escape(id)}"]`)?.firstElementChild;
  if (!shown) return;
  ensure(block.querySelector('[data-point-title]')).textContent = title;
  ensure(block.querySelector('[data-point-shown]')).replaceChildren(shown.cloneNode(true));
  note(block, '');
}

function note(block: HTMLElement, words: string): void {
  ensure(block.querySelector('[data-point-note]')).textContent = words;
}

function placesOf(block: HTMLElement): { id: string; place: Place }[] {
  return [...block.querySelectorAll<HTMLElement>('[data-place]')].flatMap(({ dataset }) => {
    const place = readPlace(dataset.place ?? '');
    return place && dataset.point ? [{ id: dataset.point, place }] : [];
  });
}
