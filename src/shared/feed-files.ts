import { keysOf } from './keys-of.ts';
import { blogFeedUrl } from './urls.ts';

/** What search engines read of a branch: where, what it is called in the back office, and what it lists. */
export const feedFiles = {
  sitemap: { path: '/sitemap.xml', label: 'Карта сайта', counted: ['адрес', 'адреса', 'адресов'] },
  goods: { path: '/yml.xml', label: 'Товары для Яндекса', counted: ['товар', 'товара', 'товаров'] },
  blog: { path: blogFeedUrl(), label: 'Статьи блога', counted: ['статья', 'статьи', 'статей'] },
} as const;
export type FeedFile = keyof typeof feedFiles;

export const feedFileNames = keysOf(feedFiles);
