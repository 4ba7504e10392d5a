import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { ReservationTerms } from '#modules/settings/schema.ts';
import { type Db, preparedStatement } from '#platform/database.ts';
import { Refusal } from '#platform/refusal.ts';
import { type DeliveryZone, listDeliveryZones } from '../delivery.ts';
import type { OrderPlace, PlacedOrder } from '../place-order.ts';
import type { OrderInput } from '../schema.ts';
import { wholeTerms } from '../working-days.ts';

type Opening =
  /** The order this key placed before. */
  | { earlier: Omit<PlacedOrder, 'is_replay'> }
  | {
      earlier: null;
      /** Store of the pickup department, when it belongs to this branch. */
      point_store: string | null;
      zones: DeliveryZone[] | null;
      terms: ReservationTerms;
    };

/**
 * First statements: claims the key (waiting for a parallel holder of it), holds the buyer's account and reads what
 * receiving and reservation need.
 */
export async function takeKey(db: Db, place: OrderPlace, input: OrderInput, id: string): Promise<Opening> {
  const body_hash = hashBody(input);
  const branch = place.department.id_1c;
  const point = input.receiving.department_id_1c ?? branch;
  const isDelivery = input.receiving.type === 'delivery';
  const [[claim], zones, buyers] = await Promise.all([
    claimKey(db, [place.visitor, place.key, body_hash, id, point, branch]),
    isDelivery ? listDeliveryZones(db, branch) : null,
    place.buyer ? lockBuyer(db, [place.buyer.user_id]) : null,
  ]);
  if (buyers?.length === 0) throw buyerGone(place);
  if (!claim?.claimed) return { earlier: await readEarlier(db, place, body_hash) };
  return { earlier: null, point_store: claim.point_store, zones, terms: wholeTerms(claim.terms) };
}

const claimKey = preparedStatement<{
  claimed: boolean;
  point_store: string | null;
  terms: Partial<ReservationTerms> | null;
}>(
  'claim_order_key',
  `with claimed as (
    insert into order_keys (visitor, key, body_hash, order_id) values ($1::uuid, $2::text, $3::bytea, $4::uuid)
    on conflict (visitor, key) do nothing
    returning 1
  )
  select exists (select from claimed) as claimed,
    (select store from departments where id_1c = $5::text
      and (id_1c = $6::text or (branch_id_1c = $6::text and is_pick_up_point))) as point_store,
    (select value from settings where key = 'reservation_terms') as terms`,
);

/** Until the order is placed its account is neither deleted nor made a part of another. */
const lockBuyer = preparedStatement<{ id: string }>(
  'lock_buyer',
  'select id from users where id = $1::uuid and deleted_at is null for key share',
);

function buyerGone({ by_phone }: OrderPlace): Refusal {
  return by_phone
    ? new Refusal('not_found', {}, 'Кабинет этого покупателя удалён или объединён с другим')
    : new Refusal('signed_out');
}

async function readEarlier(db: Db, place: OrderPlace, body_hash: Buffer): Promise<Omit<PlacedOrder, 'is_replay'>> {
  const { rows } = await sql<Omit<PlacedOrder, 'is_replay'> & { body_hash: Buffer }>`
    select k.body_hash, o.id, o.number, o.state, o.payment_state, o.goods_sum, o.delivery_price, o.carrying_price, o.total,
      o.coupon, o.pickup_code, awaits_approval(o.id) as awaits_approval,
      coalesce((select h.amount from bonus_holds h where h.order_id = o.id), 0) as bonuses,
      (select json_agg(json_build_object(
        'product_id', l.product_id, 'product_idcode', l.product_idcode, 'name', l.name, 'unit', l.unit,
        'count', l.count, 'price', l.price, 'discount', l.discount,
        'bonus_discount', l.bonus_discount, 'sum', l.sum
      ) order by l.position) from order_lines l where l.order_id = o.id) as products
    from order_keys k join orders o on o.id = k.order_id
    where k.visitor = ${place.visitor} and k.key = ${place.key}`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('Ключ занят, а заказа под ним нет');
  const { body_hash: stored, ...order } = row;
  if (!stored.equals(body_hash)) throw new Refusal('key_reused');
  return order;
}

/** The parsed body with keys in one order, so that spelling and spacing of the request do not matter. */
function hashBody(input: OrderInput): Buffer {
  const sorted = (_key: string, value: unknown) =>
    value !== null && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : value;
  return createHash('sha256').update(JSON.stringify(input, sorted)).digest();
}
