import { loadYandexMaps } from './yandex-maps.ts';

export type MapPoint = {
  id: string;
  /** Said of the mark: the address. */
  name: string;
  longitude: number;
  latitude: number;
  /** Where a press on the mark leads: an anchor of the page. */
  href: string;
  /** Street and house, beside the mark on the shop's own scheme; left out: the name says no city. */
  street?: string;
};

/** Draws points into an element; what it returns takes them away again. */
export type DrawMap = (element: HTMLElement, points: MapPoint[]) => { destroy(): void };

/** Loads the maps once for the page. Rejects when they are blocked, refused or late; the next call tries again. */
export type LoadMaps = (script: string) => Promise<DrawMap>;

/** Whose maps the shop draws: the counterpart of `maps` in `integrations/partners.ts`. */
export const loadMaps: LoadMaps = loadYandexMaps;
