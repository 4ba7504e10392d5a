import { deliveryVatRate } from '#modules/documents/document-content.ts';
import type { OrderView } from '#modules/orders/queries.ts';
import { carryingWords } from '#shared/carrying.ts';

/** What of an order is no good: a line with an id of its own, by which 1C returns it. Kopecks. */
export type Service = { id: string; name: string; sum: number; vat_rate: number };

/** By this id shops have always named their delivery to 1C. */
export const deliveryId = 'ORDER_DELIVERY';

/** Unloading or lifting, which no shop named before. */
export const carryingId = 'ORDER_CARRYING';

type Priced = Pick<OrderView, 'receiving' | 'delivery_price' | 'carrying_price'>;

/** Services with a price above nothing. */
export function servicesOf({ receiving, delivery_price, carrying_price }: Priced): Service[] {
  if (receiving.type !== 'delivery') return [];
  const { carrying } = receiving;
  const services = [
    { id: deliveryId, name: 'Доставка заказа', sum: delivery_price },
    { id: carryingId, name: carrying ? carryingWords(carrying) : '', sum: carrying_price },
  ];
  return services.flatMap(({ sum, ...service }) => (sum ? [{ ...service, sum, vat_rate: deliveryVatRate }] : []));
}
