import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { request } from '../request.ts';
import type { FoundGoods, OrderRecord, ProposalPlan } from './order-types.ts';
import { countingProblem } from './order-words.tsx';

export type Wanted = {
  product_id: number;
  name: string;
  unit: { short: string; parts: number };
  count: number;
  available: number;
  instead_of: number | null;
  keepsPrice: boolean;
  isNew: boolean;
};

export type OrderChange = ReturnType<typeof useOrderChange>;

/** The lines of an order as they are being changed, and what that makes of the sum. */
export function useOrderChange(order: OrderRecord) {
  const [lines, setLines] = useState<Wanted[]>(() => order.lines.map(asOrdered));
  const wanted = lines
    .filter(({ count }) => count > 0)
    .map(({ product_id, count, instead_of, keepsPrice }) => ({ product_id, count, instead_of, keepsPrice }));
  const isChanged = JSON.stringify(lines) !== JSON.stringify(order.lines.map(asOrdered));
  const plan = useQuery({
    // Not under «orders»: what has just been done is not asked about again.
    queryKey: ['change-plan', order.id, wanted],
    queryFn: ({ signal }) =>
      request<ProposalPlan>(`/api/admin/orders/${order.id}/proposals/plan`, {
        method: 'POST' as const,
        body: { lines: wanted },
        signal,
      }).then(({ body }) => body),
    enabled: isChanged && wanted.length > 0,
    placeholderData: (before) => before,
    gcTime: 0,
  });

  /** Puts goods in; those that replace others take over what is missing of them. */
  function add({ id, name, unit, available }: FoundGoods, instead_of: number | null) {
    if (lines.some(({ product_id }) => product_id === id)) return;
    const replaced = order.lines.find(({ product_id }) => product_id === instead_of);
    const count = replaced ? Math.max(replaced.reserved - replaced.covered, 1) : 1;
    const added = { product_id: id, name, unit, count, available: available ?? 0, keepsPrice: true, isNew: true };
    setLines((before) => [
      ...before.map((line) =>
        line.product_id === instead_of ? { ...line, count: Math.max(line.count - count, 0) } : line,
      ),
      { ...added, instead_of },
    ]);
  }

  return {
    lines,
    wanted,
    /** Of the lines as they are, or, while those are counted, as they were; null: nothing is changed or it failed. */
    plan: isChanged && !plan.error ? (plan.data ?? null) : null,
    mayApplyAtOnce: plan.data?.may_apply_at_once ?? false,
    /** How long the buyer may think by the settings; null: not read yet. */
    hours: plan.data?.hours ?? null,
    isReady: isChanged && plan.data !== undefined && !plan.error && !plan.isPlaceholderData,
    problem: isChanged ? countingProblem(plan.error) : null,
    add,
    edit: (product_id: number, change: Partial<Wanted>) =>
      setLines((before) => before.map((line) => (line.product_id === product_id ? { ...line, ...change } : line))),
    drop: (product_id: number) => setLines((before) => before.filter((line) => line.product_id !== product_id)),
  };
}

function asOrdered({ product_id, name, unit, count, covered, available }: OrderRecord['lines'][number]): Wanted {
  return {
    product_id,
    name,
    unit,
    count,
    available: covered + available,
    instead_of: null,
    keepsPrice: true,
    isNew: false,
  };
}
