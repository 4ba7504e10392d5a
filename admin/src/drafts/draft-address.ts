import { keysOf } from '#shared/keys-of.ts';
import type { PartKind } from '../releases/release-words.ts';

/** Records whose changed fields may wait. */
export type DraftedResource = Extract<PartKind, 'products' | 'categories' | 'brands' | 'seo_texts'>;

const screens: Record<DraftedResource, string> = {
  products: '/catalogue',
  categories: '/catalogue/categories',
  brands: '/catalogue/brands',
  seo_texts: '/seo/texts',
};

const calls: Record<DraftedResource, string> = {
  products: '/api/admin/products',
  categories: '/api/admin/categories',
  brands: '/api/admin/brands',
  seo_texts: '/api/admin/seo-texts',
};

export const draftedResources = keysOf(screens);

type Of = { resource: DraftedResource; record_id: string };

/** Of the record of a draft among the calls. */
export function callOfDraft({ resource, record_id }: Of): string {
  return `${calls[resource]}/${encodeURIComponent(record_id)}`;
}

/** Where the record of a draft is opened, by `products/7`. */
export function addressOfDraft(key: string): string {
  const at = key.indexOf('/');
  const screen = screens[key.slice(0, at) as DraftedResource];
  return `${screen}/${encodeURIComponent(key.slice(at + 1))}`;
}
