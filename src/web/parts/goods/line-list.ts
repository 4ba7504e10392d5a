import type { CartLineInput } from '#modules/cart/schema.ts';

/** Lines as one field: `12:10045:3;…`. */
export function writeLineList(lines: CartLineInput[]): string {
  return lines.map((line) => `${line.product_id}:${encodeURIComponent(line.product_idcode)}:${line.count}`).join(';');
}
