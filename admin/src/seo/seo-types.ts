import type { paths } from '../api-types.ts';
import type { Got } from '../parts/got.ts';
import type { FieldWords } from '../record/values.ts';

export type Redirect = Got<'/api/admin/redirects'>['items'][number];
export type MissingPath = Got<'/api/admin/missing-paths'>['items'][number];
export type SeoEntry = Got<'/api/admin/seo-texts'>['items'][number];
export type SeoRecord = Got<'/api/admin/seo-texts/{id}'>;
export type SeoProblem =
  paths['/api/admin/seo-texts/{id}/preview']['post']['responses'][200]['content']['application/json']['problems'][number];

export const seoFields = ['title', 'description', 'unique_title', 'keywords', 'text'] as const;
export type SeoField = (typeof seoFields)[number];

export const seoWords = {
  title: 'Заголовок в поиске (title)',
  description: 'Описание в поиске (description)',
  unique_title: 'Заголовок страницы (H1)',
  keywords: 'Ключевые слова',
  text: 'Текст на странице',
} satisfies Record<SeoField, string> & FieldWords;

/** `category~suhie-smesi~00131`. */
export function placeId(kind: string, key: string, branch: string | null): string {
  return `${kind}~${key}~${branch ?? ''}`;
}
