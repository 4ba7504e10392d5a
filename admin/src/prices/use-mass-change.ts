import { useState } from 'react';
import { idempotencyKey, RequestError, request } from '../request.ts';
import { type Plan, type PlanRow, percentWords, sumWords } from './plan.ts';
import type { PriceColumn } from './sheet.ts';

/** What is to become of the prices, as it is typed. */
export type MassFields = {
  /** Codes of columns of prices. */
  columns: string[];
  /** The column that the new price is computed from; '': each from itself. */
  base: string;
  kind: 'percent' | 'sum';
  /** Percent or roubles. */
  amount: string;
  rounding: string;
  floor: string;
  isStruck: boolean;
  day: string;
  time: string;
};

/** What the server computed, with what becomes of the prices of the first goods. */
export type Rehearsal = Plan & { rows: readonly PlanRow[] };

type Goods = {
  /** Of the sheet: which goods it is about. */
  filter: Record<string, unknown>;
  goods: string;
  known: readonly PriceColumn[];
  /** The column of what the goods cost, by which a price may be bounded from below. */
  cost: PriceColumn | undefined;
};
/** `chosen`: columns that are changed at first. */
type Given = Goods & { chosen: string[]; onDone: () => void };

/** What is typed for a mass change, the plan that the server computes of it, and the confirmation of that plan. */
export function useMassChange({ chosen, onDone, ...goods }: Given) {
  const [fields, setFields] = useState<MassFields>({
    columns: chosen,
    base: '',
    kind: 'percent',
    amount: '5',
    rounding: '1',
    floor: '',
    isStruck: false,
    day: '',
    time: '06:00',
  });
  const [plan, setPlan] = useState<Rehearsal | null>(null);
  const [failure, setFailure] = useState<RequestError | null>(null);
  const [isBusy, setBusy] = useState(false);

  /** Another answer than the one that was computed is to be computed again. */
  function set(change: Partial<MassFields>) {
    setFields((before) => ({ ...before, ...change }));
    setPlan(null);
  }

  async function doing(work: () => Promise<void>) {
    setBusy(true);
    setFailure(null);
    try {
      await work();
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      setPlan(null);
      setFailure(error);
    } finally {
      setBusy(false);
    }
  }

  async function rehearse() {
    await doing(async () => {
      const { body: made } = await request<Plan>('/api/admin/price-plans', {
        method: 'POST',
        body: planOf(fields, goods),
        headers: { 'Idempotency-Key': idempotencyKey() },
      });
      setPlan((await request<Rehearsal>(`/api/admin/price-plans/${made.id}`)).body);
    });
  }

  async function confirm(rehearsed: Plan, acceptsFloor: boolean) {
    await doing(async () => {
      await request(`/api/admin/price-plans/${rehearsed.id}/confirm`, {
        method: 'POST',
        body: { hash: rehearsed.hash, accepts_floor: acceptsFloor },
        headers: { 'Idempotency-Key': idempotencyKey() },
      });
      onDone();
    });
  }

  return { fields, set, plan, failure, isBusy, rehearse, confirm };
}

/** What is typed, as the server takes it. */
function planOf(fields: MassFields, { filter, goods, known, cost }: Goods) {
  const { columns, base, kind, rounding, floor, isStruck, day, time } = fields;
  const amount = Number(fields.amount.replace(',', '.').replace('−', '-'));
  const from = known.find(({ price_column: code }) => code === base);
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return {
    name: `${goods}: ${moveWords(from, kind === 'percent' ? percentWords(amount) : sumWords(amount))}`.slice(0, 200),
    filter,
    columns,
    change: {
      base: from ? { from: 'column', column: from.price_column } : { from: 'own' },
      ...(kind === 'percent' ? { percent: amount } : { kopecks: Math.round(amount * 100) }),
      rounding,
      floor: floor !== '' && cost ? { column: cost.price_column, percent: Number(floor) } : null,
      is_struck: isStruck,
    },
    starts: day === '' ? null : { on: day, minute: hours * 60 + minutes },
  };
}

/** The journal shows a plan's name to whoever may not see what goods cost: the markup would tell them. */
function moveWords(from: PriceColumn | undefined, move: string): string {
  if (!from) return move;
  return from.purpose === 'cost' ? 'от закупки' : `${from.name} ${move}`;
}
