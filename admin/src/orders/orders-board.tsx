import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type DragEvent, type KeyboardEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { formatPrice } from '#shared/money.ts';
import { Dialog } from '../parts/dialog.tsx';
import { FilterText } from '../parts/filter-text.tsx';
import { useListAddress } from '../parts/list-address.ts';
import { PageFrame } from '../parts/page-frame.tsx';
import { useAddress } from '../parts/page-link.tsx';
import { Problem } from '../parts/problem.tsx';
import { Empty, LoadFailure, Skeleton } from '../parts/states.tsx';
import { useVerb } from '../parts/use-verb.ts';
import { request } from '../request.ts';
import { CancelDialog } from './cancel-dialog.tsx';
import { OrderCard } from './order-card.tsx';
import type { Board, OrderRow } from './order-types.ts';
import { NewOrder, Views } from './views.tsx';

const filterKeys = ['q', 'chip'] as const;
const refreshMs = 20_000;

const chips = [
  { key: 'active', label: 'Все в работе', filter: {} },
  { key: 'overdue', label: 'Просрочены', filter: { is_overdue: true } },
  { key: 'short', label: 'Не хватает', filter: { is_short: true } },
  { key: 'consent', label: 'Ждут согласия', filter: { awaits_consent: true } },
  {
    key: 'unpaid',
    label: 'Ждут оплаты',
    filter: { payment_state: ['unpaid', 'pending'], payment_method: ['online', 'invoice', 'credit'] },
  },
  { key: 'mine', label: 'Мои', filter: { is_mine: true } },
] as const;

/** What is at work, in columns of its state; an order goes on by dragging its card or by its keys. */
export function OrdersBoard() {
  const address = useListAddress(filterKeys, 'created_at');
  const chosen = chips.find(({ key }) => key === address.filter.chip?.[0]) ?? chips[0];
  const q = address.filter.q?.[0] ?? '';
  const filter = { ...chosen.filter, ...(q && { q }) };
  const search = new URLSearchParams({ filter: JSON.stringify(filter) });
  const board = useQuery({
    queryKey: ['orders', 'board', filter],
    queryFn: ({ signal }) => request<Board>(`/api/admin/orders/board?${search}`, { signal }).then(({ body }) => body),
    placeholderData: (before) => before,
    refetchInterval: refreshMs,
  });
  const { data, error, refetch } = board;

  return (
    <PageFrame
      title="Заказы"
      beside={
        <>
          <Views />
          <fieldset className="chips">
            <legend className="hidden-words">Что показать</legend>
            {chips.map(({ key, label }) => (
              <button
                key={key}
                type="button"
                className="chip"
                aria-pressed={key === chosen.key}
                onClick={() => address.setFilter({ chip: key === 'active' ? [] : [key] })}
              >
                {label}
                {data ? <b className="num">{data.counts[key]}</b> : null}
              </button>
            ))}
          </fieldset>
        </>
      }
      actions={<NewOrder />}
    >
      <div className="filters">
        <FilterText
          label="Номер, покупатель, телефон"
          value={q}
          onChange={(words) => address.setFilter({ q: [words] })}
        />
      </div>
      {error && !data ? <LoadFailure error={error} retry={() => void refetch()} /> : null}
      {error && data ? <Problem words="Доска не обновилась: нет связи с магазином. Показано то, что было" /> : null}
      {!error && !data ? <Skeleton rows={10} height={56} /> : null}
      {data ? <Columns board={data} isStale={board.isPlaceholderData} /> : null}
    </PageFrame>
  );
}

function Columns({ board, isStale }: { board: Board; isStale: boolean }) {
  const navigate = useNavigate();
  const address = useAddress();
  const queries = useQueryClient();
  const [dragged, setDragged] = useState<OrderRow | null>(null);
  const [over, setOver] = useState<string | null>(null);
  const [choosing, setChoosing] = useState<OrderRow | null>(null);
  const [cancelled, setCancelled] = useState<OrderRow | null>(null);
  const [told, setTold] = useState('');
  const move = useVerb<{ state: string }>(() => void queries.invalidateQueries({ queryKey: ['orders'] }));

  function go(order: OrderRow, state: string) {
    const found = order.moves.find((other) => other.state === state);
    if (!found || state === order.state) return;
    if (found.why_not) return setTold(`Заказ ${order.number}: ${found.why_not}`);
    if (state === 'cancelled') return setCancelled(order);
    setTold(`Заказ ${order.number}: ${found.words}`);
    move.run(`/api/admin/orders/${order.id}/move`, { state });
  }

  function drop(event: DragEvent, state: string) {
    event.preventDefault();
    setOver(null);
    if (dragged) go(dragged, state);
    setDragged(null);
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>, order: OrderRow) {
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
  }

  const isEmpty = board.columns.every(({ count }) => count === 0);
  return (
    <>
      <Problem words={move.problem} />
      <p className="hidden-words" aria-live="polite">
        {told}
      </p>
      {isEmpty ? (
        <div className="panel">
          <Empty title="Здесь пусто">Ни одного заказа в работе по этому отбору.</Empty>
        </div>
      ) : null}
      <div className={`board${isStale ? ' stale' : ''}`} data-rows>
        {board.columns.map(({ state, words, count, sum, orders }) => {
          const target = dragged?.moves.find((other) => other.state === state);
          const isClosed = dragged !== null && dragged.state !== state && (target?.why_not ?? null) !== null;
          return (
            <section
              key={state}
              className={`board-column${isClosed ? ' closed' : ''}${over === state && !isClosed ? ' over' : ''}`}
              aria-label={`${words}: ${count}`}
              onDragOver={(event) => {
                if (!dragged || isClosed) return;
                event.preventDefault();
                setOver(state);
              }}
              onDragLeave={() => setOver((before) => (before === state ? null : before))}
              onDrop={(event) => drop(event, state)}
            >
              <h2>
                {words} <b className="num">{count}</b>
                <span className="num">{formatPrice(sum)}</span>
              </h2>
              {isClosed ? <p className="board-why">{target?.why_not}</p> : null}
              {over === state && dragged && dragged.state !== state && !isClosed ? (
                <p className="board-drop">Отпустите: «{words}»</p>
              ) : null}
              {orders.map((order) => (
                <OrderCard
                  key={order.id}
                  order={order}
                  isBusy={move.isBusy}
                  onMove={() => setChoosing(order)}
                  onKeyDown={(event) => onKeyDown(event, order)}
                  onDragStart={() => setDragged(order)}
                  onDragEnd={() => {
                    setDragged(null);
                    setOver(null);
                  }}
                />
              ))}
              {count > orders.length ? (
                <p className="soft small board-more">и ещё {count - orders.length} в списке</p>
              ) : null}
            </section>
          );
        })}
      </div>
      {choosing ? (
        <Dialog title={`Заказ ${choosing.number}: переместить`} onClose={() => setChoosing(null)}>
          <ul className="choices">
            {choosing.moves.map(({ state, words, why_not }) => (
              <li key={state}>
                <button
                  type="button"
                  disabled={why_not !== null}
                  onClick={() => {
                    setChoosing(null);
                    go(choosing, state);
                  }}
                >
                  <b>{words}</b>
                  {why_not ? <span className="soft small">{why_not}</span> : null}
                </button>
              </li>
            ))}
          </ul>
        </Dialog>
      ) : null}
      {cancelled ? (
        <CancelDialog
          order={cancelled}
          onClose={() => setCancelled(null)}
          onDone={() => void queries.invalidateQueries({ queryKey: ['orders'] })}
        />
      ) : null}
    </>
  );
}

function focusBeside(card: HTMLElement, step: number) {
  const cards = [...(card.closest('.board-column')?.querySelectorAll<HTMLElement>('.order-card') ?? [])];
  cards[cards.indexOf(card) + step]?.focus();
}
