import type { CartLineInput } from '#modules/cart/schema.ts';

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
