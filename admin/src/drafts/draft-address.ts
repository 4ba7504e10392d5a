import { keysOf } from '#shared/keys-of.ts';
import type { PartKind } from '../releases/release-words.ts';

const screens = {
  products: '/catalogue',
  categories: '/catalogue/categories',
  brands: '/catalogue/brands',
  attributes: '/catalogue/attributes',
  branches: '/branches',
  settings: '/settings',
  email_texts: '/content/emails',
  seo_texts: '/seo/texts',
} as const satisfies Partial<Record<PartKind, string>>;

/** Records whose changed fields may wait. */
export type DraftedResource = keyof typeof screens;

const calls: Record<DraftedResource, string> = {
  products: '/api/admin/products',
  categories: '/api/admin/categories',
  brands: '/api/admin/brands',
  attributes: '/api/admin/attributes',
  branches: '/api/admin/branches',
  settings: '/api/admin/settings',
  email_texts: '/api/admin/email-texts',
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
  const resource = key.slice(0, at) as DraftedResource;
  const id = encodeURIComponent(key.slice(at + 1));
  return resource === 'settings' ? `/settings?tab=${id}` : `${screens[resource]}/${id}`;
}
