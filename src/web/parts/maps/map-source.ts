import type { Department } from '#modules/departments/queries.ts';
import type { AllowedSources } from '#platform/security.ts';
import type { Config } from '../../../config.ts';
import type { MapPoint } from './points-map.tsx';

type MapSettings = Pick<Config, 'YANDEX_MAPS_KEY' | 'YANDEX_MAPS_URL'>;

/** The script of Yandex Maps v3 with the shop's key, in Russian (S7-26); null: no key, no map. */
export function mapScript({ YANDEX_MAPS_KEY, YANDEX_MAPS_URL }: MapSettings): string | null {
  if (!YANDEX_MAPS_KEY) return null;
  return `${YANDEX_MAPS_URL}?${new URLSearchParams({ apikey: YANDEX_MAPS_KEY, lang: 'ru_RU' })}`;
}

/** What pages must allow for it: the script's own host and those Yandex serves the map's parts and pictures from. Nothing without a key. */
export function mapSources({ YANDEX_MAPS_KEY, YANDEX_MAPS_URL }: MapSettings): AllowedSources {
  if (!YANDEX_MAPS_KEY) return {};
  const own = new URL(YANDEX_MAPS_URL).origin;
  const parts = 'https://yastatic.net';
  const tiles = 'https://*.maps.yandex.net';
  return {
    script: [own, parts],
    connect: [own, parts, tiles],
    img: [own, parts, tiles],
    worker: ['blob:'],
  };
}

/** Marks of departments that are known by their coordinates; `hrefOf` says where a press on one leads. */
export function mapMarks(departments: Department[], hrefOf: (department: Department) => string): MapPoint[] {
  return departments.flatMap((department) => {
    const { id_1c, city, address, longitude, latitude } = department;
    if (longitude === null || latitude === null) return [];
    const name = `${city}, ${address}`;
    return { id: id_1c, name, longitude: Number(longitude), latitude: Number(latitude), href: hrefOf(department) };
  });
}
