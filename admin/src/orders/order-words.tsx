import { Clock } from 'lucide-react';
import { isUnpaid } from '#shared/order-states.ts';
import { shownCount } from '#shared/unit-words.ts';
import { clock } from '#shared/work-time.ts';
import { Tag, type Tone } from '../parts/tag.tsx';
import { RequestError } from '../request.ts';
import type { OrderRow } from './order-types.ts';

export const stateTones: Record<OrderRow['state'], Tone> = {
  new: 'info',
  assembling: 'warn',
  ready: 'good',
  in_delivery: 'info',
  completed: 'plain',
  cancelled: 'plain',
};
export const paymentTones: Record<OrderRow['payment_state'], Tone> = {
  unpaid: 'plain',
  pending: 'warn',
  paid: 'good',
  partly_refunded: 'outline',
  refunded: 'outline',
};

/** What is to be done first, for a column that a card may not go to and for the way to the order's page. */
export const needWords: Record<NonNullable<OrderRow['moves'][number]['needs']>, { aim: string; way: string }> = {
  payment: { aim: 'принять оплату', way: 'Примите оплату на странице заказа' },
};

/** «14 меш.», «4,7 м». */
export function amount(count: number, { short, parts }: { short: string; parts: number }): string {
  return `${shownCount(count, { parts })}\u00a0${short}`;
}

/** Why a sum was not worked out; null: nothing failed. */
export function countingProblem(error: unknown): string | null {
  if (!error) return null;
  return error instanceof RequestError ? error.message : 'Не удалось посчитать. Повторите';
}

/** '2026-11-24', 600–720 → «24.11, 10:00–12:00». */
export function slotWords(date: string | null, slot: { from: number; to: number } | null): string {
  if (!date) return 'день не выбран';
  const [, month = '', day = ''] = date.split('-');
  return `${day}.${month}${slot ? `, ${clock(slot.from)}–${clock(slot.to)}` : ''}`;
}

/** How far the promise is: «ещё 52 мин», «−40 мин», «до 26.11». */
export function promiseWords(
  order: Pick<OrderRow, 'arrived_at' | 'promised_at' | 'time_zone'>,
  now = Date.now(),
): { words: string; isLate: boolean; isSoon: boolean } {
  if (order.arrived_at) return { words: 'подъехал', isLate: false, isSoon: true };
  if (!order.promised_at) return { words: '', isLate: false, isSoon: false };
  const minutes = Math.round((Date.parse(order.promised_at) - now) / 60_000);
  if (minutes < 0) return { words: minutes > -120 ? `−${-minutes} мин` : 'просрочен', isLate: true, isSoon: false };
  if (minutes <= 90) return { words: `ещё ${minutes} мин`, isLate: false, isSoon: true };
  const time = new Date(order.promised_at).toLocaleString('ru-RU', {
    timeZone: order.time_zone,
    ...(minutes < 16 * 60 ? { hour: '2-digit', minute: '2-digit' } : { day: '2-digit', month: '2-digit' }),
  });
  return { words: `до ${time}`, isLate: false, isSoon: false };
}

type PromisedProps = { order: Pick<OrderRow, 'arrived_at' | 'promised_at' | 'time_zone'> };

/** How far the promise is; nothing where no day was chosen. */
export function Promised({ order }: PromisedProps) {
  const { words, isLate, isSoon } = promiseWords(order);
  if (words === '') return null;
  return (
    <span className={`promise num${isLate ? ' late' : ''}${isSoon ? ' soon' : ''}`}>
      <Clock size={12} aria-hidden="true" />
      {words}
    </span>
  );
}

/** How it is paid and what it lacks, for cards and rows. */
export function OrderTags({ order }: { order: OrderRow }) {
  return (
    <>
      {isUnpaid(order.payment_state) ? (
        <Tag tone={order.payment_method === 'online' ? 'warn' : order.payment_method === 'invoice' ? 'info' : 'plain'}>
          {order.payment_method === 'online'
            ? 'Ждёт оплаты'
            : order.payment_method === 'invoice'
              ? 'Счёт'
              : order.payment_method_words}
        </Tag>
      ) : (
        <Tag tone={paymentTones[order.payment_state]}>{order.payment_words}</Tag>
      )}
      {order.is_short ? (
        <Tag tone="bad">{order.short_lines > 0 ? `Не хватает: ${order.short_lines}` : 'Не хватает'}</Tag>
      ) : null}
      {order.awaits_consent ? <Tag tone="warn">Ждёт согласия</Tag> : null}
      {order.awaits_approval ? <Tag tone="warn">Согласует фирма</Tag> : null}
      {order.is_unconfirmed ? <Tag tone="warn">Не подтверждён</Tag> : null}
      {order.arrived_at && order.car_plate ? <Tag tone="info">{order.car_plate}</Tag> : null}
      {order.recipient_name ? <Tag tone="outline">Получит другой</Tag> : null}
      {order.is_by_phone ? <Tag tone="outline">Телефон</Tag> : null}
      {order.assigned_name ? <Tag tone="outline">{order.assigned_name}</Tag> : null}
    </>
  );
}
