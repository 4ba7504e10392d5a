import type { PartKind } from '../releases/release-words.ts';

/** Records whose changed fields may wait. */
export type DraftedResource = Extract<PartKind, 'products' | 'categories' | 'brands' | 'seo_texts'>;

const screens: Record<DraftedResource, string> = {
  products: '/catalogue',
  categories: '/catalogue/categories',
  brands: '/catalogue/brands',
  seo_texts: '/seo/texts',
};

/** Where the record of a draft is opened, by `products/7`. */
export function addressOfDraft(key: string): string {
  const at = key.indexOf('/');
  const screen = screens[key.slice(0, at) as DraftedResource];
  return `${screen}/${encodeURIComponent(key.slice(at + 1))}`;
}
