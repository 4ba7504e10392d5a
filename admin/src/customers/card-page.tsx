import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useParams } from 'react-router';
import { formatDateTime } from '#shared/dates.ts';
import { RecordHistory } from '../journal/record-history.tsx';
import { Button } from '../parts/button.tsx';
import { type Got, useGot } from '../parts/got.ts';
import { PageFrame } from '../parts/page-frame.tsx';
import { PageLink } from '../parts/page-link.tsx';
import { Problem } from '../parts/problem.tsx';
import { LoadFailure, Skeleton } from '../parts/states.tsx';
import { Tag } from '../parts/tag.tsx';
import { useVerb } from '../parts/use-verb.ts';
import { Tabs, useTab } from '../record/tabs.tsx';
import { useCan } from '../session/session.ts';
import { BlockDialog } from './block-dialog.tsx';
import { CardPanel } from './card-panel.tsx';
import { phoneWords } from './phone-words.ts';

type Card = Got<'/api/admin/cards/{id}'>;

const crumbs = [{ label: 'Карты', to: '/customers/cards' }];
const tabs = [
  { key: 'main', label: 'Карта' },
  { key: 'history', label: 'История' },
] as const;

/** A card of an account or of none: what is on it, who has it, blocking it, another in its place. */
export function CardPage() {
  const { id = '' } = useParams();
  const path = `/api/admin/cards/${id}`;
  const { data: card, error, refetch } = useGot<Card>(path);
  const tab = useTab(tabs);
  const canChange = useCan('bonuses.adjust');
  if (!card)
    return (
      <PageFrame title="Карта" crumbs={crumbs}>
        <div className="panel">
          {error ? <LoadFailure error={error} retry={() => void refetch()} /> : <Skeleton rows={8} height={56} />}
        </div>
      </PageFrame>
    );
  return (
    <PageFrame
      title={card.number}
      crumbs={crumbs}
      beside={
        <>
          <span className="soft">{card.kind_words}</span>
          {card.blocked_at ? <Tag tone="bad">заблокирована</Tag> : <Tag tone="good">работает</Tag>}
          {card.user_id ? null : <Tag>без кабинета</Tag>}
        </>
      }
      actions={canChange && !card.joined_to ? <BlockButton card={card} path={path} /> : null}
    >
      <Tabs label="О карте" tabs={tabs} />
      {tab === 'main' ? (
        <div className="customer-panels">
          <section className="panel" aria-label="Чья карта">
            <Facts card={card} />
          </section>
          {card.state ? (
            <CardPanel card={card.state} path={path} isWhole />
          ) : (
            <p className="soft">Правил таких карт в магазине больше нет, поэтому бонусов по ней не видно.</p>
          )}
        </div>
      ) : null}
      {tab === 'history' ? <RecordHistory resource="cards" id={id} /> : null}
    </PageFrame>
  );
}

function Facts({ card }: { card: Card }) {
  const { user_id: user, owner, phone, former, blocked_at: blockedAt, joined_to: joinedTo } = card;
  return (
    <dl className="card-facts">
      <Fact name="Кабинет">
        {user ? <PageLink to={`/customers/${user}`}>{owner}</PageLink> : 'нет: карту ещё не привязали'}
      </Fact>
      {phone ? <Fact name="Телефон">{phoneWords(phone)}</Fact> : null}
      <Fact name="Выдана">
        {formatDateTime(card.issued_at)}, {card.issued_by}
      </Fact>
      {blockedAt ? (
        <Fact name="Заблокирована">
          {formatDateTime(blockedAt)}, {card.blocked_by}: {card.block_reason}
        </Fact>
      ) : null}
      {former.length > 0 ? (
        <Fact name="Прежние номера">
          {former.map(({ number, replaced_at: at, replaced_by: who }) => (
            <span key={number} className="card-former">
              {number} до {formatDateTime(at)}, {who}
            </span>
          ))}
        </Fact>
      ) : null}
      {joinedTo ? (
        <Fact name="Объединена">
          <PageLink to={`/customers/cards/${joinedTo}`}>бонусы и покупки перешли на другую карту</PageLink>
        </Fact>
      ) : null}
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function BlockButton({ card, path }: { card: Card; path: string }) {
  const [isAsking, setAsking] = useState(false);
  const queries = useQueryClient();
  const release = useVerb(() => void queries.invalidateQueries());
  if (card.blocked_at)
    return (
      <>
        <Problem words={release.problem} />
        <Button isBusy={release.isBusy} onClick={() => release.run(`${path}/release`)}>
          Снять блокировку
        </Button>
      </>
    );
  return (
    <>
      <Button kind="danger" onClick={() => setAsking(true)}>
        Заблокировать
      </Button>
      {isAsking ? <BlockDialog number={card.number} path={`${path}/block`} onClose={() => setAsking(false)} /> : null}
    </>
  );
}
