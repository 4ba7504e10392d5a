import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { webhookEventWords } from '#shared/exchange-words.ts';
import { formatCount } from '#shared/plurals.ts';
import { useBranchName } from '../parts/branch-choice.tsx';
import { Button } from '../parts/button.tsx';
import { type Got, useGot } from '../parts/got.ts';
import { PageFrame } from '../parts/page-frame.tsx';
import { PageLink, useAddress } from '../parts/page-link.tsx';
import type { Column } from '../parts/record-table.tsx';
import { Empty } from '../parts/states.tsx';
import { WholeList } from '../parts/whole-list.tsx';
import { KeysTabs } from './keys-tabs.tsx';
import { WebhookDialog } from './webhook-dialog.tsx';
import { WebhookState } from './webhook-state.tsx';

type Webhooks = Got<'/api/admin/webhooks'>;
export type Webhook = Webhooks['items'][number];

const everyMs = 30_000;

/** Which programs are notified of events, and whether they accept them. */
export function WebhooksPage() {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const to = useAddress();
  const list = useGot<Webhooks>('/api/admin/webhooks', { every: everyMs });
  const [isMaking, setMaking] = useState(false);
  const columns = useColumns();
  return (
    <PageFrame
      title="Вебхуки"
      beside={<KeysTabs />}
      actions={
        <Button kind="primary" onClick={() => setMaking(true)}>
          Добавить адрес
        </Button>
      }
    >
      <p className="soft">
        Магазин сам сообщает другой программе о заказах, ценах и остатках. Непринятое сообщение повторяется три дня.
      </p>
      <WholeList
        name="webhooks"
        list={list}
        rows={list.data?.items}
        label="Вебхуки"
        columns={columns}
        keyOf={({ id }) => String(id)}
        open={({ id }) => void navigate(to(`/keys/webhooks/${id}`))}
        empty={
          <Empty title="События никому не передаются">Добавьте адрес программы, которой нужно знать о заказах.</Empty>
        }
      />
      {isMaking ? (
        <WebhookDialog onClose={() => setMaking(false)} onMade={() => void queries.invalidateQueries()} />
      ) : null}
    </PageFrame>
  );
}

function useColumns(): Column<Webhook>[] {
  const branchName = useBranchName();
  return [
    {
      key: 'url',
      label: 'Адрес',
      render: ({ id, url }) => (
        <PageLink to={`/keys/webhooks/${id}`} className="strong cell-cut">
          {url}
        </PageLink>
      ),
    },
    {
      key: 'events',
      label: 'События',
      render: ({ events }) => (
        <span className="cell-cut">{events.map((event) => webhookEventWords[event] ?? event).join(', ')}</span>
      ),
    },
    { key: 'branch', label: 'Филиал', render: ({ department_id_1c: id }) => branchName(id) },
    {
      key: 'waiting',
      label: 'Ждут отправки',
      align: 'right',
      render: ({ waiting }) => <span className="num">{formatCount(waiting)}</span>,
    },
    { key: 'state', label: 'Состояние', render: (webhook) => <WebhookState webhook={webhook} /> },
  ];
}
