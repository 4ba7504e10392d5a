import { useId, useState } from 'react';
import { formatDate } from '#shared/dates.ts';
import { formatPrice } from '#shared/money.ts';
import { formatCount } from '#shared/plurals.ts';
import { Button } from '../parts/button.tsx';
import { shortMoment } from '../parts/moments.ts';
import { PageLink } from '../parts/page-link.tsx';
import { type Column, RecordTable } from '../parts/record-table.tsx';
import { Tag } from '../parts/tag.tsx';
import { useCan } from '../session/session.ts';
import { AdjustDialog } from './adjust-dialog.tsx';
import type { Card } from './customer-types.ts';
import { NewCardDialog } from './new-card-dialog.tsx';
import { PurchaseDialog } from './purchase-dialog.tsx';

type Movement = Card['movements'][number];

const columns: Column<Movement>[] = [
  { key: 'at', label: 'Когда', render: ({ at }) => <span className="num">{shortMoment(at)}</span> },
  { key: 'what', label: 'Что', render: ({ words }) => words },
  {
    key: 'amount',
    label: 'Бонусов',
    align: 'right',
    render: ({ amount }) => <b className="num">{amount === 0 ? '—' : signed(amount)}</b>,
  },
  {
    key: 'purchase',
    label: 'Покупка',
    align: 'right',
    render: ({ purchase }) => <span className="num">{purchase === 0 ? '—' : formatPrice(purchase)}</span>,
  },
  {
    key: 'order',
    label: 'Заказ',
    render: ({ order_id: id, order_number: number }) =>
      id ? (
        <PageLink to={`/orders/${id}`} className="num">
          {number}
        </PageLink>
      ) : (
        '—'
      ),
  },
  {
    key: 'until',
    label: 'Действуют до',
    render: ({ expires_at: at }) => <span className="num">{at ? formatDate(at) : '—'}</span>,
  },
  { key: 'who', label: 'Кто', render: ({ who }) => who },
  { key: 'note', label: 'Причина', render: ({ note }) => <span className="cell-cut">{note || '—'}</span> },
];

/**
 * What is on a card and why; bonuses by hand, another number in place of a lost one by POST below `path`. `isWhole`: of
 * the card's own page, which names it already.
 */
export function CardPanel({ card, path, isWhole = false }: { card: Card; path: string; isWhole?: boolean }) {
  const heading = useId();
  const canAdjust = useCan('bonuses.adjust');
  const [open, setOpen] = useState<'adjust' | 'purchase' | 'replace' | null>(null);
  const close = () => setOpen(null);
  return (
    <section className="panel table-panel" aria-labelledby={heading}>
      <div className="panel-head">
        <h2 id={heading}>
          {isWhole ? (
            'Бонусы и история'
          ) : (
            <PageLink to={`/customers/cards/${card.id}`}>
              {card.kind_words} {card.number}
            </PageLink>
          )}{' '}
          {card.blocked_at && !isWhole ? <Tag tone="bad">заблокирована</Tag> : null}
        </h2>
        {canAdjust ? (
          <span className="panel-actions">
            {card.has_bonuses ? (
              <Button size="small" onClick={() => setOpen('adjust')}>
                Начислить или списать
              </Button>
            ) : null}
            <Button size="small" onClick={() => setOpen('purchase')}>
              Покупка на кассе
            </Button>
            <Button size="small" onClick={() => setOpen('replace')}>
              Заменить
            </Button>
          </span>
        ) : null}
      </div>
      <dl className="card-facts">
        {facts(card).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {card.movements.length === 0 ? <p className="soft customer-empty">Движений по карте ещё не было.</p> : null}
      {card.movements.length > 0 ? (
        <RecordTable
          label={`История карты ${card.number}`}
          rows={card.movements}
          columns={columns}
          keyOf={({ id }) => String(id)}
        />
      ) : null}
      {open === 'adjust' ? <AdjustDialog path={`${path}/adjust`} card={card} onClose={close} /> : null}
      {open === 'purchase' ? <PurchaseDialog card={card} onClose={close} /> : null}
      {open === 'replace' ? (
        <NewCardDialog
          title={`Заменить карту ${card.number}`}
          words="Прежний номер перестанет действовать, бонусы и история останутся. Новый номер и код покажем здесь."
          label="Заменить карту"
          path={`${path}/replace`}
          onClose={close}
        />
      ) : null}
    </section>
  );
}

function facts(card: Card): [string, string][] {
  const { expiring, holds, held } = card;
  const rows: [string, string | null][] = [
    ['Бонусов', card.has_bonuses ? formatCount(card.balance) : null],
    [
      'Отложено на заказы',
      held > 0 ? `${formatCount(held)}: ${holds.map((hold) => hold.order_number).join(', ')}` : null,
    ],
    ['Сгорят первыми', expiring && `${formatCount(expiring.amount)}, ${formatDate(expiring.at)}`],
    ['Ступень', card.level ?? 'нет'],
    ['Покупок за период', formatPrice(card.purchases)],
    ['Выдана', formatDate(card.issued_at)],
  ];
  return rows.flatMap(([name, value]) => (value === null ? [] : [[name, value] as [string, string]]));
}

function signed(amount: number): string {
  return amount > 0 ? `+${formatCount(amount)}` : `−${formatCount(-amount)}`;
}
