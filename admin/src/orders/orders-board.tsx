import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEvery } from '../events/live.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { FilterText } from '../parts/filter-text.tsx';
import { useListAddress } from '../parts/list-address.ts';
import { PageFrame } from '../parts/page-frame.tsx';
import { PageLink } from '../parts/page-link.tsx';
import { Problem } from '../parts/problem.tsx';
import { Empty, LoadFailure, Skeleton } from '../parts/states.tsx';
import { request } from '../request.ts';
import { BoardColumn } from './board-column.tsx';
import { CancelDialog } from './cancel-dialog.tsx';
import type { Board } from './order-types.ts';
import { needWords } from './order-words.tsx';
import { type Moves, useMoves } from './use-moves.ts';
import { NewOrder, Views } from './views.tsx';

const filterKeys = ['q', 'chip'] as const;
const refreshMs = 20_000;

const chips = [
  { key: 'active', label: 'Все в работе', filter: {} },
  { key: 'overdue', label: 'Просрочены', filter: { is_overdue: true } },
  { key: 'short', label: 'Не хватает', filter: { is_short: true } },
  { key: 'consent', label: 'Ждут согласия', filter: { awaits_consent: true } },
  { key: 'unpaid', label: 'Ждут оплаты', filter: { awaits_money: true } },
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
    refetchInterval: useEvery(refreshMs),
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
  const queries = useQueryClient();
  const reload = () => void queries.invalidateQueries({ queryKey: ['orders'] });
  const moves = useMoves(reload);
  const { cancelled, setCancelled } = moves;
  const isEmpty = board.columns.every(({ count }) => count === 0);
  return (
    <>
      <Problem words={moves.problem}>
        {moves.moved ? (
          <PageLink to={`/orders/${moves.moved.id}`}>{`Открыть заказ ${moves.moved.number}`}</PageLink>
        ) : null}
      </Problem>
      <p className="hidden-words" aria-live="polite">
        {moves.message}
      </p>
      {isEmpty ? (
        <div className="panel">
          <Empty title="Здесь пусто">Ни одного заказа в работе по этому отбору.</Empty>
        </div>
      ) : (
        <div className={`board${isStale ? ' stale' : ''}`} data-rows>
          {board.columns.map((column) => (
            <BoardColumn key={column.state} column={column} moves={moves} />
          ))}
        </div>
      )}
      <MoveDialog moves={moves} />
      {cancelled ? <CancelDialog order={cancelled} onClose={() => setCancelled(null)} onDone={reload} /> : null}
    </>
  );
}

/** To which state the chosen order goes. */
function MoveDialog({ moves: { choosing, setChoosing, go } }: { moves: Moves }) {
  if (!choosing) return null;
  return (
    <Dialog title={`Заказ ${choosing.number}: переместить`} onClose={() => setChoosing(null)}>
      <ul className="choices">
        {choosing.moves.map(({ state, words, why_not, needs }) => (
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
            {needs ? (
              <PageLink to={`/orders/${choosing.id}#${needs}`} className="small">
                {needWords[needs].way}
              </PageLink>
            ) : null}
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
