import type { paths } from '../api-types.ts';

export type Plan =
  paths['/api/admin/price-plans']['get']['responses'][200]['content']['application/json']['items'][number];

/** What becomes of one price. */
export type PlanRow =
  paths['/api/admin/price-plans/{id}']['get']['responses'][200]['content']['application/json']['rows'][number];

/** «+6 %», «−2,5 %». */
export function percentWords(percent: number): string {
  const sign = percent > 0 ? '+' : percent < 0 ? '−' : '';
  return `${sign}${String(Math.abs(percent)).replace('.', ',')}\u00a0%`;
}

/** «+50 ₽», «−12,5 ₽». */
export function sumWords(roubles: number): string {
  const sign = roubles > 0 ? '+' : roubles < 0 ? '−' : '';
  return `${sign}${String(Math.abs(roubles)).replace('.', ',')}\u00a0₽`;
}

export const planStates: Record<Plan['state'], string> = {
  rehearsed: 'Посчитан',
  waiting: 'Ждёт',
  running: 'Идёт',
  done: 'Сделан',
  stopped: 'Остановлен',
  undoing: 'Возвращается',
  undone: 'Возвращён',
  cancelled: 'Отменён',
};
