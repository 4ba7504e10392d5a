import { useState } from 'react';
import { useParams } from 'react-router';
import { formatDate } from '#shared/dates.ts';
import { RecordHistory } from '../journal/record-history.tsx';
import { Button } from '../parts/button.tsx';
import { useGot } from '../parts/got.ts';
import { PageFrame } from '../parts/page-frame.tsx';
import { Problem } from '../parts/problem.tsx';
import { Empty, LoadFailure, Skeleton } from '../parts/states.tsx';
import { Tag } from '../parts/tag.tsx';
import { useVerb } from '../parts/use-verb.ts';
import { ClashDialog } from '../record/clash-dialog.tsx';
import { Tabs, useTab } from '../record/tabs.tsx';
import { type RecordForm, useRecord } from '../record/use-record.ts';
import { RequestError } from '../request.ts';
import { useCan, useSession } from '../session/session.ts';
import { ActDialog } from './act-dialog.tsx';
import { CustomerAgreements } from './customer-agreements.tsx';
import { CustomerCards } from './customer-cards.tsx';
import { CustomerOverview } from './customer-overview.tsx';
import { CustomerRequests } from './customer-requests.tsx';
import { CustomerSessions } from './customer-sessions.tsx';
import type { Customer, Doubles } from './customer-types.ts';
import { customerWords } from './customer-words.ts';
import { EraseDialog } from './erase-dialog.tsx';
import { MergeDialog } from './merge-dialog.tsx';
import { OrdersOf } from './orders-of.tsx';

const tabs = [
  { key: 'overview', label: 'Обзор' },
  { key: 'orders', label: 'Заказы' },
  { key: 'cards', label: 'Карты и бонусы' },
  { key: 'requests', label: 'Обращения и отзывы' },
  { key: 'agreements', label: 'Согласия и подписки' },
  { key: 'sessions', label: 'Сеансы' },
  { key: 'history', label: 'История' },
] as const;
const crumbs = [{ label: 'Покупатели', to: '/customers' }];

export type CustomerForm = RecordForm<Customer>;

/** One customer: how to reach them, what they bought and agreed to, what staff noted and may do. */
export function CustomerPage() {
  const { id = '' } = useParams();
  return <CustomerOf key={id} id={id} />;
}

function CustomerOf({ id }: { id: string }) {
  const form = useRecord<Customer>(`/api/admin/customers/${encodeURIComponent(id)}`, ({ fields }) => fields);
  const tab = useTab(tabs);
  const canReadOrders = useCan('orders.read');
  const { body: customer, loadError } = form;
  if (!customer)
    return (
      <PageFrame title="Покупатель" crumbs={crumbs}>
        <div className="panel">
          {loadError instanceof RequestError && loadError.status === 404 ? (
            <Empty title="Такого покупателя нет">
              Он покупает в другом филиале, удалил кабинет, или ссылка набрана с ошибкой.
            </Empty>
          ) : loadError ? (
            <LoadFailure error={loadError} retry={form.reload} />
          ) : (
            <Skeleton rows={8} />
          )}
        </div>
      </PageFrame>
    );
  const shown = canReadOrders ? tabs : tabs.filter(({ key }) => key !== 'orders');
  return (
    <PageFrame
      title={customer.full_name || 'Без имени'}
      crumbs={crumbs}
      beside={
        <>
          {customer.fields.no_pay_on_receipt ? <Tag tone="warn">без оплаты при получении</Tag> : null}
          {customer.deletion_due_at ? (
            <Tag tone="bad">кабинет удалят {formatDate(customer.deletion_due_at)}</Tag>
          ) : null}
        </>
      }
      actions={<Actions customer={customer} reload={form.reload} />}
    >
      <Tabs label="О покупателе" tabs={shown} />
      {tab === 'overview' ? <CustomerOverview form={form} customer={customer} /> : null}
      {tab === 'orders' && canReadOrders ? <OrdersOf filter={{ user_id: id }} whose="покупателя" /> : null}
      {tab === 'cards' ? <CustomerCards id={id} /> : null}
      {tab === 'requests' ? <CustomerRequests id={id} /> : null}
      {tab === 'agreements' ? <CustomerAgreements id={id} /> : null}
      {tab === 'sessions' ? <CustomerSessions id={id} /> : null}
      {tab === 'history' ? <RecordHistory resource="customers" id={id} /> : null}
      {form.clash ? (
        <ClashDialog clash={form.clash} words={customerWords} mine={form.fields} settle={form.settle} />
      ) : null}
    </PageFrame>
  );
}

function Actions({ customer, reload }: { customer: Customer; reload: () => void }) {
  const { me } = useSession();
  const canExport = useCan('customers.export');
  const canErase = useCan('customers.erase');
  const canWrite = useCan('customers.write');
  const { data } = useGot<Doubles>(`/api/admin/customers/${customer.id}/doubles`, { isOn: canWrite });
  const doubles = data?.items ?? [];
  const [open, setOpen] = useState<'act' | 'erase' | 'merge' | null>(null);
  const taken = useVerb<{ person: unknown }>(({ person }) => saveFile(person, `Данные покупателя ${customer.id}.json`));
  const close = () => setOpen(null);
  return (
    <>
      <Problem words={taken.problem} />
      {me.roles.includes('login_by_user') ? <Button onClick={() => setOpen('act')}>Войти в кабинет</Button> : null}
      {canExport ? (
        <Button isBusy={taken.isBusy} onClick={() => taken.run(`/api/admin/customers/${customer.id}/export`)}>
          Выгрузить данные
        </Button>
      ) : null}
      {canWrite ? (
        <Button onClick={() => setOpen('merge')}>
          {doubles.length > 0 ? `Объединить двойников: ${doubles.length}` : 'Объединить двойников'}
        </Button>
      ) : null}
      {canErase ? (
        <Button kind="danger" onClick={() => setOpen('erase')}>
          Удалить кабинет
        </Button>
      ) : null}
      {open === 'act' ? <ActDialog customer={customer} onClose={close} /> : null}
      {open === 'erase' ? <EraseDialog customer={customer} onClose={close} /> : null}
      {open === 'merge' ? (
        <MergeDialog
          customer={customer}
          doubles={doubles}
          onClose={close}
          onDone={() => {
            close();
            reload();
          }}
        />
      ) : null}
    </>
  );
}

/** Gives the browser a file to keep. */
function saveFile(content: unknown, name: string): void {
  const url = URL.createObjectURL(new Blob([JSON.stringify(content, null, 2)], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
