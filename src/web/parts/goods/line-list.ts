import type { CartLineInput } from '#modules/cart/schema.ts';

/** Lines as one field: `12:10045:3;…`. */
export function writeLineList(lines: CartLineInput[]): string {
  return lines.map((line) => `${line.product_id}:${encodeURIComponent(line.product_idcode)}:${line.count}`).join(';');
}

/** What `writeLineList` wrote; anything else in it is left out. */
export function parseLineList(text: string): CartLineInput[] {
  return text.split(';').flatMap((part) => {
    const match = /^(\d{1,10}):([^:]{1,120}):(\d{1,5})$/.exec(part);
    if (!match) return [];
    const [, id = '', idcode = '', count = ''] = match;
    try {
      return [{ product_id: Number(id), product_idcode: decodeURIComponent(idcode), count: Number(count) }];
    } catch {
      return [];
    }
  });
}
