import { unitsNow } from '#modules/catalogue/categories.ts';
import type { EditedLine, OrderEdit } from '#modules/orders/edit-order.ts';
import type { Db } from '#platform/database.ts';
import { formatPrice } from '#shared/money.ts';
import { type Counted, countOf, kopecksOf, refused } from './document-numbers.ts';
import { lineId } from './order-document.ts';
import type { Document1c, Line1c } from './read-documents.ts';
import type { OrderFor1c } from './read-orders.ts';
import { carryingId, deliveryId } from './services.ts';

/**
 * The goods of an order as 1C has them. Lines of one product are added up (1C divides them by warehouse), a line of
 * nothing is one taken out. Services that 1C leaves out stay as they are. Throws with the reason where a line names no
 * product of the shop, or sums do not agree.
 */
export async function editFromDocument(db: Db, data: OrderFor1c, document: Document1c): Promise<OrderEdit> {
  const lines = new Map<number, EditedLine>();
  const services: Omit<OrderEdit, 'lines'> = {};
  let all = 0;
  for (const line of document.lines ?? []) {
    const sum = sumOf(line);
    all += sum;
    const product = await productOf(db, data, line);
    if (typeof product === 'string') {
      services[product] = (services[product] ?? 0) + sum;
      continue;
    }
    const count = countOf(line, sum, product);
    if (count === 0 && sum > 0) throw refused(`«${line.name}»: количество ноль, а сумма ${formatPrice(sum)}`);
    const before = lines.get(product.product_id) ?? { product_id: product.product_id, count: 0, sum: 0 };
    if (count > 0) lines.set(product.product_id, { ...before, count: before.count + count, sum: before.sum + sum });
  }
  const named = document.sum === '' ? all : kopecksOf(document.sum, 'Сумма документа');
  if (named !== all) {
    throw refused(`сумма документа ${formatPrice(named)} не равна сумме его строк ${formatPrice(all)}`);
  }
  return { lines: [...lines.values()], ...services };
}

/** What a line costs, discounts taken off that it holds beside its sum. */
function sumOf({ name, sum, discounts }: Line1c): number {
  const what = `«${name}»: сумма`;
  const off = discounts.reduce((all, discount) => all + kopecksOf(discount, `«${name}»: скидка`), 0);
  const left = kopecksOf(sum, what) - off;
  if (left < 0) throw refused(`«${name}»: скидка больше суммы строки`);
  return left;
}

type Product = Counted & { product_id: number };
type Service = 'delivery_price' | 'carrying_price';

async function productOf(db: Db, data: OrderFor1c, line: Line1c): Promise<Product | Service> {
  if (line.id === '') throw refused(`у строки «${line.name}» нет Ид`);
  const own = productInOrder(data, line.id);
  if (own) return own;
  const { type, carrying } = data.order.receiving;
  if (line.id === carryingId) return 'carrying_price';
  if (line.id === deliveryId || line.is_service) {
    if (line.id !== deliveryId && carrying) {
      throw refused(`услуга «${line.name}»: непонятно, доставка это или подъём, у строки чужой Ид`);
    }
    if (type === 'delivery') return 'delivery_price';
    throw refused(`услуги «${line.name}» в самовывозе нет`);
  }
  const found = await db
    .selectFrom('products')
    .select(['id', 'name', 'unit', 'factor_base', 'factor_sales'])
    .where('id_1c', '=', line.id)
    .executeTakeFirst();
  if (!found) throw refused(`товара «${line.name}» (Ид ${line.id.slice(0, 80)}) нет в магазине`);
  const factor = [found.factor_base, found.factor_sales] as const;
  if (line.coefficient === '' && factor[0] !== factor[1]) {
    throw refused(`«${line.name}» добавлен без коэффициента единицы: непонятно, в чём его количество`);
  }
  const { parts } = (await unitsNow(db)).shown(found.unit);
  return { product_id: found.id, name: found.name, factor, parts, now: null };
}

/** The order's own line by the id that its document gave it. */
export function productInOrder({ order, lines }: OrderFor1c, id: string): (Product & { position: number }) | null {
  for (const [index, line] of order.lines.entries()) {
    const of1c = lines[index];
    if (!of1c || lineId(of1c, line.product_idcode) !== id) continue;
    const { product_id, name, factor, shown_unit, count, sum } = line;
    return { product_id, name, factor, parts: shown_unit.parts, now: { count, sum }, position: of1c.position };
  }
  return null;
}
