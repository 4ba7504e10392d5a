import { sql } from 'kysely';
import type { Db } from '#platform/database.ts';
import { Refusal } from '#platform/refusal.ts';
import { inRepeatedTransaction } from '#platform/repeated-transaction.ts';
import { FileRefusal } from '../file-refusal.ts';
import { applyDocument, CancelledMeanwhile } from './apply-document.ts';
import { keepReportedReserves } from './confirmed-reserves.ts';
import { refused } from './document-numbers.ts';
import { isPaper, namedIn1c, numberWords } from './document-words.ts';
import { findOrder, keepOrderId, refuseTwoOrders } from './find-order.ts';
import { type From1c, lockOrderOfDocument, type OrderOfDocument } from './order-of-document.ts';
import { type Document1c, documentOf, type FoundDocument, readDocuments } from './read-documents.ts';
import { reportRefusal } from './report-refusal.ts';
import { reportUnknownDocument } from './report-unknown-document.ts';
import { keepUnknownDocument } from './unknown-documents.ts';

/** How many documents changed an order, changed nothing, were refused, whole or in part, with a reason in the log. */
export type TakenDocuments = { applied: number; unchanged: number; refused: number };

/** One after another: a file of nothing but strangers' documents is no exchange of orders. */
const mostRefused = 1_000;
/** Of one file, a day and a night of work. */
const mostDocuments = 100_000;

/** How a file is gone through. */
type Going = {
  /** Of a zip this file alone. */
  asked?: string | null;
  /** So many documents were taken before. */
  done?: number;
  /** Told of each in its transaction, with its place in the file. */
  count?: Count;
};

type Count = (db: Db, place: number, became: keyof TakenDocuments) => Promise<void>;

/**
 * `type=sale`: applies the documents of a file from 1C to the shop's orders, each in a transaction of its own, whole or
 * not at all, save what the shop has changed since; what changed and what was not taken stands in `onec_order_log`.
 * Sent again, a file changes nothing more. Throws FileRefusal where the file itself cannot be read.
 */
export async function takeDocuments(
  db: Db,
  path: string,
  from: From1c,
  { asked = null, done = 0, count = async () => {} }: Going = {},
): Promise<TakenDocuments> {
  const taken: TakenDocuments = { applied: 0, unchanged: 0, refused: 0 };
  let refusedInRow = 0;
  let place = -1;
  const take = async (found: FoundDocument) => {
    place += 1;
    if (place >= mostDocuments) throw new FileRefusal('', null, `в файле больше ${mostDocuments} документов`);
    if (place < done) return;
    const became = await takeDocument(db, found, from, (db, became) => count(db, place, became));
    taken[became] += 1;
    refusedInRow = became === 'refused' ? refusedInRow + 1 : 0;
    if (refusedInRow > mostRefused)
      throw new FileRefusal('', null, `не принято больше ${mostRefused} документов подряд`);
  };
  await readDocuments(path, take, asked);
  return taken;
}

async function takeDocument(
  db: Db,
  { element, fault }: FoundDocument,
  from: From1c,
  count: (db: Db, became: keyof TakenDocuments) => Promise<void>,
): Promise<keyof TakenDocuments> {
  const document = documentOf(element);
  const { order_id, isAlone, id_1c } = await findOrder(db, document, from);
  try {
    if (fault !== null) throw refused(fault);
    if (order_id === null) throw refused(unknownWords(document));
    if (isAlone) await refuseTwoOrders(db, order_id, document, from);
    if (id_1c !== null) await keepOrderId(db, order_id, id_1c, from);
    const whole = isAlone ? ofOrder(document) : document;
    // An exchange of goods that writes the same stock in another order may end the transaction.
    return await inRepeatedTransaction(db, async (db) => {
      const became = await applyOnce(db, order_id, whole, from);
      await count(db, became);
      return became;
    });
  } catch (error) {
    if (!(error instanceof Refusal) && !(error instanceof CancelledMeanwhile)) throw error;
    await db.transaction().execute(async (db) => {
      await noteRefused(db, order_id, { document, isAlone }, error, from);
      await count(db, 'refused');
    });
    return 'refused';
  }
}

function unknownWords(document: Document1c): string {
  const { id, basis, own_number } = document;
  const numbered = own_number && !isPaper(document) ? `, с номером «${own_number.slice(0, 40)}» тоже` : '';
  const based = basis ? `, с основанием «${basis.slice(0, 80)}» тоже` : '';
  return `заказа с Ид «${id.slice(0, 80)}» нет в магазине${numbered}${based}`;
}

/** A payment or a shipment that stands alone, as what it is: a part of its order's papers. */
function ofOrder(document: Document1c): Document1c {
  return {
    ...document,
    number: '',
    own_number: '',
    date: '',
    currency: '',
    lines: null,
    requisites: new Map(),
    subordinate: [document, ...document.subordinate],
  };
}

async function applyOnce(db: Db, order_id: string, document: Document1c, from: From1c): Promise<keyof TakenDocuments> {
  const order = await lockOrderOfDocument(db, order_id);
  if (!order) throw refused(`заказа с Ид «${order_id}» нет в магазине`);
  const { is_disputed } = await ledgerRow(db, order, from);
  const outcome = await applyDocument(db, order, document, from, { isDisputed: is_disputed });
  const { words, notApplied, unpaid, part, goods } = outcome;
  const why = notApplied.length > 0 ? notApplied.join('; ') : null;
  const isDisputed = goods === null ? is_disputed : goods === 'refused';
  const taken = { isChanged: words.length > 0, why, isDisputed, isSettled: goods !== null || !is_disputed };
  const isNumberNew = await noteTaken(db, order, document, from, taken);
  if (words.length > 0) await keepReportedReserves(db, order_id, from);
  const named = namedIn1c(document, order.number);
  const number = isNumberNew ? [`номер в 1С: ${numberWords(named.number, named.date)}`] : [];
  const all = [...number, ...words];
  if (all.length > 0) await writeLog(db, { order_id, document, is_refused: false, words: all.join('; ') }, from);
  const report = { order_id, document: documentWords(document), now: from.now };
  if (unpaid !== null) await reportRefusal(db, { ...report, kind: 'unpaid', why: unpaid });
  if (part !== null) await reportRefusal(db, { ...report, kind: 'part', why: part });
  if (why === null) return all.length > 0 ? 'applied' : 'unchanged';
  await writeLog(db, { order_id, document, is_refused: true, words: why }, from);
  await reportRefusal(db, { ...report, kind: 'partly', why });
  return 'refused';
}

/** Only the base that was given an order may speak of it. Throws Refusal. */
async function ledgerRow(
  db: Db,
  { id, number }: OrderOfDocument,
  { node_id }: From1c,
): Promise<{ is_disputed: boolean }> {
  const { rows } = await sql<{ is_disputed: boolean }>`
    select is_disputed from onec_orders
    where node_id = ${node_id} and order_id = ${id}::uuid and handed_revision is not null`.execute(db);
  const [row] = rows;
  if (!row) throw refused(`заказ ${number} этой базе 1С не передавался`);
  return row;
}

type TakenNote = { isChanged: boolean; why: string | null; isDisputed: boolean; isSettled: boolean };

/**
 * The base knows what it said itself: an order that it had confirmed as it was does not go to it again. `why`: what of
 * the document was not taken; where it does not settle (`isSettled`) why the order's own was refused, that one stays.
 * Returns whether 1C's number of the order is new.
 */
async function noteTaken(
  db: Db,
  { id, revision, number: own }: OrderOfDocument,
  document: Document1c,
  { node_id, now }: From1c,
  { isChanged, why, isDisputed, isSettled }: TakenNote,
): Promise<boolean> {
  const { number, date } = namedIn1c(document, own);
  const reason = isSettled ? sql`${why}::text` : sql`x.refused_why`;
  const { rows } = await sql<{ is_new: boolean }>`
    with former as (
      select number_1c, date_1c from onec_orders where node_id = ${node_id} and order_id = ${id}::uuid for update
    )
    update onec_orders x set refused_why = ${reason}, is_disputed = ${isDisputed},
      refused_at = case when ${reason} is null then null when x.refused_why = ${reason} then x.refused_at else ${now} end,
      number_1c = coalesce(nullif(${number.slice(0, 255)}, ''), x.number_1c),
      date_1c = coalesce(nullif(${date.slice(0, 40)}, ''), x.date_1c),
      came_back_at = case when ${isChanged} or x.came_back_at is null then ${now} else x.came_back_at end,
      confirmed_revision = case when x.confirmed_revision = ${revision} then o.revision else x.confirmed_revision end
    from orders o, former
    where x.node_id = ${node_id} and x.order_id = ${id}::uuid and o.id = x.order_id
    returning (x.number_1c, x.date_1c) is distinct from (former.number_1c, former.date_1c) as is_new`.execute(db);
  return rows[0]?.is_new ?? false;
}

/**
 * An order that the shop had cancelled goes to 1C once more, so that it knows of that. People of the order's branch are
 * told; of a document whose order the shop does not know its owner is, when it first comes. The refusal of an order's
 * own goods stays until they are taken: one of a paper that stands alone does not take its place.
 */
async function noteRefused(
  db: Db,
  order_id: string | null,
  { document, isAlone }: { document: Document1c; isAlone: boolean },
  error: Refusal | CancelledMeanwhile,
  from: From1c,
): Promise<void> {
  const isCancelled = error instanceof CancelledMeanwhile;
  const why = isCancelled
    ? 'заказ отменён в магазине раньше, чем 1С его отгрузила или получила оплату: отмена остаётся, 1С получит её снова'
    : error.message;
  const known = order_id !== null && (await lockOrderOfDocument(db, order_id)) ? order_id : null;
  if (known !== null) {
    const isOfGoods = !isCancelled && !isAlone && document.lines !== null;
    await sql`
      update onec_orders set refused_at = ${from.now}, refused_why = ${why}, is_disputed = is_disputed or ${isOfGoods},
        wanted_at = ${isCancelled ? from.now : sql`wanted_at`}
      where node_id = ${from.node_id} and order_id = ${known}::uuid and (refused_why is distinct from ${why}
        or is_disputed < ${isOfGoods}) and not (is_disputed and ${isAlone && !isCancelled})`.execute(db);
  }
  const words = documentWords(document);
  if (known === null) {
    const isNew = await keepUnknownDocument(db, document, { document: words, why }, from);
    if (isNew) await reportUnknownDocument(db, words, why, from);
    return;
  }
  await writeLog(db, { order_id: known, document, is_refused: true, words: why }, from);
  await reportRefusal(db, { order_id: known, document: words, kind: 'refused', why, now: from.now });
}

function documentWords({ operation, id, number, date }: Document1c): string {
  return `${operation.slice(0, 60) || 'документ'} ${numberWords(number, date) || id.slice(0, 80)}`.trim();
}

/** The same refusal of the same document again says nothing new. */
async function writeLog(
  db: Db,
  line: { order_id: string; document: Document1c; is_refused: boolean; words: string },
  { node_id, now }: From1c,
): Promise<void> {
  const document = documentWords(line.document);
  await sql`
    insert into onec_order_log (node_id, order_id, document, at, is_refused, words)
    select ${node_id}, ${line.order_id}::uuid, ${document}, ${now}, ${line.is_refused}, ${line.words.slice(0, 2_000)}
    where not exists (
      select from (
        select words, is_refused, document from onec_order_log
        where node_id = ${node_id} and order_id = ${line.order_id}::uuid order by id desc limit 1
      ) last where last.is_refused and last.words = ${line.words.slice(0, 2_000)} and last.document = ${document})`.execute(
    db,
  );
}
