import type { KeyboardEvent } from 'react';
import { useNavigate } from 'react-router';
import { formatPrice } from '#shared/money.ts';
import { useAddress } from '../parts/page-link.tsx';
import { OrderCard } from './order-card.tsx';
import type { Board, OrderRow } from './order-types.ts';
import { needWords } from './order-words.tsx';
import type { Moves } from './use-moves.ts';

/** The orders of one state; a card dropped here goes to it, a column that it may not go to says why. */
export function BoardColumn({ column, moves }: { column: Board['columns'][number]; moves: Moves }) {
  const { state, words, count, sum, orders } = column;
  const { dragged, over, setOver, setDragged } = moves;
  const onKeyDown = useCardKeys(moves);
  const target = dragged?.moves.find((other) => other.state === state);
  const isClosed = dragged !== null && dragged.state !== state && (target?.why_not ?? null) !== null;
  const needs = target?.needs ?? null;
  return (
    <section
      className={`board-column${isClosed ? ' closed' : ''}${over === state && !isClosed ? ' over' : ''}`}
      aria-label={`${words}: ${count}`}
      onDragOver={(event) => {
        if (!dragged || (isClosed && !needs)) return;
        event.preventDefault();
        setOver(state);
      }}
      onDragLeave={() => setOver((before) => (before === state ? null : before))}
      onDrop={(event) => moves.drop(event, state)}
    >
      <h2>
        {words} <b className="num">{count}</b>
        <span className="num">{formatPrice(sum)}</span>
      </h2>
      {isClosed ? (
        <p className="board-why">
          {target?.why_not}
          {needs ? `. Отпустите здесь, чтобы ${needWords[needs].aim}` : null}
        </p>
      ) : null}
      {over === state && dragged && dragged.state !== state && !isClosed ? (
        <p className="board-drop">Отпустите: «{words}»</p>
      ) : null}
      {orders.map((order) => (
        <OrderCard
          key={order.id}
          order={order}
          isBusy={moves.isBusy}
          onMove={() => moves.setChoosing(order)}
          onKeyDown={(event) => onKeyDown(event, order)}
          onDragStart={() => setDragged(order)}
          onDragEnd={() => {
            setDragged(null);
            setOver(null);
          }}
        />
      ))}
      {count > orders.length ? <p className="soft small board-more">и ещё {count - orders.length} в списке</p> : null}
    </section>
  );
}

/** The keys of a card: `→` moves it on, `M` asks where to, `Enter` opens it, `J` and `K` go to those beside it. */
function useCardKeys({ go, setChoosing }: Moves) {
  const navigate = useNavigate();
  const address = useAddress();
  return (event: KeyboardEvent<HTMLElement>, order: OrderRow) => {
    if (event.target !== event.currentTarget) return;
    const step = { ArrowDown: 1, ArrowUp: -1, KeyJ: 1, KeyK: -1 }[event.code];
    if (step) focusBeside(event.currentTarget, step);
    else if (event.key === 'ArrowRight') {
      const next = order.moves.find(({ why_not, state }) => why_not === null && state !== 'cancelled');
      if (next) go(order, next.state);
      else setChoosing(order);
    } else if (event.key === 'Enter') void navigate(address(`/orders/${order.id}`));
    else if (event.code === 'KeyM') setChoosing(order);
    else return;
    event.preventDefault();
  };
}

function focusBeside(card: HTMLElement, step: number) {
  const cards = [...(card.closest('.board-column')?.querySelectorAll<HTMLElement>('.order-card') ?? [])];
  cards[cards.indexOf(card) + step]?.focus();
}
