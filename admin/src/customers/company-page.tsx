import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'react-router';
import { formatPrice } from '#shared/money.ts';
import { countOf } from '#shared/plurals.ts';
import { RecordHistory } from '../journal/record-history.tsx';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { PageFrame } from '../parts/page-frame.tsx';
import { Problem } from '../parts/problem.tsx';
import { Empty, LoadFailure, Skeleton } from '../parts/states.tsx';
import { Tag } from '../parts/tag.tsx';
import { useVerb } from '../parts/use-verb.ts';
import { ClashDialog } from '../record/clash-dialog.tsx';
import { SaveBar } from '../record/save-bar.tsx';
import { Tabs, useTab } from '../record/tabs.tsx';
import { type RecordForm, useRecord } from '../record/use-record.ts';
import { RequestError } from '../request.ts';
import { useCan } from '../session/session.ts';
import { ActivateDialog } from './activate-dialog.tsx';
import { CompanyFields } from './company-fields.tsx';
import { CompanyMoneyTab } from './company-money.tsx';
import { CompanyPeople } from './company-people.tsx';
import type { Company } from './customer-types.ts';
import { companyTones, companyWords } from './customer-words.ts';
import { OrdersOf } from './orders-of.tsx';

const tabs = [
  { key: 'main', label: 'Основное' },
  { key: 'people', label: 'Люди' },
  { key: 'orders', label: 'Заказы' },
  { key: 'money', label: 'Долг и документы' },
  { key: 'history', label: 'История' },
] as const;
const crumbs = [
  { label: 'Покупатели', to: '/customers' },
  { label: 'Фирмы', to: '/customers/firms' },
];

export type CompanyForm = RecordForm<Company>;

/** A firm: its numbers and terms, its people, orders, what it owes, what was changed. */
export function CompanyPage() {
  const { id = '' } = useParams();
  return <CompanyOf key={id} id={id} />;
}

function CompanyOf({ id }: { id: string }) {
  const form = useRecord<Company>(`/api/admin/companies/${encodeURIComponent(id)}`, ({ fields }) => fields);
  const canManage = useCan('companies.manage');
  const canReadOrders = useCan('orders.read');
  const tab = useTab(tabs);
  const { body: company, loadError } = form;
  if (!company)
    return (
      <PageFrame title="Фирма" crumbs={crumbs}>
        <div className="panel">
          {loadError instanceof RequestError && (loadError.status === 404 || loadError.status === 422) ? (
            <Empty title="Такой фирмы нет">Она покупает в другом филиале, или ссылка набрана с ошибкой.</Empty>
          ) : loadError ? (
            <LoadFailure error={loadError} retry={form.reload} />
          ) : (
            <Skeleton rows={8} height={56} />
          )}
        </div>
      </PageFrame>
    );
  return (
    <PageFrame
      title={company.name}
      crumbs={crumbs}
      beside={
        <>
          <Tag tone={companyTones[company.state]}>{company.state_words}</Tag>
          {company.requests.length > 0 ? (
            <Tag tone="info">{countOf(company.requests.length, 'просьба', 'просьбы', 'просьб')}</Tag>
          ) : null}
        </>
      }
      actions={
        <>
          <span className="soft">
            {countOf(company.orders, 'заказ', 'заказа', 'заказов')} на {formatPrice(company.total)}
          </span>
          {canManage ? <Actions company={company} onDone={form.reload} /> : null}
        </>
      }
    >
      <Tabs label="О фирме" tabs={canReadOrders ? tabs : tabs.filter(({ key }) => key !== 'orders')} />
      {tab === 'main' ? (
        <form
          className="branch-form"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            void form.save();
          }}
        >
          <fieldset className="branch-form" disabled={!canManage}>
            <legend className="hidden-words">{company.name}</legend>
            <CompanyFields form={form} company={company} />
          </fieldset>
          {canManage ? (
            <SaveBar form={form} />
          ) : (
            <p className="soft">Править фирму могут владелец и бухгалтерия всех филиалов.</p>
          )}
        </form>
      ) : null}
      {tab === 'people' ? <CompanyPeople company={company} onDone={form.reload} /> : null}
      {tab === 'orders' && canReadOrders ? <OrdersOf filter={{ company_id: company.id }} whose="фирмы" /> : null}
      {tab === 'money' ? <CompanyMoneyTab id={company.id} /> : null}
      {tab === 'history' ? <RecordHistory resource="companies" id={company.id} /> : null}
      {form.clash ? (
        <ClashDialog clash={form.clash} words={companyWords} mine={form.fields} settle={form.settle} />
      ) : null}
    </PageFrame>
  );
}

function Actions({ company, onDone }: { company: Company; onDone: () => void }) {
  const [open, setOpen] = useState<'activate' | 'suspend' | null>(null);
  const close = () => setOpen(null);
  return (
    <>
      {company.state === 'active' ? (
        <Button kind="danger" onClick={() => setOpen('suspend')}>
          Приостановить
        </Button>
      ) : (
        <Button kind="primary" onClick={() => setOpen('activate')}>
          {company.state === 'waiting' ? 'Проверена' : 'Открыть снова'}
        </Button>
      )}
      {open === 'activate' ? <ActivateDialog company={company} onClose={close} onDone={onDone} /> : null}
      {open === 'suspend' ? <SuspendDialog company={company} onClose={close} onDone={onDone} /> : null}
    </>
  );
}

function SuspendDialog({ company, onClose, onDone }: { company: Company; onClose: () => void; onDone: () => void }) {
  const queries = useQueryClient();
  const suspend = useVerb(() => {
    void queries.invalidateQueries();
    onDone();
    onClose();
  });
  return (
    <Dialog title={`Приостановить: ${company.name}`} onClose={onClose}>
      <div className="form">
        <p>
          Цены для бизнеса и отсрочка закроются сразу: новые заказы фирма оплачивает до получения. Заказы, документы и
          люди останутся.
        </p>
        <Problem words={suspend.problem} />
        <div className="form-actions">
          <Button onClick={onClose}>Оставить</Button>
          <Button
            kind="danger"
            isBusy={suspend.isBusy}
            onClick={() => suspend.run(`/api/admin/companies/${company.id}/suspend`)}
          >
            Приостановить
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
