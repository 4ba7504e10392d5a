import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { isUuid } from '#shared/uuid.ts';
import { refused } from './document-numbers.ts';
import { isPaper, orderOperation } from './document-words.ts';
import type { From1c } from './order-of-document.ts';
import type { Document1c } from './read-documents.ts';

/** Longer ones are no ids by the schemas. */
const longestId = 100;

/**
 * `isAlone`: the document is a paper of that order, and not the order. `id_1c`: by what 1C names the order, where that
 * is not known for certain: the shop's own id, or an id of 1C beside the shop's number.
 */
export type FoundOrder = { order_id: string | null; isAlone: boolean; id_1c: string | null };

/**
 * The order that the document is of: its own id, where that is an order of the shop or one that 1C has named so
 * before; else its basis, as papers that stand alone name it, whatever ids 1C gives them; else the shop's number, as
 * `Номер` of an order. Numbers and ids of 1C say something only of orders that this node was given.
 */
export async function findOrder(db: Db, document: Document1c, from: From1c): Promise<FoundOrder> {
  const { id, basis } = document;
  const isAlone = isPaper(document);
  if (await isOrder(db, id)) return { order_id: id, isAlone, id_1c: isAlone ? null : id };
  const own = await orderById1c(db, id, from);
  if (own !== null) return { order_id: own, isAlone, id_1c: null };
  if (isAlone) return { order_id: await orderOfBasis(db, document, from), isAlone: true, id_1c: null };
  if (await isOrder(db, basis)) return { order_id: basis, isAlone: true, id_1c: null };
  const order_id = document.operation === orderOperation ? await orderByNumber(db, document.own_number, from) : null;
  const id_1c = id === '' || id.length > longestId ? null : id;
  return { order_id, isAlone: false, id_1c };
}

/**
 * Keeps by what id 1C names an order: the shop's own for certain, another that comes with the shop's number where none
 * is known. Throws Refusal where 1C has the order under another id: a copy of its document names the same number, or an
 * order of 1C's own has it by chance.
 */
export async function keepOrderId(db: Db, order_id: string, id_1c: string, { node_id }: From1c): Promise<void> {
  const isOwn = id_1c.toLowerCase() === order_id.toLowerCase();
  const { rows } = await sql<{ number: number; id_1c: string }>`
    update onec_orders x set id_1c = case when ${isOwn} then ${id_1c} else coalesce(x.id_1c, ${id_1c}) end from orders o
    where x.node_id = ${node_id} and x.order_id = ${order_id}::uuid and o.id = x.order_id
      and x.id_1c is distinct from ${id_1c}
    returning o.number, x.id_1c`.execute(db);
  const [kept] = rows;
  if (!kept || kept.id_1c === id_1c) return;
  throw refused(`у заказа ${kept.number} в 1С уже другой документ, Ид «${kept.id_1c}»: похоже, этот скопирован с него`);
}

/** Whose money would it be? Throws Refusal where a paper's own id is of one order and its basis another order. */
export async function refuseTwoOrders(db: Db, order_id: string, document: Document1c, from: From1c): Promise<void> {
  const other = await orderOfBasis(db, document, from);
  if (other === null || other.toLowerCase() === order_id.toLowerCase()) return;
  throw refused('у документа Ид одного заказа, а основание — другой заказ: непонятно, чей он');
}

async function orderOfBasis(db: Db, { basis }: Document1c, from: From1c): Promise<string | null> {
  if (await isOrder(db, basis)) return basis;
  return (await orderById1c(db, basis, from)) ?? (await orderByNumber(db, basis, from));
}

async function isOrder(db: Db, id: string): Promise<boolean> {
  if (!isUuid(id)) return false;
  const { rows } = await sql`select from orders where id = ${id}::uuid`.execute(db);
  return rows.length > 0;
}

async function orderById1c(db: Db, id: string, { node_id }: From1c): Promise<string | null> {
  if (id === '' || id.length > longestId) return null;
  const { rows } = await sql<{ order_id: string }>`
    select order_id from onec_orders where node_id = ${node_id} and id_1c = ${id}`.execute(db);
  return rows[0]?.order_id ?? null;
}

/** As the shop writes it: 1C's own numbers have letters and zeros in front. */
async function orderByNumber(db: Db, number: string, { node_id }: From1c): Promise<string | null> {
  if (!/^[1-9]\d{0,14}$/.test(number)) return null;
  const { rows } = await sql<{ id: string }>`
    select o.id from orders o join onec_orders x on x.order_id = o.id
    where o.number = ${number}::bigint and x.node_id = ${node_id} and x.handed_revision is not null`.execute(db);
  return rows[0]?.id ?? null;
}
