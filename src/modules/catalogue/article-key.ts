import { folded } from '#shared/folded.ts';

/** Letters and digits of an article, folded, as the column `products.article_key` holds them; '' without any. */
export function articleKey(article: string): string {
  return folded(article).replace(/[^0-9a-zа-я]/g, '');
}
