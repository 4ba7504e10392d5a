import type { MapPartner, MapService } from '#integrations/maps/maps.ts';

/** Yandex Maps v3 in Russian (S7-26). */
export const yandexMaps: MapPartner = {
  name: 'Яндекс Карты',
  needs: 'YANDEX_MAPS_KEY',
  isOn: ({ YANDEX_MAPS_KEY }) => Boolean(YANDEX_MAPS_KEY),
  key: ({ YANDEX_MAPS_KEY }) => YANDEX_MAPS_KEY,
  open: ({ YANDEX_MAPS_KEY, YANDEX_MAPS_URL }) => (YANDEX_MAPS_KEY ? openMaps(YANDEX_MAPS_KEY, YANDEX_MAPS_URL) : null),
};

/** Its script, and the hosts it takes the map's parts and pictures from. */
function openMaps(key: string, url: string): MapService {
  const own = new URL(url).origin;
  const parts = 'https://yastatic.net';
  const tiles = 'https://*.maps.yandex.net';
  return {
    processor: {
      name: 'Яндекс Карты (yandex.ru/maps)',
      gets: 'Адрес вашего устройства в сети и сведения о браузере: карта загружается прямо в него',
      purpose: 'Показать пункты на карте',
    },
    script: `${url}?${new URLSearchParams({ apikey: key, lang: 'ru_RU' })}`,
    sources: {
      script: [own, parts],
      connect: [own, parts, tiles],
      img: [own, parts, tiles],
      worker: ['blob:'],
    },
  };
}
