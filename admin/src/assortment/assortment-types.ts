import type { Got } from '../parts/got.ts';

export type Category = Got<'/api/admin/categories'>['items'][number];
export type Attribute = Got<'/api/admin/attributes'>['items'][number];
export type SpelledValue = Got<'/api/admin/attributes/{id}/values'>['items'][number];
export type BrandRow = Got<'/api/admin/brands'>['items'][number];
export type Brand = Got<'/api/admin/brands/{id}'>;
export type Unit = Got<'/api/admin/units'>['items'][number];
export type ShortRow = Got<'/api/admin/shorts'>['items'][number];
export type Short = Got<'/api/admin/shorts/{id}'>;
