import { sql } from 'kysely';
import { isVatPayer } from '#modules/documents/seller-requisites.ts';
import { getOrder, type OrderView } from '#modules/orders/queries.ts';
import type { Db } from '#platform/database.ts';
import { ensure } from '#shared/ensure.ts';

/** What an order's document says of a line beside the order itself. */
export type LineOf1c = {
  position: number;
  /** `good` or `good#characteristic`; null: the product did not come from 1C. */
  id_1c: string | null;
  catalog_id_1c: string | null;
  barcode: string | null;
  variant_label: string | null;
  /** The warehouse that feeds the line's store: the node's own, else one that came by command; null: there is none. */
  warehouse: { id: string; name: string } | null;
};

/** An order with all that its CommerceML document says. */
export type OrderFor1c = {
  order: OrderView;
  /** Of the order's row when it was read. */
  revision: number;
  lines: LineOf1c[];
  /** Of the firm's row, where the order belongs to one. */
  company: { kpp: string | null; legal_address: string } | null;
  /** The money that came; kopecks. */
  payment: { amount: number; paid_at: Date; number: string } | null;
  /** What of it went back, kopecks. */
  refunded: number;
  /** The seller names VAT. */
  is_vat_payer: boolean;
  /** Codes of units that 1C itself names, by their names. */
  unit_codes: ReadonlyMap<string, string>;
};

type Extra = {
  revision: number;
  lines: LineOf1c[];
  kpp: string | null;
  legal_address: string | null;
  payment: { amount: number; paid_at: string; number: string } | null;
  refunded: number;
};

/** Whoever edits one order again and again is a program. */
const mostReadings = 20;

/**
 * The order for its document, all of it of one state, however it is edited meanwhile; null: there is none. `node_id`:
 * who reads the document, by whose own ids warehouses are named.
 */
export async function readOrderFor1c(
  db: Db,
  order_id: string,
  node_id: number | null = null,
): Promise<OrderFor1c | null> {
  for (let left = mostReadings; left > 0; left--) {
    const found = await readOnce(db, order_id, node_id);
    if (!found) return null;
    const now = await db.selectFrom('orders').select('revision').where('id', '=', order_id).executeTakeFirst();
    if (!now) return null;
    if (now.revision === found.revision) return found;
  }
  throw new Error(`order ${order_id} was edited during each of ${mostReadings} readings`);
}

async function readOnce(db: Db, order_id: string, node_id: number | null): Promise<OrderFor1c | null> {
  const { rows } = await sql<Extra>`
    select o.revision, c.kpp, c.legal_address,
      (select json_agg(json_build_object('position', l.position, 'id_1c', p.id_1c, 'catalog_id_1c', p.catalog_id_1c,
          'barcode', p.barcode, 'variant_label', p.variant_label, 'warehouse', (
            select json_build_object('id', w.id_1c, 'name', w.name) from onec_warehouses w
            where w.store = l.store and w.id_1c <> '' and (w.node_id = ${node_id}::int or w.node_id is null)
            order by w.node_id nulls last, w.id_1c limit 1)) order by l.position)
        from order_lines l join products p on p.id = l.product_id where l.order_id = o.id) as lines,
      (select json_build_object('amount', p.amount, 'paid_at', p.paid_at, 'number', coalesce(p.provider_id, p.id::text))
        from payments p where p.order_id = o.id and p.state = 'succeeded'
          and not exists (select from refunds r where r.payment_id = p.id and r.reason = 'duplicate')
        order by p.paid_at limit 1) as payment,
      (select coalesce(sum(r.amount), 0)::int8 from refunds r join payments p on p.id = r.payment_id
        where p.order_id = o.id and r.state = 'succeeded' and r.reason <> 'duplicate') as refunded
    from orders o left join companies c on c.id = o.company_id
    where o.id = ${order_id}::uuid`.execute(db);
  const [extra] = rows;
  const order = extra && (await getOrder(db, order_id));
  if (!order) return null;
  const { revision, lines, kpp, legal_address, payment, refunded } = ensure(extra);
  return {
    order,
    revision,
    lines: lines ?? [],
    company: legal_address === null ? null : { kpp, legal_address },
    payment: payment && { ...payment, paid_at: new Date(payment.paid_at) },
    refunded,
    is_vat_payer: await isVatPayer(db),
    unit_codes: await unitCodes(db),
  };
}

async function unitCodes(db: Db): Promise<Map<string, string>> {
  const rows = await db.selectFrom('onec_units').select(['code', 'name']).orderBy('code', 'desc').execute();
  return new Map(rows.map(({ code, name }) => [name, code.trim()]));
}
