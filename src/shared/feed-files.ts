import { keysOf } from './keys-of.ts';
import { blogFeedUrl } from './urls.ts';

export type FeedFile = 'sitemap' | 'goods' | 'blog';
type Feed = { path: string; label: string; counted: readonly [one: string, few: string, many: string] };

/** What search engines read of a branch: where, what it is called in the back office, and what it lists. */
export const feedFiles: Record<FeedFile, Feed> = {
  sitemap: { path: '/sitemap.xml', label: 'Карта сайта', counted: ['адрес', 'адреса', 'адресов'] },
  goods: { path: '/yml.xml', label: 'Товары для Яндекса', counted: ['товар', 'товара', 'товаров'] },
  blog: { path: blogFeedUrl(), label: 'Статьи блога', counted: ['статья', 'статьи', 'статей'] },
};

export const feedFileNames = keysOf(feedFiles);
