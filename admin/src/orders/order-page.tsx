import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ArrowRight, CircleAlert, Hand, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { useParams } from 'react-router';
import { formatPrice } from '#shared/money.ts';
import { useEvery } from '../events/live.tsx';
import { Button } from '../parts/button.tsx';
import { PageFrame } from '../parts/page-frame.tsx';
import { PageLink } from '../parts/page-link.tsx';
import { Problem } from '../parts/problem.tsx';
import { Empty, LoadFailure, Skeleton } from '../parts/states.tsx';
import { Tag } from '../parts/tag.tsx';
import { useVerb } from '../parts/use-verb.ts';
import { RequestError, request } from '../request.ts';
import { useCan, useSession } from '../session/session.ts';
import { CancelDialog } from './cancel-dialog.tsx';
import { EditDialog } from './edit-dialog.tsx';
import { EmailDialog } from './email-dialog.tsx';
import { InvoiceDialog } from './invoice-dialog.tsx';
import { NoteDialog } from './note-dialog.tsx';
import { OrderLines } from './order-lines.tsx';
import { OrderPapers } from './order-papers.tsx';
import { OrderSide } from './order-side.tsx';
import { OrderSteps } from './order-steps.tsx';
import type { OrderRecord } from './order-types.ts';
import { Promised, paymentTones, stateTones } from './order-words.tsx';
import { ProposalPanel } from './proposal-panel.tsx';
import { ReceivingDialog } from './receiving-dialog.tsx';
import { RefundDialog } from './refund-dialog.tsx';

export type OpenDialog = 'cancel' | 'refund' | 'invoice' | 'edit' | 'receiving' | 'email' | 'reminder' | 'note' | null;

const refreshMs = 30_000;

/** One order: what it is, what waits for an answer, and everything that is done with it. */
export function OrderPage() {
  const { id = '' } = useParams();
  const { data, error, refetch } = useQuery({
    queryKey: ['orders', id],
    queryFn: ({ signal }) =>
      request<OrderRecord>(`/api/admin/orders/${encodeURIComponent(id)}`, { signal }).then(({ body }) => body),
    refetchInterval: useEvery(refreshMs),
  });
  const crumbs = [{ label: 'Заказы', to: '/orders' }];
  if (data) return <Order order={data} isOffline={error !== null} />;
  return (
    <PageFrame title="Заказ" crumbs={crumbs}>
      {error instanceof RequestError && error.status === 404 ? (
        <Empty title="Такого заказа нет">Он в другом филиале, или ссылка набрана с ошибкой.</Empty>
      ) : error ? (
        <LoadFailure error={error} retry={() => void refetch()} />
      ) : (
        <Skeleton rows={12} height={48} />
      )}
    </PageFrame>
  );
}

function Order({ order, isOffline }: { order: OrderRecord; isOffline: boolean }) {
  const [open, setOpen] = useState<OpenDialog>(null);
  const queries = useQueryClient();
  const changed = () => void queries.invalidateQueries({ queryKey: ['orders'] });
  const close = () => setOpen(null);
  const isOver = order.state === 'completed' || order.state === 'cancelled';
  const short = order.lines.filter(({ covered, reserved }) => covered < reserved).length;
  const given = { order, onClose: close, onDone: changed };
  return (
    <PageFrame
      title={String(order.number)}
      crumbs={[{ label: 'Заказы', to: '/orders' }]}
      beside={
        <>
          <Tag tone={stateTones[order.state]}>{order.state_words}</Tag>
          <Tag tone={paymentTones[order.payment_state]}>
            {order.payment_words}
            {order.sums.paid > 0 ? ` ${formatPrice(order.sums.paid - order.sums.refunded)}` : ''}
          </Tag>
          {order.is_short ? (
            <Tag tone="bad" icon={<CircleAlert size={12} aria-hidden="true" />}>
              {short > 0 ? `Не хватает: ${short}` : 'Не хватает'}
            </Tag>
          ) : null}
          {order.is_unconfirmed ? <Tag tone="warn">Покупатель не подтвердил</Tag> : null}
          {order.awaits_approval ? <Tag tone="warn">Согласует владелец организации</Tag> : null}
          {order.arrived_at ? <Tag tone="info">Покупатель подъехал</Tag> : isOver ? null : <Promised order={order} />}
        </>
      }
      actions={<Actions order={order} open={setOpen} onDone={changed} />}
    >
      {isOffline ? <Problem words="Нет связи с магазином: показано то, что было" /> : null}
      <div className="order-grid">
        <div className="order-main">
          <OrderSteps order={order} />
          <ProposalPanel order={order} onDone={changed} />
          <OrderLines order={order} edit={() => setOpen('edit')} />
          <OrderPapers order={order} write={() => setOpen('email')} onDone={changed} />
        </div>
        <OrderSide order={order} open={setOpen} onDone={changed} />
      </div>
      {open === 'cancel' ? <CancelDialog {...given} /> : null}
      {open === 'refund' ? <RefundDialog {...given} /> : null}
      {open === 'invoice' ? (
        <InvoiceDialog
          {...given}
          order={{
            id: order.id,
            number: order.number,
            total: order.sums.total,
            time_zone: order.time_zone,
            payer: order.buyer.company?.name ?? order.buyer.name,
          }}
        />
      ) : null}
      {open === 'edit' ? <EditDialog {...given} /> : null}
      {open === 'receiving' ? <ReceivingDialog {...given} /> : null}
      {open === 'email' ? <EmailDialog {...given} /> : null}
      {open === 'reminder' ? <EmailDialog {...given} about="payment" /> : null}
      {open === 'note' ? <NoteDialog {...given} /> : null}
    </PageFrame>
  );
}

type ActionsProps = { order: OrderRecord; open: (dialog: OpenDialog) => void; onDone: () => void };

function Actions({ order, open, onDone }: ActionsProps) {
  const { me } = useSession();
  const may = { refund: useCan('payments.refund'), move: useCan('orders.move'), assemble: useCan('orders.assemble') };
  const canAccount = useCan('payments.account');
  const canCancel = useCan('orders.cancel');
  const verb = useVerb(onDone);
  const next = order.moves.find(
    ({ state, why_not }) =>
      why_not === null &&
      state !== 'cancelled' &&
      (state === 'assembling' || state === 'ready' ? may.assemble : may.move),
  );
  const isMine = order.assigned_to === me.person.id;
  const isCancellable = order.moves.some(({ state, why_not }) => state === 'cancelled' && why_not === null);
  const isOver = order.state === 'completed' || order.state === 'cancelled';
  return (
    <>
      {may.assemble && !isOver ? (
        <Button
          icon={<Hand size={16} aria-hidden="true" />}
          isBusy={verb.isBusy}
          onClick={() => verb.run(`/api/admin/orders/${order.id}/assign`, { isMine: !isMine, seen: order.assigned_to })}
        >
          {isMine ? 'Отпустить' : order.assigned_name ? `Взять у: ${order.assigned_name}` : 'Взять себе'}
        </Button>
      ) : null}
      {canAccount && order.payment.awaits_transfer ? (
        <Button onClick={() => open('invoice')}>Деньги пришли</Button>
      ) : null}
      {may.refund && order.payment.refundable.some(({ left }) => left > 0) ? (
        <Button icon={<Undo2 size={16} aria-hidden="true" />} onClick={() => open('refund')}>
          Вернуть деньги
        </Button>
      ) : null}
      {canCancel && isCancellable ? (
        <Button kind="danger" onClick={() => open('cancel')}>
          Отменить
        </Button>
      ) : null}
      {next ? (
        <Button
          kind="primary"
          icon={<ArrowRight size={16} aria-hidden="true" />}
          isBusy={verb.isBusy}
          onClick={() => verb.run(`/api/admin/orders/${order.id}/move`, { state: next.state })}
        >
          {next.words}
        </Button>
      ) : order.moves.some(({ needs }) => needs === 'payment') ? (
        <PageLink to={`/orders/${order.id}#payment`} className="btn">
          Принять оплату
        </PageLink>
      ) : null}
      <Problem words={verb.problem} />
    </>
  );
}
