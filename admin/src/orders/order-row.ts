import type { PaymentState } from '#shared/order-states.ts';

/** A row of GET /api/admin/orders. */
export type OrderRow = {
  id: string;
  number: string | number;
  created_at: string;
  department_name: string;
  buyer_name: string;
  /** Hidden in part from whoever may not see contacts. */
  phone: string | null;
  total_kopecks: number;
  payment_state: PaymentState;
  payment_words: string;
  receiving_words: string;
  state: string;
  state_words: string;
  /** Until when it was promised; null: no promise runs. */
  promised_until: string | null;
  is_overdue: boolean;
};
