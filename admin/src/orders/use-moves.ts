import { type DragEvent, useState } from 'react';
import { useVerb } from '../parts/use-verb.ts';
import type { OrderRow } from './order-types.ts';

export type Moves = ReturnType<typeof useMoves>;

/** Moving the board's orders to other states: which is dragged, which is asked about, and the request. */
export function useMoves(onMoved: () => void) {
  const [dragged, setDragged] = useState<OrderRow | null>(null);
  const [over, setOver] = useState<string | null>(null);
  const [choosing, setChoosing] = useState<OrderRow | null>(null);
  const [cancelled, setCancelled] = useState<OrderRow | null>(null);
  const [moved, setMoved] = useState<OrderRow | null>(null);
  const [message, setMessage] = useState('');
  const move = useVerb<{ state: string }>(onMoved);

  function go(order: OrderRow, state: string) {
    const found = order.moves.find((other) => other.state === state);
    if (!found || state === order.state) return;
    if (found.why_not) {
      setMessage(`Заказ ${order.number}: ${found.why_not}`);
      // What is to be done first stands in the window, with the way there.
      if (found.needs) setChoosing(order);
      return;
    }
    setMoved(order);
    if (state === 'cancelled') return setCancelled(order);
    setMessage(`Заказ ${order.number}: ${found.words}`);
    move.run(`/api/admin/orders/${order.id}/move`, { state });
  }

  return {
    dragged,
    /** The state whose column a card is dragged over. */
    over,
    /** Its next state is being chosen in a window. */
    choosing,
    /** The reason of its cancelling is being asked. */
    cancelled,
    /** What happened last, for a screen reader. */
    message,
    isBusy: move.isBusy,
    problem: move.problem,
    /** Of which order the problem is. */
    moved,
    go,
    setDragged,
    setOver,
    setChoosing,
    setCancelled,
    drop: (event: DragEvent, state: string) => {
      event.preventDefault();
      setOver(null);
      if (dragged) go(dragged, state);
      setDragged(null);
    },
  };
}
