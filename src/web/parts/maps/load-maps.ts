type Coordinates = [longitude: number, latitude: number];

/** The part of Yandex Maps v3 that the shop uses (reference: JS API v3; longitude comes first). */
export type Ymaps = {
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

let loading: Promise<Ymaps> | null = null;

/** Loads the maps once for the page. Rejects when the script is blocked or refused, or its `ready` fails or never comes; the next call tries again. */
export function loadMaps(script: string): Promise<Ymaps> {
  loading ??= load(script).catch((error: unknown) => {
    loading = null;
    throw error;
  });
  return loading;
}

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
