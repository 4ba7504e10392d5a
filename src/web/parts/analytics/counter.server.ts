import type { Processor } from '#integrations/processor.ts';
import type { Config } from '../../../config.ts';

/** Whom the counter tells of visits; null: it is off. */
export function counterProcessor({ YANDEX_METRIKA_ID }: Config): Processor | null {
  if (!YANDEX_METRIKA_ID) return null;
  return {
    name: 'Яндекс Метрика (metrika.yandex.ru)',
    gets:
      'Только с вашего согласия: адрес вашего устройства в сети, сведения о браузере, адреса открытых страниц, ' +
      'товары, которые вы смотрели и клали в корзину, номер, состав и сумма заказа; без имени, телефона и почты',
    purpose: 'Узнать, что в магазине ищут и что мешает покупке',
  };
}

/** Where a counter that is switched on loads its script from and sends what it counted; nothing while it is off. */
export function counterOrigins({ YANDEX_METRIKA_ID, YANDEX_METRIKA_URL }: Config): string[] {
  if (!YANDEX_METRIKA_ID) return [];
  const own = new URL(YANDEX_METRIKA_URL).origin;
  // Metrica's script sends to both of its domains and takes a part of itself from yastatic.net.
  return /^https:\/\/mc\.yandex\.(ru|com)$/.test(own)
    ? ['https://mc.yandex.ru', 'https://mc.yandex.com', 'https://yastatic.net']
    : [own];
}
