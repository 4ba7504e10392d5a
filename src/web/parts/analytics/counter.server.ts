import type { Config } from '../../../config.ts';

/** Where a counter that is switched on loads its script from and sends what it counted; nothing while it is off. */
export function counterOrigins({ YANDEX_METRIKA_ID, YANDEX_METRIKA_URL }: Config): string[] {
  if (!YANDEX_METRIKA_ID) return [];
  const own = new URL(YANDEX_METRIKA_URL).origin;
  // Metrica's script sends to both of its domains and takes a part of itself from yastatic.net.
  return /^https:\/\/mc\.yandex\.(ru|com)$/.test(own)
    ? ['https://mc.yandex.ru', 'https://mc.yandex.com', 'https://yastatic.net']
    : [own];
}
