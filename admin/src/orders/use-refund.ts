import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useVerb } from '../parts/use-verb.ts';
import { request } from '../request.ts';
import type { OrderRecord, RefundPlan } from './order-types.ts';
import { countingProblem } from './order-words.tsx';

/** Which lines of an order money goes back for, what that makes, and the request. */
export function useRefund(order: OrderRecord, onDone: () => void) {
  const { refundable } = order.payment;
  const [counts, setCounts] = useState<Record<number, number>>({});
  const lines = refundable
    .map(({ position }) => ({ position, count: counts[position] ?? 0 }))
    .filter(({ count }) => count > 0);
  const asked = lines.map(({ position, count }) => `${position}:${count}`).join(',');
  const { data, error } = useQuery({
    // Not under «orders»: what has just been done is not asked about again.
    queryKey: ['refund-plan', order.id, asked],
    queryFn: ({ signal }) =>
      request<RefundPlan>(`/api/admin/orders/${order.id}/refund-plan?lines=${asked}`, { signal }).then(
        ({ body }) => body,
      ),
    enabled: asked !== '',
    gcTime: 0,
  });
  const plan = asked === '' ? undefined : data;
  const refund = useVerb(onDone);
  return {
    /** By the position of a line. */
    counts,
    setCount: (position: number, count: number) => setCounts((before) => ({ ...before, [position]: count })),
    setAll: () => setCounts(Object.fromEntries(refundable.map(({ position, left }) => [position, left]))),
    plan,
    planProblem: asked === '' ? null : countingProblem(error),
    noteError: refund.fields.note,
    problem: refund.fields.note ? null : refund.problem,
    isBusy: refund.isBusy,
    run: (note: string) => {
      if (plan) refund.run(`/api/admin/orders/${order.id}/refunds`, { lines, note, amount: plan.amount });
    },
  };
}
