import { once } from '#shared/per-object.ts';
import type { DrawMap, LoadMaps } from './draw-map.ts';

type Coordinates = [longitude: number, latitude: number];

/** The part of Yandex Maps v3 that the shop uses (reference: JS API v3; longitude comes first). */
type Ymaps = {
  ready: Promise<void>;
  YMap: new (
    element: HTMLElement,
    options: { location: { center: Coordinates; zoom: number } | { bounds: [Coordinates, Coordinates] } },
  ) => { addChild(child: object): unknown; destroy(): void };
  YMapDefaultSchemeLayer: new () => object;
  YMapDefaultFeaturesLayer: new () => object;
  YMapMarker: new (options: { coordinates: Coordinates }, element: HTMLElement) => object;
};

/** A map that is not there by then is given up: `ready` of a refused key may never settle. */
const readyTimeoutMs = 10_000;

/** The script may be blocked or refused, and its `ready` may fail or never come. */
const loadScript = once(load);

export const loadYandexMaps: LoadMaps = async (script) => {
  const maps = await loadScript(script);
  return (element, points) => drawMap(maps, element, points);
};

async function load(script: string): Promise<Ymaps> {
  const element = document.createElement('script');
  element.src = script;
  element.async = true;
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error('maps are late')), readyTimeoutMs);
    });
    await Promise.race([
      late,
      new Promise((resolve, reject) => {
        element.onload = resolve;
        element.onerror = () => reject(new Error('maps did not load'));
        document.head.append(element);
      }),
    ]);
    const { ymaps3 } = window as unknown as { ymaps3?: Ymaps };
    if (!ymaps3) throw new Error('no maps in the script');
    await Promise.race([late, ymaps3.ready]);
    return ymaps3;
  } catch (error) {
    element.remove();
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/** A single point at street scale, several within their common frame. */
const oneZoom = 15;

function drawMap(maps: Ymaps, ...[element, points]: Parameters<DrawMap>): ReturnType<DrawMap> {
  const longitudes = points.map((point) => point.longitude);
  const latitudes = points.map((point) => point.latitude);
  const [west, east] = [Math.min(...longitudes), Math.max(...longitudes)];
  const [south, north] = [Math.min(...latitudes), Math.max(...latitudes)];
  const isOne = west === east && south === north;
  // A tenth more on each side, so that no mark sits on the edge.
  const [aside, above] = [(east - west) / 10, (north - south) / 10];
  const map = new maps.YMap(element, {
    location: isOne
      ? { center: [west, south], zoom: oneZoom }
      : {
          bounds: [
            [west - aside, south - above],
            [east + aside, north + above],
          ],
        },
  });
  map.addChild(new maps.YMapDefaultSchemeLayer());
  map.addChild(new maps.YMapDefaultFeaturesLayer());
  for (const point of points) {
    const mark = document.createElement('a');
    mark.className = 'pmap__mark';
    mark.href = point.href;
    mark.title = point.name;
    mark.setAttribute('aria-label', point.name);
    map.addChild(new maps.YMapMarker({ coordinates: [point.longitude, point.latitude] }, mark));
  }
  return map;
}
