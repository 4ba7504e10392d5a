import { editOrder, type OrderEdit } from '#modules/orders/edit-order.ts';
import type { Db } from '#platform/database.ts';
import { Refusal } from '#platform/refusal.ts';
import { ensure } from '#shared/ensure.ts';
import { bringsShipment, saysDone, shopName } from './document-words.ts';
import { editFromDocument } from './edit-from-document.ts';
import { goodsOf, handOverAgain, keepKnownGoods, readKnownGoods, sameGoods, saysGoods } from './known-goods.ts';
import type { From1c, OrderOfDocument } from './order-of-document.ts';
import type { Outcome } from './outcome.ts';
import type { Document1c } from './read-documents.ts';
import { type OrderFor1c, readOrderFor1c } from './read-orders.ts';

/**
 * The goods of the document become the order's, unless the shop has edited the order since 1C has it: then the shop's
 * edit stands until 1C has confirmed it, and for the rest of the session in which it does: the document may have been
 * written before. Times are not compared; what 1C surely has is. `isOlder`: the document is of other goods than the
 * order. Throws Refusal.
 */
export async function takeLines(
  db: Db,
  order: OrderOfDocument,
  document: Document1c,
  from: From1c,
  outcome: Outcome,
): Promise<{ isOlder: boolean }> {
  if (document.lines === null) return { isOlder: false };
  const data = ensure(await readOrderFor1c(db, order.id));
  const { known, former } = await readKnownGoods(db, order.id, from);
  const ours = goodsOf(data.order);
  const isKnown = known !== null && sameGoods(known, ours);
  if (isKnown && former === null) {
    const edit = await editFromDocument(db, data, document);
    outcome.words.push(...(await editOrder(db, order.id, edit, { who: shopName, now: from.now })));
    await keepOwn(db, order, from);
    return { isOlder: false };
  }
  const read = await readEdit(db, data, document);
  if (read.edit && saysGoods(read.edit, ours)) {
    await keepKnownGoods(db, order.id, ours, from);
    return { isOlder: false };
  }
  // Nothing but the older copy: 1C gets the newer one by itself. Goods that left by it are for people to look at.
  const { edit } = read;
  const isCopy = edit !== null && [known, former].some((goods) => goods !== null && saysGoods(edit, goods));
  if (!isCopy || bringsShipment(document) || saysDone(document))
    outcome.notApplied.push(olderWords(document, isKnown, read.fault));
  if (isKnown) await handOverAgain(db, order.id, from);
  return { isOlder: true };
}

async function keepOwn(db: Db, order: OrderOfDocument, from: From1c): Promise<void> {
  const { order: now } = ensure(await readOrderFor1c(db, order.id));
  await keepKnownGoods(db, order.id, goodsOf(now), from);
}

/** A line that the shop took out meanwhile may not be read any more: that is no reason to refuse the rest. */
async function readEdit(
  db: Db,
  data: OrderFor1c,
  document: Document1c,
): Promise<{ edit: OrderEdit; fault: null } | { edit: null; fault: string }> {
  try {
    return { edit: await editFromDocument(db, data, document), fault: null };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { edit: null, fault: error.message };
  }
}

function olderWords({ lines }: Document1c, isConfirmed: boolean, fault: string | null): string {
  const goods = (lines ?? []).map(({ name, count, sum }) => `«${name}» — ${count} на ${sum} ₽`).join(', ');
  const changed = isConfirmed
    ? 'состав заказа изменён в магазине, 1С подтвердила это в том же обмене, а документ могла записать раньше'
    : 'состав заказа изменён в магазине позже, чем его подтвердила 1С';
  const why = `${changed}: он остаётся, 1С получит его снова`;
  return `${why}; в документе ${goods.slice(0, 600)}${fault === null ? '' : `; ${fault}`}`;
}
