import { keysOf } from '#shared/keys-of.ts';
import { seoFieldWords } from '#shared/seo-kinds.ts';
import type { paths } from '../api-types.ts';
import type { Got } from '../parts/got.ts';

export type Redirect = Got<'/api/admin/redirects'>['items'][number];
export type MissingPath = Got<'/api/admin/missing-paths'>['items'][number];
export type SeoEntry = Got<'/api/admin/seo-texts'>['items'][number];
export type SeoRecord = Got<'/api/admin/seo-texts/{id}'>;
export type SeoProblem =
  paths['/api/admin/seo-texts/{id}/preview']['post']['responses'][200]['content']['application/json']['problems'][number];

export type SeoField = keyof typeof seoFieldWords;
export const seoFields = keysOf(seoFieldWords);

/** `category~suhie-smesi~00131`. */
export function placeId(kind: string, key: string, branch: string | null): string {
  return `${kind}~${key}~${branch ?? ''}`;
}
