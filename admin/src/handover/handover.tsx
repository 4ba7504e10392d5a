import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Car, ScanLine } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { formatPrice } from '#shared/money.ts';
import { countOf } from '#shared/plurals.ts';
import type { paths } from '../api-types.ts';
import { useEvery } from '../events/live.tsx';
import { Button } from '../parts/button.tsx';
import { shortMoment } from '../parts/moments.ts';
import { PageFrame } from '../parts/page-frame.tsx';
import { Problem } from '../parts/problem.tsx';
import { Empty, LoadFailure, Skeleton } from '../parts/states.tsx';
import { useVerb } from '../parts/use-verb.ts';
import { request } from '../request.ts';
import { Desk } from './desk.tsx';
import { soundOf } from './sound.ts';

export type Waiting = paths['/api/admin/handover']['get']['responses'][200]['content']['application/json'];
export type DeskOrder = paths['/api/admin/handover/find']['post']['responses'][200]['content']['application/json'];

const refreshMs = 15_000;

/** The counter: one field that is always ready for the scanner, who arrived, and the order that is handed over. */
export default function Handover() {
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const [key, setKey] = useState('');
  const [done, setDone] = useState<string | null>(null);
  const queries = useQueryClient();
  const found = useVerb<DeskOrder>(() => {
    setDone(null);
    soundOf('found');
  });
  const waiting = useQuery({
    queryKey: ['handover'],
    queryFn: ({ signal }) => request<Waiting>('/api/admin/handover', { signal }).then(({ body }) => body),
    refetchInterval: useEvery(refreshMs),
  });
  useAlwaysFocused(field);

  const { error } = found;
  useEffect(() => {
    if (error) soundOf('refused');
  }, [error]);

  function find(what: string) {
    const word = what.trim();
    if (!word) return;
    setKey(word);
    setTyped('');
    found.run('/api/admin/handover/find', { key: word });
  }

  function leave(words: string | null) {
    found.reset();
    setKey('');
    setDone(words);
    void queries.invalidateQueries({ queryKey: ['handover'] });
    void queries.invalidateQueries({ queryKey: ['orders'] });
    field.current?.focus();
  }

  const order = error ? undefined : found.answer;
  return (
    <PageFrame title="Выдача">
      <form
        className="scan"
        onSubmit={(event) => {
          event.preventDefault();
          find(typed);
        }}
      >
        <ScanLine size={24} aria-hidden="true" />
        <label className="hidden-words" htmlFor="scan">
          Пропуск, код из шести цифр или номер заказа
        </label>
        <input
          ref={field}
          id="scan"
          type="text"
          autoComplete="off"
          placeholder="Отсканируйте пропуск или введите код, номер заказа"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
        <Button kind="primary" type="submit" isBusy={found.isBusy}>
          Найти
        </Button>
      </form>
      <Problem words={found.problem} />
      {done ? (
        <p className="note note-good" role="status">
          {done}
        </p>
      ) : null}
      {order ? (
        <Desk
          key={`${order.order_id} ${key}`}
          order={order}
          scanned={key}
          onCode={(code) => find(`${order.number} ${code}`)}
          onChanged={() => find(key)}
          onDone={leave}
          onClose={() => leave(null)}
        />
      ) : (
        <Queue
          waiting={waiting.data}
          error={waiting.error}
          retry={() => void waiting.refetch()}
          open={(number) => find(String(number))}
        />
      )}
    </PageFrame>
  );
}

type QueueProps = { waiting: Waiting | undefined; error: unknown; retry: () => void; open: (number: number) => void };

function Queue({ waiting, error, retry, open }: QueueProps) {
  if (error && !waiting) return <LoadFailure error={error} retry={retry} />;
  if (!waiting) return <Skeleton rows={6} height={56} />;
  if (waiting.items.length === 0)
    return (
      <div className="panel">
        <Empty title="Выдавать пока нечего">
          Здесь появятся заказы, готовые к выдаче; сверху те, чьи покупатели подъехали.
        </Empty>
      </div>
    );
  return (
    <section className="panel" aria-labelledby="queue">
      <div className="panel-head">
        <h2 id="queue">Ждут выдачи</h2>
        <span className="soft num">{waiting.total}</span>
      </div>
      <ul className="queue">
        {waiting.items.map((order) => (
          <li key={order.id} className={order.arrived_at ? 'arrived' : undefined}>
            <button type="button" onClick={() => open(order.number)}>
              <b className="num">{order.number}</b>
              <span className="queue-name">
                {order.contact_name}
                <span className="soft small">
                  {order.place} · {countOf(order.lines_count, 'строка', 'строки', 'строк')}
                </span>
              </span>
              {order.arrived_at ? (
                <span className="tag tag-info">
                  <Car size={12} aria-hidden="true" />
                  {order.car_plate ?? 'подъехал'} {shortMoment(order.arrived_at)}
                </span>
              ) : order.reserved_until ? (
                <span className="soft small">до {shortMoment(order.reserved_until)}</span>
              ) : null}
              <b className="num">{formatPrice(order.total)}</b>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A scanner types wherever the cursor is: it goes back into the field unless something else is being typed. */
function useAlwaysFocused(field: React.RefObject<HTMLInputElement | null>) {
  useEffect(() => {
    field.current?.focus();
    function onKeyDown(event: KeyboardEvent) {
      const target = event.target as HTMLElement | null;
      const isTyping = target?.matches('input, textarea, select') || document.querySelector('dialog:modal');
      if (!isTyping && event.key.length === 1 && event.key !== ' ' && !event.ctrlKey && !event.metaKey && !event.altKey)
        field.current?.focus();
    }
    window.addEventListener('keydown', onKeyDown, true);
    return () => window.removeEventListener('keydown', onKeyDown, true);
  }, [field]);
}
