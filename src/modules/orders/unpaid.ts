import { sql } from 'kysely';

/** Of `orders o`: `isUnpaid` of shared/order-states.ts. */
export const isUnpaidSql = sql<boolean>`o.payment_state in ('unpaid', 'pending')`;
