import { ExchangeFailure, success } from './answer.ts';
import type { Mode } from './call.ts';
import { init, takeFile } from './transfer.ts';

/**
 * `type=reference`: dictionaries of 1C as files of their own. The goods' files bring the values again, so these are
 * received, and nothing is made of them.
 */
export const referenceModes: Record<string, Mode> = {
  init,
  file: takeFile,
  import: async () => success('Справочник принят. Значения свойств магазин берёт из выгрузки товаров'),
};

/** `type=get_catalog`: 1C asks the site for its goods. Here 1C alone keeps them. */
export const getCatalogModes: Record<string, Mode> = {
  init,
  query: async () => {
    throw new ExchangeFailure('Товары ведутся в 1С, магазин их не выгружает. Отключите в 1С загрузку товаров с сайта');
  },
};
