import { shortMoment } from '../parts/moments.ts';
import type { OrderRecord } from './order-types.ts';
import { slotWords } from './order-words.tsx';

/** The way of the order: where it is, when it came there, what is promised. */
export function OrderSteps({ order }: { order: OrderRecord }) {
  if (order.state === 'cancelled') {
    const why = order.history.find(({ is_problem: isProblem, kind }) => isProblem && kind === 'move');
    return <p className="panel order-over">{why ? why.words : 'Заказ отменён'}</p>;
  }
  const at = order.steps.findIndex(({ state }) => state === order.state);
  return (
    <ol className="panel order-steps" aria-label="Ход заказа">
      {order.steps.map(({ state, words, at: moment }, index) => (
        <li
          key={state}
          className={index < at ? 'done' : index === at ? 'now' : ''}
          aria-current={index === at ? 'step' : undefined}
        >
          <b>{words}</b>
          <span className="soft small num">
            {moment ? shortMoment(moment) : state === 'completed' || state === 'ready' ? promised(order, state) : ''}
          </span>
        </li>
      ))}
    </ol>
  );
}

function promised({ receiving, reserved_until: until }: OrderRecord, state: string): string {
  if (state === 'completed') return until ? `хранится до ${shortMoment(until)}` : '';
  return receiving.date ? `обещано ${slotWords(receiving.date, receiving.slot)}` : '';
}
