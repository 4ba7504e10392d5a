import { startOfDay } from '../parts/moments.ts';

/** What the list of goods is filtered by, in its address; the sheet of the same goods keeps it. */
export const productFilterKeys = [
  'q',
  'category_id',
  'brand_id',
  'lacks',
  'attribute',
  'state',
  'changed_from',
] as const;

export const productSort = '-changed_at';

/** The same as the server's filter. */
export function narrowedBy(filter: Record<string, string[]>) {
  const { q: [q = ''] = [], category_id: [category = ''] = [], lacks: without = [], state = [] } = filter;
  const { brand_id: brands = [], attribute: [attribute = ''] = [], changed_from: [changed = ''] = [] } = filter;
  return {
    q,
    ...(category && { category_id: Number(category) }),
    ...(brands.length > 0 && { brand_id: brands.map(Number) }),
    ...(without.length > 0 && { without }),
    ...(attribute && { without_attribute: attribute }),
    ...(changed && { changed_from: startOfDay(changed) }),
    ...(state.includes('in_stock') && { in_stock: true }),
    ...(state.includes('low') && { quality_below: 70 }),
    ...(state.includes('on') && { is_on: true }),
    ...(state.includes('off') && { is_on: false }),
    ...(state.includes('onec') !== state.includes('own') && { origin: state.includes('own') ? 'own' : 'onec' }),
    ...(state.includes('draft') && { has_draft: true }),
    ...(state.includes('duplicate') && { has_duplicate_barcode: true }),
  };
}
