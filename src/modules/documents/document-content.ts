import type { OrderView } from '#modules/orders/queries.ts';
import { carryingWords } from '#shared/carrying.ts';
import { formatDateTime } from '#shared/dates.ts';
import { vatInside } from '#shared/money.ts';
import { localTime } from '#shared/zoned-time.ts';
import type { SellerRequisites } from './seller-requisites.ts';

export type DocumentKind = 'invoice' | 'delivery_note';

/** The papers of an order by the last part of their address. */
export const documentFiles: Record<DocumentKind, string> = {
  invoice: 'invoice.pdf',
  delivery_note: 'delivery-note.pdf',
};

export type DocumentBuyer = { name: string; inn: string; kpp: string | null; legal_address: string };

export type DocumentLine = {
  name: string;
  article: string | null;
  /** Sales units; the paper says them in `unit`, of which each is so many parts (`src/shared/unit-words.ts`). */
  count: number;
  unit: string;
  /** Absent: 1, as in papers issued before goods were told in metres. */
  parts?: number;
  /**
   * Kopecks with VAT: per sales unit as ordered, what coupon and bonuses took off the line, the line's sum, the VAT
   * inside it.
   */
  price: number;
  discount: number;
  sum: number;
  vat_rate: number;
  vat: number;
};

export type VatRow = { rate: number; sum: number };

/** For `shownCount` and `shownPrice`. */
export function partsOf({ parts = 1 }: DocumentLine): { parts: number } {
  return { parts };
}

/** Everything a paper says; kept as it was issued. Money in kopecks, dates 'YYYY-MM-DD' by the branch's calendar. */
export type DocumentContent = {
  kind: DocumentKind;
  number: string;
  date: string;
  order_number: number;
  order_date: string;
  seller: SellerRequisites;
  buyer: DocumentBuyer;
  branch: { city: string; address: string };
  /** Who takes the goods, and where. */
  consignee: { name: string; address: string };
  lines: DocumentLine[];
  /** One row per rate above 0; rates rise. */
  vat: VatRow[];
  discount: number;
  total: number;
  /** «24.11.2026 23:59»: until when the goods wait for the money; null: no term runs. */
  pay_until: string | null;
  /** Delivery has no price yet and stands on no line. */
  is_delivery_open: boolean;
};

/** Delivery and what is done with it are taxed as most goods are. */
export const deliveryVatRate = 22;

/**
 * What a document of this order says, from the sums the order has stored; nothing is priced again. `number` is the
 * order's, with the revision behind a stroke from the second on.
 */
export function documentContent(
  kind: DocumentKind,
  order: OrderView,
  seller: SellerRequisites,
  buyer: DocumentBuyer,
  revision: number,
): DocumentContent {
  const zone = order.branch.time_zone;
  const dayOf = (moment: Date) => localTime(moment, zone).date;
  const handedOver = order.moves.findLast((move) => move.state === 'completed')?.at;
  const lines = [...order.lines.map(goodsLine), ...serviceLines(order)];
  const { recipient, address, department } = order.receiving;
  return {
    kind,
    number: revision === 1 ? String(order.number) : `${order.number}/${revision}`,
    date: dayOf(kind === 'delivery_note' && handedOver ? handedOver : order.created_at),
    order_number: order.number,
    order_date: dayOf(order.created_at),
    seller,
    buyer,
    branch: { city: order.branch.city, address: order.branch.address },
    consignee: {
      name: (recipient ?? order.contact).name,
      address: department ? `самовывоз: г. ${department.city}, ${department.address}` : (address ?? ''),
    },
    lines,
    vat: vatByRate(lines),
    discount: order.discount + order.bonus_discount,
    total: order.total,
    // Until somebody stands for the order its term is that of the click, not of the money.
    pay_until:
      kind === 'invoice' && order.reserved_until && !order.is_unconfirmed
        ? formatDateTime(order.reserved_until, zone)
        : null,
    is_delivery_open: order.receiving.type === 'delivery' && order.delivery_price === null,
  };
}

function goodsLine(line: OrderView['lines'][number]): DocumentLine {
  const { name, article, count, price, sum, vat_rate } = line;
  const { short: unit, parts } = line.shown_unit;
  const discount = line.discount + line.bonus_discount;
  return { name, article, count, unit, parts, price, discount, sum, vat_rate, vat: vatInside(sum, vat_rate) };
}

type WithServices = Pick<OrderView, 'delivery_price' | 'carrying_price' | 'receiving'>;

/** Delivery, and unloading or lifting; what costs nothing or has no price yet stands on no paper. */
function serviceLines({ delivery_price, carrying_price, receiving }: WithServices): DocumentLine[] {
  const { type, carrying } = receiving;
  return [
    ...(type === 'delivery' && delivery_price ? [serviceLine('Доставка', delivery_price)] : []),
    ...(carrying && carrying_price ? [serviceLine(carryingWords(carrying), carrying_price)] : []),
  ];
}

function serviceLine(name: string, sum: number): DocumentLine {
  return {
    name,
    article: null,
    count: 1,
    unit: 'усл.',
    price: sum,
    discount: 0,
    sum,
    vat_rate: deliveryVatRate,
    vat: vatInside(sum, deliveryVatRate),
  };
}

/** The VAT inside an order's sums, one row per rate above 0, as its papers name it; kopecks. */
export function vatOfOrder(order: Pick<OrderView, 'lines'> & WithServices): VatRow[] {
  return vatByRate([...order.lines.map(goodsLine), ...serviceLines(order)]);
}

/** VAT inside the lines, one row per rate above 0; rates rise. */
export function vatByRate(lines: DocumentLine[]): VatRow[] {
  const sums = new Map<number, number>();
  for (const { vat_rate, vat } of lines) if (vat_rate > 0) sums.set(vat_rate, (sums.get(vat_rate) ?? 0) + vat);
  return [...sums].map(([rate, sum]) => ({ rate, sum })).sort((a, b) => a.rate - b.rate);
}
