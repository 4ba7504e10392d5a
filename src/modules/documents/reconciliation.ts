import { sql } from 'kysely';
import type { CompanyRole } from '#modules/accounts/signed-in.ts';
import type { Db } from '#platform/database.ts';
import { Refusal } from '#platform/refusal.ts';
import { formatDay } from '#shared/dates.ts';
import { addDays } from '#shared/zoned-time.ts';
import type { DocumentBuyer } from './document-content.ts';
import { readRequisites, type SellerRequisites } from './seller-requisites.ts';

/** One row of the shop's books with a firm: `debit` is what the firm owes more for it, `credit` less; kopecks. */
export type ReconciliationRow = {
  /** 'YYYY-MM-DD' by the clock of the order's branch. */
  date: string;
  words: string;
  order_id: string;
  debit: number;
  credit: number;
};

/**
 * The shop's books with a firm over a period, both days included. Balances are what the firm owes, below zero what the
 * shop owes it: `opening` + debits − credits = `closing`. Kopecks.
 */
export type Reconciliation = {
  from: string;
  to: string;
  seller: SellerRequisites | null;
  buyer: DocumentBuyer & { contract: string | null };
  opening: number;
  rows: ReconciliationRow[];
  debit: number;
  credit: number;
  closing: number;
};

/** A longer list is read by nobody; a shorter period is asked for. */
const mostRows = 3_000;
const mostDays = 1_100;

/**
 * What left the shop for a firm, what the firm paid and what went back, from `from` to `to` ('YYYY-MM-DD'). For the
 * owners and accountants of the firm. Throws not_found for a firm of others, role_forbids, bad_input for a period that
 * is no period, is longer than three years or has too many rows.
 */
export async function readReconciliation(
  db: Db,
  user_id: string,
  company_id: number,
  { from, to }: { from: string; to: string },
): Promise<Reconciliation> {
  const buyer = await readFirm(db, user_id, company_id);
  if (to < from || addDays(from, mostDays) < to)
    throw new Refusal('bad_input', {}, 'Выберите период: начало не позже конца и не больше трёх лет');
  const all = (await readEvents(db, company_id)).flatMap(rowsOf);
  const rows = all.filter(({ date }) => date >= from && date <= to);
  if (rows.length > mostRows)
    throw new Refusal('bad_input', {}, `За этот период больше ${mostRows} операций: выберите короче`);
  const opening = balanceOf(all.filter(({ date }) => date < from));
  const [debit, credit] = [sumOf(rows, 'debit'), sumOf(rows, 'credit')];
  const seller = await readRequisites(db, null);
  return { from, to, seller, buyer, opening, rows, debit, credit, closing: opening + debit - credit };
}

/** What the firm owes by the shop's books now, below zero what the shop owes it; kopecks. */
export async function readFirmBalance(db: Db, company_id: number): Promise<number> {
  return balanceOf((await readEvents(db, company_id)).flatMap(rowsOf));
}

async function readFirm(db: Db, user_id: string, company_id: number): Promise<Reconciliation['buyer']> {
  const { rows } = await sql<Reconciliation['buyer'] & { role: CompanyRole }>`
    select c.name, c.inn, c.kpp, c.legal_address, c.contract, m.role
    from companies c join company_members m on m.company_id = c.id and m.user_id = ${user_id}::uuid
    where c.id = ${company_id}`.execute(db);
  const [firm] = rows;
  if (!firm) throw new Refusal('not_found');
  const { role, ...buyer } = firm;
  if (role === 'purchaser') throw new Refusal('role_forbids', {}, 'Акт сверки видят владелец и бухгалтер организации');
  return buyer;
}

type Event = {
  kind: 'shipment' | 'transfer' | 'online' | 'on_receipt' | 'refund';
  order_id: string;
  order_number: number;
  date: string;
  amount: number;
  /** Of an issued УПД, and of a transfer as the accountant wrote it down. */
  upd_number: string | null;
  upd_date: string | null;
  document: string | null;
  /** Of a refund: what of it is money for goods that were brought back. */
  returned: number;
};

/**
 * In the order in which they happened. A shipment costs what its УПД says (`shipmentsOf`). Money for an order that is
 * paid on receipt came with the acts that name it; what none names came, or went back, when the order became paid. A
 * refund gives back first what was paid and never left the shop; what is above that is for goods brought back.
 */
async function readEvents(db: Db, company_id: number): Promise<Event[]> {
  const { rows } = await sql<Event>`
    with mine as (
      select o.*, d.time_zone from orders o join departments d on d.id_1c = o.department_id_1c
      where o.company_id = ${company_id}
    ), given as (
      select l.order_id, l.id, l.sum, l.count, r.ended_at as at, sum(r.count) as given
      from mine join order_lines l on l.order_id = mine.id
      join reservations r on r.order_line_id = l.id and r.why = 'handed_over'
      group by l.order_id, l.id, r.ended_at
    ), running as (
      select *, sum(given) over (partition by id order by at) as upto from given
    ), parts as (
      select order_id, at, dense_rank() over (partition by order_id order by at) as part, sum(
        div(sum::numeric * greatest(count - upto + given, 0), count) - div(sum::numeric * greatest(count - upto, 0), count)
      )::int8 as goods
      from running group by order_id, at
    ), shipped as (
      select p.order_id, p.at, p.part, p.goods + case when p.part = 1
        then coalesce(m.delivery_price, 0) + coalesce(m.carrying_price, 0) else 0 end as amount
      from parts p join mine m on m.id = p.order_id
    ), paid as (
      select p.order_id, p.paid_at as at, p.amount, case p.method when 'transfer' then 'transfer' else 'online' end as kind,
        case p.method when 'transfer' then p.request ->> 'document' end as document, p.id::text as tie
      from payments p join mine on mine.id = p.order_id where p.state = 'succeeded'
      union all
      select h.order_id, h.at, h.taken_kopecks, 'on_receipt', null, h.id::text
      from handovers h join mine on mine.id = h.order_id where h.taken_kopecks > 0
      union all
      select mine.id, (select min(v.at) from order_moves v where v.order_id = mine.id and v.payment_state = 'paid'),
        mine.total - acts.taken, 'on_receipt', null, ''
      from mine cross join lateral (
        select coalesce(sum(h.taken_kopecks), 0)::int8 as taken from handovers h where h.order_id = mine.id) acts
      where mine.payment_method = 'on_receipt' and mine.payment_state = 'paid' and mine.total <> acts.taken
    ), back as (
      select p.order_id, r.changed_at as at, r.amount, r.id,
        sum(r.amount) over (partition by p.order_id order by r.changed_at, r.id) - r.amount as before
      from refunds r join payments p on p.id = r.payment_id join mine on mine.id = p.order_id where r.state = 'succeeded'
    ), events as (
      select order_id, at, amount, 'shipment' as kind, part, null as document, 0::int8 as returned, '' as tie, 1 as place
      from shipped
      union all
      select order_id, at, amount, kind, null, document, 0, tie, 2 from paid
      union all
      select b.order_id, b.at, b.amount, 'refund', null, null, least(b.amount, greatest(0, b.amount - greatest(0,
        coalesce((select sum(amount) from paid where order_id = b.order_id), 0)
        - coalesce((select sum(amount) from shipped where order_id = b.order_id), 0) - b.before)))::int8, b.id::text, 3
      from back b
    )
    select e.kind, e.order_id, m.number as order_number, (e.at at time zone m.time_zone)::date::text as date, e.amount,
      e.document, e.returned, u.content ->> 'number' as upd_number, u.content ->> 'date' as upd_date
    from events e join mine m on m.id = e.order_id
    left join lateral (
      select content from documents
      where order_id = e.order_id and kind = 'upd' and part = e.part order by revision desc limit 1
    ) u on e.kind = 'shipment'
    order by (e.at at time zone m.time_zone)::date, e.at, m.number, e.place, e.tie`.execute(db);
  return rows;
}

function rowsOf(event: Event): ReconciliationRow[] {
  const { kind, date, order_id, order_number, amount, returned, upd_number, upd_date, document } = event;
  const of = `заказ № ${order_number}`;
  const row = (words: string, debit: number, credit: number): ReconciliationRow => {
    return { date, words, order_id, debit, credit };
  };
  switch (kind) {
    case 'shipment': {
      const paper =
        upd_number !== null && upd_date !== null ? `УПД № ${upd_number} от ${formatDay(upd_date)}` : 'Отгрузка';
      return [row(`${paper}, ${of}`, amount, 0)];
    }
    case 'refund':
      return [
        ...(returned > 0 ? [row(`Возврат товара, ${of}`, 0, returned)] : []),
        row(`Возврат денег, ${of}`, amount, 0),
      ];
    case 'transfer':
      return [row(`Оплата по счёту${document ? `, документ ${document}` : ''}, ${of}`, 0, amount)];
    case 'online':
      return [row(`Оплата онлайн, ${of}`, 0, amount)];
    case 'on_receipt':
      return amount < 0 ? [row(`Возврат денег, ${of}`, -amount, 0)] : [row(`Оплата при получении, ${of}`, 0, amount)];
  }
}

function balanceOf(rows: ReconciliationRow[]): number {
  return sumOf(rows, 'debit') - sumOf(rows, 'credit');
}

function sumOf(rows: ReconciliationRow[], side: 'debit' | 'credit'): number {
  return rows.reduce((sum, row) => sum + row[side], 0);
}
