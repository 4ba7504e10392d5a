import { Phone } from 'lucide-react';
import { formatPrice } from '#shared/money.ts';
import { isUnpaid } from '#shared/order-states.ts';
import { formatPhone } from '#shared/phone.ts';
import { countOf } from '#shared/plurals.ts';
import { spelledCode } from '#shared/spelled-code.ts';
import { Button } from '../parts/button.tsx';
import { shortMoment } from '../parts/moments.ts';
import { PageLink } from '../parts/page-link.tsx';
import { Problem } from '../parts/problem.tsx';
import { Facts, SideCard } from '../parts/side-card.tsx';
import { useVerb } from '../parts/use-verb.ts';
import { useCan } from '../session/session.ts';
import type { OpenDialog } from './order-page.tsx';
import type { OrderRecord } from './order-types.ts';
import { slotWords } from './order-words.tsx';

type Props = { order: OrderRecord; open: (dialog: OpenDialog) => void; onDone: () => void };

/** Beside the goods: who, where, by which money, and everything that happened. */
export function OrderSide({ order, open, onDone }: Props) {
  return (
    <aside className="order-side" aria-label="Покупатель, получение, оплата, история">
      <Buyer order={order} />
      <Receiving order={order} open={open} onDone={onDone} />
      <Money order={order} open={open} onDone={onDone} />
      <History order={order} note={() => open('note')} />
    </aside>
  );
}

function Buyer({ order: { buyer, is_by_phone: isByPhone, placed_by_name: placedBy } }: { order: OrderRecord }) {
  const canOpen = useCan('customers.read');
  return (
    <SideCard
      title={buyer.company?.name ?? buyer.name}
      action={canOpen && buyer.user_id ? <PageLink to={`/customers/${buyer.user_id}`}>Открыть</PageLink> : null}
    >
      <Facts
        rows={[
          ['Покупатель', buyer.company ? buyer.name : null],
          ['ИНН', buyer.company?.inn ?? null],
          ['Номер у фирмы', buyer.company?.buyer_number ?? null],
          ['Объект', buyer.company?.building_site ?? null],
          [
            'Телефон',
            buyer.phone ? (
              <a key="phone" href={`tel:${buyer.phone}`}>
                <Phone size={12} aria-hidden="true" /> {formatPhone(buyer.phone)}
              </a>
            ) : (
              'скрыт'
            ),
          ],
          ['Почта', buyer.email ?? 'нет'],
          [
            'Заказы',
            `${buyer.orders} на ${formatPrice(buyer.total)}${buyer.cancelled > 0 ? `, отмен ${buyer.cancelled}` : ''}`,
          ],
          ['Откуда', isByPhone ? 'по телефону' : 'сайт'],
          ['Оформил', placedBy],
        ]}
      />
    </SideCard>
  );
}

function Receiving({ order, open, onDone }: Props) {
  const { receiving } = order;
  const canEdit = useCan('orders.edit');
  const canHandOver = useCan('handover.do');
  const prolong = useVerb(onDone);
  const code = useVerb<{ code: string }>(() => undefined);
  const mayChange = receiving.rights.place || receiving.rights.time || receiving.rights.people;
  return (
    <SideCard
      title="Получение"
      action={
        canEdit && mayChange ? (
          <Button kind="text" size="small" onClick={() => open('receiving')}>
            Изменить
          </Button>
        ) : null
      }
    >
      <Facts
        rows={[
          [receiving.type === 'pickup' ? 'Пункт' : 'Адрес', receiving.place ?? 'скрыт'],
          ['Когда', slotWords(receiving.date, receiving.slot)],
          [
            'Получит',
            receiving.recipient
              ? `${receiving.recipient.name}${receiving.is_proxy ? ', по доверенности' : ''}`
              : order.buyer.name,
          ],
          ['Автомобиль', receiving.car_plate],
          ['Услуга', receiving.carrying_words],
          ['Разгрузка', receiving.unloading_note || null],
          ['Если нет', order.replacement_words],
          ['Комментарий', order.comment || null],
          ['Резерв до', order.reserved_until ? shortMoment(order.reserved_until) : null],
        ]}
      />
      {order.may_prolong && canEdit ? (
        <Button
          size="small"
          isBusy={prolong.isBusy}
          onClick={() => prolong.run(`/api/admin/orders/${order.id}/prolong`)}
        >
          Продлить хранение
        </Button>
      ) : null}
      {canHandOver ? (
        <p className="soft small">
          Код получения:{' '}
          {code.answer ? (
            <b className="num">{spelledCode(code.answer.code)}</b>
          ) : (
            <Button
              kind="text"
              size="small"
              isBusy={code.isBusy}
              onClick={() => code.run(`/api/admin/orders/${order.id}/pickup-code`)}
            >
              показать
            </Button>
          )}
        </p>
      ) : null}
      <Problem words={prolong.problem ?? code.problem} />
    </SideCard>
  );
}

function Money({ order, open, onDone }: Props) {
  const { payment } = order;
  const canAccount = useCan('payments.account');
  const canRefund = useCan('payments.refund');
  const verb = useVerb(onDone);
  return (
    <SideCard title="Оплата" place="payment">
      <Facts
        rows={[
          ['Способ', order.payment_method_words],
          ['К оплате', order.sums.due > 0 ? formatPrice(order.sums.due) : null],
        ]}
      />
      <ul className="money">
        {payment.payments.map((attempt) => (
          <li key={attempt.id}>
            <span>
              {attempt.method_words}: {attempt.state_words}
            </span>
            <b className="num">{formatPrice(attempt.amount)}</b>
            <span className="soft small">
              {shortMoment(attempt.paid_at ?? attempt.created_at)}
              {attempt.why ? ` · ${attempt.why}` : ''}
            </span>
          </li>
        ))}
        {payment.receipts.map((receipt) => (
          <li key={receipt.id}>
            <span>
              Чек, {receipt.kind_words.toLowerCase()}: {receipt.state_words}
            </span>
            <b className="num">{formatPrice(receipt.sum)}</b>
            {receipt.fiscal_number ? <span className="soft small num">ФД {receipt.fiscal_number}</span> : null}
          </li>
        ))}
        {payment.refunds.map((refund) => (
          <li key={refund.id} className={refund.state === 'canceled' ? 'bad' : undefined}>
            <span>Возврат: {refund.state_words}</span>
            <b className="num">−{formatPrice(refund.amount)}</b>
            <span className="soft small">{[refund.note, refund.why, refund.who].filter(Boolean).join(' · ')}</span>
            {refund.is_transfer && refund.state !== 'succeeded' && refund.state !== 'canceled' && canAccount ? (
              <Button
                size="small"
                isBusy={verb.isBusy}
                onClick={() => verb.run(`/api/admin/refunds/${refund.id}/returned`)}
              >
                Перевод отправлен
              </Button>
            ) : null}
            {refund.may_repeat && canRefund ? (
              <Button
                size="small"
                isBusy={verb.isBusy}
                onClick={() => verb.run(`/api/admin/refunds/${refund.id}/repeat`)}
              >
                Повторить возврат
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
      {payment.payments.length === 0 ? <p className="soft small">Платежей ещё не было</p> : null}
      <TakeMoney order={order} remind={() => open('reminder')} onDone={onDone} />
      <Problem words={verb.problem} />
    </SideCard>
  );
}

/** What staff can do about an order that was to be paid on the site and is not. */
function TakeMoney({ order, remind, onDone }: { order: OrderRecord; remind: () => void; onDone: () => void }) {
  const canEdit = useCan('orders.edit');
  const canHandOver = useCan('handover.do');
  const verb = useVerb(onDone);
  const isOver = order.state === 'completed' || order.state === 'cancelled';
  if (order.payment_method !== 'online' || !isUnpaid(order.payment_state) || isOver) return null;
  const isHere = order.may_pay_here && canHandOver;
  return (
    <>
      <p className="soft small">
        Покупатель платит на странице заказа. {order.may_pay_here ? 'Или деньги примут при выдаче.' : null}
      </p>
      <div className="panel-actions">
        {canEdit && order.buyer.email ? (
          <Button size="small" onClick={remind}>
            Напомнить об оплате
          </Button>
        ) : null}
        {isHere ? (
          <Button
            size="small"
            isBusy={verb.isBusy}
            onClick={() => verb.run(`/api/admin/handover/${order.id}/pay-here`, {})}
          >
            Заплатит при получении
          </Button>
        ) : null}
      </div>
      <Problem words={verb.problem} />
    </>
  );
}

function History({ order, note }: { order: OrderRecord; note: () => void }) {
  return (
    <SideCard
      title="Ход заказа"
      action={
        <Button kind="text" size="small" onClick={note}>
          Заметка
        </Button>
      }
    >
      <ol className="history" aria-label={countOf(order.history.length, 'запись', 'записи', 'записей')}>
        {order.history.map(({ at, words, who, is_problem: isProblem, kind, photos }) => (
          <li
            key={`${at} ${words}`}
            className={isProblem ? 'bad' : kind === 'note' || kind === 'call' ? 'note-line' : undefined}
          >
            <time className="num" dateTime={at}>
              {shortMoment(at)}
            </time>
            <span>
              {words} <span className="soft">{who}</span>
              {photos.map(({ act_id: act, position, name }) => (
                <a
                  key={position}
                  className="history-photo small"
                  href={`/api/admin/orders/${order.id}/acts/${act}/photos/${position}`}
                  target="_blank"
                  rel="noreferrer"
                >
                  Фотография: {name}
                </a>
              ))}
            </span>
          </li>
        ))}
      </ol>
    </SideCard>
  );
}
