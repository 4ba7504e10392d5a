import type { OpenMaps } from '#integrations/maps/maps.ts';

/** Yandex Maps v3 in Russian (S7-26): its script, and the hosts it takes the map's parts and pictures from. */
export const yandexMaps: OpenMaps = ({ YANDEX_MAPS_KEY, YANDEX_MAPS_URL }) => {
  if (!YANDEX_MAPS_KEY) return null;
  const own = new URL(YANDEX_MAPS_URL).origin;
  const parts = 'https://yastatic.net';
  const tiles = 'https://*.maps.yandex.net';
  return {
    processor: {
      name: 'Яндекс Карты (yandex.ru/maps)',
      gets: 'Адрес вашего устройства в сети и сведения о браузере: карта загружается прямо в него',
      purpose: 'Показать пункты на карте',
    },
    script: `${YANDEX_MAPS_URL}?${new URLSearchParams({ apikey: YANDEX_MAPS_KEY, lang: 'ru_RU' })}`,
    sources: {
      script: [own, parts],
      connect: [own, parts, tiles],
      img: [own, parts, tiles],
      worker: ['blob:'],
    },
  };
};
