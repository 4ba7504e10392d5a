import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { countOf } from '#shared/plurals.ts';
import type { paths } from '../api-types.ts';
import { usePaused } from '../parts/use-paused.ts';
import { request } from '../request.ts';
import type { Action } from './action-types.ts';

export type Condition = Action['fields']['conditions'][number];
export type AttributeChoice = Condition['attributes'][number];
export type FittingGoods = paths['/api/admin/action-goods']['post']['responses'][200]['content']['application/json'];

export const noCondition: Condition = {
  category_id: null,
  brand_ids: [],
  attributes: [],
  price_column: null,
  price_from: null,
  price_to: null,
};

/** Whether a condition asks for anything yet. */
export function isAsking({ category_id, brand_ids, attributes, price_from, price_to }: Condition): boolean {
  return category_id !== null || brand_ids.length + attributes.length > 0 || price_from !== null || price_to !== null;
}

/** Which goods fit any of these conditions now: asked when the typing has paused and one of them asks for anything. */
export function useFittingGoods(conditions: readonly Condition[]) {
  const asked = usePaused(JSON.stringify(conditions.filter(isAsking)), 300);
  return useQuery({
    queryKey: ['action-goods', asked],
    queryFn: async ({ signal }) => {
      const body = { conditions: JSON.parse(asked) as Condition[] };
      return (await request<FittingGoods>('/api/admin/action-goods', { method: 'POST', body, signal })).body;
    },
    enabled: asked !== '[]',
    placeholderData: keepPreviousData,
    retry: false,
  });
}

export function fittingWords({ count, is_more: isMore }: Pick<FittingGoods, 'count' | 'is_more'>): string {
  const words = countOf(count, 'товар', 'товара', 'товаров');
  return isMore ? `больше, чем помещается в акцию: ${words}` : words;
}
