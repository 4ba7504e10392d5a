import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { formatCount } from '#shared/plurals.ts';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { type Got, useGot } from '../parts/got.ts';
import { shortMoment } from '../parts/moments.ts';
import { PageLink } from '../parts/page-link.tsx';
import { Problem } from '../parts/problem.tsx';
import { LoadFailure, Skeleton } from '../parts/states.tsx';
import { useVerb } from '../parts/use-verb.ts';
import type { StockRow } from './stock-list.tsx';

type Held = Got<'/api/admin/stock/{id}/reservations'>;

/** The orders that hold a product in a store; a ready one that waits for its buyer is kept longer from here. */
export function HeldDialog({ row, onClose }: { row: StockRow; onClose: () => void }) {
  const path = `/api/admin/stock/${row.product_id}/reservations`;
  const { data, error, refetch } = useGot<Held>(path);
  const queries = useQueryClient();
  const prolong = useVerb(() => {
    void refetch();
    void queries.invalidateQueries({ queryKey: ['orders'] });
  });
  const held = data?.items.filter(({ store }) => store === row.store);
  return (
    <Dialog title={`В резерве: ${row.name}`} onClose={onClose} className="held-dialog">
      <p className="soft">{row.store_name}</p>
      {error && !data ? <LoadFailure error={error} retry={() => void refetch()} /> : null}
      {!error && !data ? <Skeleton rows={3} /> : null}
      {held?.length === 0 ? <p>Этот товар на складе никто не держит.</p> : null}
      {held && held.length > 0 ? (
        <ul className="held">
          {held.map((order) => (
            <li key={order.order_id}>
              <PageLink to={`/orders/${order.order_id}`} className="num strong">
                {order.number}
              </PageLink>
              <span>{order.state_words}</span>
              <span className="num">{`${formatCount(order.count)}\u00a0${row.unit}`}</span>
              <span className="num">{order.expires_at ? `до ${shortMoment(order.expires_at)}` : 'без срока'}</span>
              {order.may_prolong ? (
                <Button
                  size="small"
                  isBusy={prolong.isBusy}
                  aria-label={`Продлить резерв заказа ${order.number}`}
                  onClick={() => prolong.run(`/api/admin/orders/${order.order_id}/prolong`)}
                >
                  Продлить
                </Button>
              ) : (
                <span />
              )}
            </li>
          ))}
        </ul>
      ) : null}
      <Problem words={prolong.problem} />
      <EndedReservations row={row} />
      <p className="soft">
        Продлить можно один раз и только готовый заказ самовывоза, пока его срок не вышел: хранение станет дольше ещё на
        столько же рабочих дней, покупатель получит письмо.
      </p>
    </Dialog>
  );
}

type Ended = Got<'/api/admin/stock/{id}/ended-reservations'>;

/** Reservations that hold nothing any more: asked for, because most look for what is held now. */
function EndedReservations({ row }: { row: StockRow }) {
  const [isShown, setIsShown] = useState(false);
  const path = `/api/admin/stock/${row.product_id}/ended-reservations?store=${encodeURIComponent(row.store)}`;
  const { data, error, refetch } = useGot<Ended>(path, { isOn: isShown });
  if (!isShown)
    return (
      <Button size="small" onClick={() => setIsShown(true)}>
        Показать завершённые
      </Button>
    );
  return (
    <section aria-label="Завершённые резервы">
      <h3>Завершённые</h3>
      {error && !data ? <LoadFailure error={error} retry={() => void refetch()} /> : null}
      {!error && !data ? <Skeleton rows={3} /> : null}
      {data?.items.length === 0 ? <p className="soft">Завершённых резервов нет.</p> : null}
      <ul className="held held-ended">
        {data?.items.map((ended) => (
          <li key={`${ended.order_id} ${ended.ended_at} ${ended.why_words}`}>
            <PageLink to={`/orders/${ended.order_id}`} className="num strong">
              {ended.number}
            </PageLink>
            <span>{ended.why_words}</span>
            <span className="num">{`${formatCount(ended.count)}\u00a0${row.unit}`}</span>
            <span className="num">{shortMoment(ended.ended_at)}</span>
            <span className="soft">{ended.state_words}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
