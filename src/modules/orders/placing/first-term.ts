import type { ReservationTerms } from '#modules/settings/schema.ts';
import type { Db } from '#platform/database.ts';
import { paysLater } from '#shared/deferral.ts';
import { deferralOf } from '../deferral-days.ts';
import type { OrderPlace } from '../place-order.ts';
import type { LimitPassed } from '../purchase-limits.ts';
import type { OrderInput } from '../schema.ts';
import type { ReservedLine } from '../stock.ts';
import { endOfWorkingDay, isLargeOrder, readTerms } from '../working-days.ts';

/**
 * Until when the goods of a new order are held (null: no term runs), and whether somebody has to confirm it until then.
 */
export type FirstTerm = { expires_at: Date | null; is_unconfirmed: boolean };

/**
 * S7-36: minutes for money online, working days for an invoice and a credit; pickup's own term begins when the goods
 * are ready. What nobody has proved to be meant holds goods for a short time only: a guest's order that is not paid
 * online, a large one shorter still, waits for the click in its email or for staff; only then the term of its payment
 * begins. One above its buyer's limit waits for the firm's owner before any of that. `total` in kopecks.
 */
export async function firstTerm(
  db: Db,
  {
    input,
    place,
    reserved,
    total,
    passed,
    terms,
    now,
  }: {
    input: OrderInput;
    place: OrderPlace;
    reserved: readonly ReservedLine[];
    total: number;
    passed: LimitPassed | null;
    terms: ReservationTerms;
    now: Date;
  },
): Promise<FirstTerm> {
  const { method } = input.payment;
  if (passed) {
    const { calendar } = await readTerms(db, place.department.id_1c);
    return { expires_at: endOfWorkingDay(calendar, now, terms.approval_working_days), is_unconfirmed: false };
  }
  const inMinutes = (minutes: number) => new Date(now.getTime() + minutes * 60_000);
  if (method === 'online') return { expires_at: inMinutes(terms.online_minutes), is_unconfirmed: false };
  if (place.buyer === null && input.contact.email !== '') {
    const isLarge = isLargeOrder(reserved, total, terms);
    const minutes = isLarge ? terms.large_unconfirmed_minutes : terms.unconfirmed_hours * 60;
    return { expires_at: inMinutes(minutes), is_unconfirmed: true };
  }
  const company_id = place.buyer?.company?.id ?? null;
  const expires_at = await termOfPayment(db, method, { department_id_1c: place.department.id_1c, company_id }, now);
  return { expires_at, is_unconfirmed: false };
}

/**
 * The term of an order that somebody stands for, by the way it is paid; null: none until it is ready, and none for the
 * money of a firm that pays behind the goods.
 */
export async function termOfPayment(
  db: Db,
  method: 'on_receipt' | 'invoice' | 'credit',
  { department_id_1c, company_id }: { department_id_1c: string; company_id: number | null },
  now: Date,
): Promise<Date | null> {
  if (method === 'on_receipt') return null;
  if (method === 'invoice' && company_id !== null) {
    const deferral_days = await deferralOf(db, company_id);
    if (paysLater({ payment_method: method, deferral_days })) return null;
  }
  const { calendar, terms } = await readTerms(db, department_id_1c);
  return endOfWorkingDay(calendar, now, terms[`${method}_working_days`]);
}
