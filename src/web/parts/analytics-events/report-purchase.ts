import type { LayerEvent } from '#web/parts/analytics/counter.ts';

type Purchase = {
  number: number;
  total: number;
  coupon: string | null;
  products: { id: number; name: string; brand: string | null; category: string | null; price: number; count: number }[];
};

/**
 * The server gives the purchase out once, whatever this browser remembers; what it remembers only spares the question.
 */
export async function reportPurchase(
  order: string,
  productCode: string,
  push: (event: LayerEvent) => void,
): Promise<void> {
  const mark = `told_${order}`;
  if (localStorage.getItem(mark)) return;
  const path = `/api/ecm/${productCode}/orders/${order}/purchase/`;
  const answer = await fetch(path, { method: 'POST' }).catch(() => null);
  if (!answer?.ok) return;
  const { purchase }: { purchase: Purchase | null } = await answer.json();
  localStorage.setItem(mark, '1');
  if (!purchase) return;
  const { number, total, coupon, products } = purchase;
  push({
    purchase: {
      actionField: { id: String(number), revenue: total, ...(coupon && { coupon }) },
      products: products.map(({ id, name, brand, category, price, count }) => ({
        id: String(id),
        name,
        ...(brand && { brand }),
        ...(category && { category }),
        price,
        quantity: count,
      })),
    },
  });
}
