import type { OrderView } from '#modules/orders/queries.ts';
import { carryingWords } from '#shared/carrying.ts';
import { formatDateTime } from '#shared/dates.ts';
import { vatInside } from '#shared/money.ts';
import { localTime } from '#shared/zoned-time.ts';
import type { SellerRequisites } from './seller-requisites.ts';

/** upd: «универсальный передаточный документ» of one shipment. */
export type DocumentKind = 'invoice' | 'upd';

/** A paper of an order; `part` counts its shipments from 1, an invoice is always the first. */
export type DocumentName = { kind: DocumentKind; part: number };

/** The last part of its address: invoice.pdf, upd.pdf, upd-2.pdf. */
export function documentFile({ kind, part }: DocumentName): string {
  return part === 1 ? `${kind}.pdf` : `${kind}-${part}.pdf`;
}

/** The paper behind the last part of an address; null: no such file. */
export function documentOfFile(file: string): DocumentName | null {
  const [, kind, part] = /^(invoice|upd)(?:-([1-9]\d{0,2}))?\.pdf$/.exec(file) ?? [];
  const name = { kind: kind as DocumentKind, part: Number(part ?? 1) };
  return kind && documentFile(name) === file ? name : null;
}

export type DocumentBuyer = { name: string; inn: string; kpp: string | null; legal_address: string };

export type DocumentLine = {
  name: string;
  article: string | null;
  /** Of goods, for the buyer's own books; null: a service. Absent in papers issued before. */
  idcode?: string | null;
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
  /** «Исправление № 1 от …»: the paper was issued again with other sums. Of an УПД alone. */
  correction?: { number: number; date: string } | null;
  /** Transfers that came before the goods left: «12 от 24.11.2026». Of an УПД alone. */
  payment_documents?: string[];
  /** What the buyer calls the order, and the building site it is for. */
  buyer_number?: string | null;
  building_site?: string | null;
  /** Number and date of the buyer's contract with the seller. */
  contract?: string | null;
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

/** What a paper has besides its order: number, date 'YYYY-MM-DD' and the rest as `DocumentContent` says. */
export type DocumentHead = Pick<DocumentContent, 'number' | 'date' | 'correction' | 'payment_documents' | 'contract'>;

/** The head of an invoice: the order's number, with the revision behind a stroke from the second on. */
export function invoiceHead({ number, branch, created_at }: OrderView, revision: number): DocumentHead {
  return {
    number: revision === 1 ? String(number) : `${number}/${revision}`,
    date: localTime(created_at, branch.time_zone).date,
  };
}

/**
 * What a document of this order, or of a part of it, says, from the sums the order has stored; nothing is priced again.
 */
export function documentContent(
  kind: DocumentKind,
  order: OrderView,
  seller: SellerRequisites,
  buyer: DocumentBuyer,
  head: DocumentHead,
): DocumentContent {
  const zone = order.branch.time_zone;
  const lines = documentLines(order, seller.is_vat_payer);
  const { recipient, address, department } = order.receiving;
  return {
    kind,
    ...head,
    order_number: order.number,
    order_date: localTime(order.created_at, zone).date,
    buyer_number: order.company?.buyer_number ?? null,
    building_site: order.company?.building_site ?? null,
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

/** A seller free of VAT names none, whatever the goods are taxed with elsewhere; papers of before do not know. */
function documentLines(order: Pick<OrderView, 'lines'> & WithServices, is_vat_payer = true): DocumentLine[] {
  const lines = [...order.lines.map(goodsLine), ...serviceLines(order)];
  return is_vat_payer ? lines : lines.map((line) => ({ ...line, vat_rate: 0, vat: 0 }));
}

function goodsLine(line: OrderView['lines'][number]): DocumentLine {
  const { name, article, product_idcode: idcode, count, price, sum, vat_rate } = line;
  const { short: unit, parts } = line.shown_unit;
  const discount = line.discount + line.bonus_discount;
  return { name, article, idcode, count, unit, parts, price, discount, sum, vat_rate, vat: vatInside(sum, vat_rate) };
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
    idcode: null,
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
export function vatOfOrder(order: Pick<OrderView, 'lines'> & WithServices, is_vat_payer: boolean): VatRow[] {
  return vatByRate(documentLines(order, is_vat_payer));
}

/** VAT inside the lines, one row per rate above 0; rates rise. */
export function vatByRate(lines: DocumentLine[]): VatRow[] {
  const sums = new Map<number, number>();
  for (const { vat_rate, vat } of lines) if (vat_rate > 0) sums.set(vat_rate, (sums.get(vat_rate) ?? 0) + vat);
  return [...sums].map(([rate, sum]) => ({ rate, sum })).sort((a, b) => a.rate - b.rate);
}
