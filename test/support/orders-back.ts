import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { confirmOrders, handOverOrders } from '#integrations/onec/sale/hand-over-orders.ts';
import { listOrdersInExchange, orderLog } from '#integrations/onec/sale/ledger.ts';
import { orderDocument } from '#integrations/onec/sale/order-document.ts';
import { readOrderFor1c } from '#integrations/onec/sale/read-orders.ts';
import { takeDocuments } from '#integrations/onec/sale/take-documents.ts';
import { getOrder } from '#modules/orders/queries.ts';
import type { Database } from '#platform/database.ts';
import { makeUser } from './accounts.ts';
import { commerceml } from './commerceml.ts';
import { orderBy } from './orders.ts';
import { temporaryFolder } from './processes.ts';

type Known = { id: string };

export const requisite = (name: string, value: string) =>
  `<ЗначениеРеквизита><Наименование>${name}</Наименование><Значение>${value}</Значение></ЗначениеРеквизита>`;

/** As bases name the payment of an order: number and day, no sum. */
export const paidBy = (number: string, date = '2026-11-21') =>
  requisite('Номер оплаты по 1С', number) + requisite('Дата оплаты по 1С', date);

export const line = (
  id: string,
  count: number | string,
  sum: number | string,
  more = '<Коэффициент>30</Коэффициент>',
) =>
  `<Товар><Ид>${id}</Ид><Наименование>${id}</Наименование><Количество>${count}</Количество><Сумма>${sum}</Сумма>${more}</Товар>`;

/** An order's document with nothing but its goods. */
export const bare = ({ id }: Known, sum: number | string, lines: string, more = '') =>
  `<Документ><Ид>${id}</Ид><Номер>УТ-1</Номер><Дата>2026-11-20</Дата><ХозОперация>Заказ товара</ХозОперация><Сумма>${sum}</Сумма>
  <Товары>${lines}</Товары>${more}</Документ>`;

/** A payment, a shipment or a return as it stands within its order's document. */
export const paper = (operation: string, id: string, more: string) =>
  `<ПодчиненныйДокумент><Ид>${id}</Ид><Номер>${id}</Номер><Дата>2026-11-21</Дата>
  <ХозОперация>${operation}</ХозОперация>${more}</ПодчиненныйДокумент>`;

export const papers = (...given: string[]) => `<ПодчиненныеДокументы>${given.join('')}</ПодчиненныеДокументы>`;

export const subordinate = (operation: string, id: string, more: string) => papers(paper(operation, id, more));

/** The same, standing alone, with the order as its basis. */
export const paperAlone = (operation: string, id: string, basis: string, more: string) =>
  `<Документ><Ид>${id}</Ид><Номер>000-77</Номер><Дата>2026-11-22</Дата><Основание>${basis}</Основание>
  <ХозОперация>${operation}</ХозОперация>${more}</Документ>`;

const tables = [
  ...['orders', 'order_lines', 'order_moves', 'reservations', 'stock', 'payments', 'refunds', 'onec_orders'],
  ...['onec_order_log', 'onec_order_documents', 'mails', 'receipts'],
];

/** A shop whose orders go to the base of node 1 and come back, and Anna who orders; node 7 is another base. */
export async function ordersBack(db: Database) {
  const node_id = 1;
  await sql`insert into onec_nodes (id, name, login) overriding system value values (1, 'База', 'base'), (7, 'Опт', 'opt')`.execute(
    db,
  );
  const folder = await temporaryFolder();
  const anna = await makeUser(db, { full_name: 'Анна Смирнова' });

  /** 1C asks for orders and confirms them. */
  async function exchange({ isConfirmed = true, session_id = randomUUID() as string } = {}): Promise<string[]> {
    const asked = { node_id, session_id, encoding: 'utf-8' as const, version: '2.10' };
    const { xml } = await db.transaction().execute((db) => handOverOrders(db, asked));
    if (isConfirmed) await confirmOrders(db, session_id);
    return [...xml.matchAll(/<Документ><Ид>([^<]+)</g)].map((match) => match[1] ?? '');
  }

  /** Anna's order that 1C has. */
  async function orderInOnec(lines: Parameters<typeof orderBy>[2], input: Record<string, unknown> = {}) {
    const order = await orderBy(db, anna, lines, { input });
    await exchange();
    return order;
  }

  let files = 0;
  /** `session_id`: of the exchange; left out: of one in which nothing was confirmed. */
  async function take(body: string, by = node_id, session_id: string = randomUUID()) {
    const path = join(folder, `orders-${++files}.xml`);
    await writeFile(path, body.startsWith('<?xml') ? body : commerceml(body, { version: '2.10' }));
    return takeDocuments(db, path, { node_id: by, session_id, now: new Date() });
  }

  /** The document as 1C got it, with what it adds. */
  async function echoOf(order: Known, more = '', change = (xml: string) => xml): Promise<string> {
    const xml = change(orderDocument((await readOrderFor1c(db, order.id))!));
    return xml.replace('</ЗначенияРеквизитов></Документ>', `${more}</ЗначенияРеквизитов></Документ>`);
  }

  /** Everything about orders that a document could change, by table. */
  async function stateNow(of = tables) {
    const parts = of.map(
      (table) =>
        sql`select md5(coalesce(string_agg(t::text, '' order by t::text), '')) as sum from ${sql.table(table)} t`,
    );
    const { rows } = await sql<{ sum: string }>`${sql.join(parts, sql` union all `)}`.execute(db);
    return rows.map(({ sum }) => sum);
  }

  /** Takes it, and takes it again, which must change nothing. */
  async function takeTwice(body: string, session_id?: string) {
    const first = await take(body, node_id, session_id);
    const before = await stateNow();
    const second = await take(body, node_id, session_id);
    expect(await stateNow()).toEqual(before);
    expect(second.applied).toBe(0);
    return first;
  }

  const view = async ({ id }: Known) => (await getOrder(db, id))!;
  const lastWords = async ({ id }: Known) => (await orderLog(db, id))[0];
  const ledgerOf = async ({ id }: Known) => (await listOrdersInExchange(db, { order_id: id, limit: 1 }))[0];
  return { folder, anna, exchange, orderInOnec, take, takeTwice, echoOf, stateNow, view, lastWords, ledgerOf };
}
