import { carryingOffers, tariffWords } from '#shared/carrying.ts';
import { formatPrice } from '#shared/money.ts';
import { formatWeight } from '#shared/plurals.ts';
import type { FieldWords } from '../record/values.ts';
import type { Delivery } from './delivery-tab.tsx';

/** Delivery of a branch, as the journal and the window of two editors tell it. */
export const deliveryWords: FieldWords = {
  zones: {
    label: 'Зоны',
    show: (value) =>
      ((value ?? []) as Delivery['zones'])
        .map(({ name, rates }) => {
          const prices = rates.map((rate) => `до ${formatWeight(rate.up_to_grams)} ${formatPrice(rate.price_kopecks)}`);
          return `${name}: ${prices.join(', ')}`;
        })
        .join('; ') || 'нет',
  },
  carrying: {
    label: 'Разгрузка и подъём',
    show: (value) =>
      ((value ?? []) as Delivery['carrying'])
        .map((rate) => `${carryingOffers[rate.kind]}: ${tariffWords(rate)}`)
        .join('; ') || 'нет',
  },
  transfers: {
    label: 'Привозим из других филиалов',
    show: (value) =>
      ((value ?? []) as Delivery['transfers'])
        .map(({ from_id_1c, days_min, days_max }) => `${from_id_1c}: ${days_min}–${days_max} дн.`)
        .join('; ') || 'нет',
  },
};
