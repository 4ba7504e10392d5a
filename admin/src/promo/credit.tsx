import { Plus } from 'lucide-react';
import { useGetList } from 'react-admin';
import { useNavigate, useParams } from 'react-router';
import { rateWords } from '#shared/annuity.ts';
import { span } from '#shared/credit-offer.ts';
import { formatPrice } from '#shared/money.ts';
import { RecordHistory } from '../journal/record-history.tsx';
import { Button } from '../parts/button.tsx';
import { FilterChips } from '../parts/filter-chips.tsx';
import { FilterText } from '../parts/filter-text.tsx';
import { useListAddress } from '../parts/list-address.ts';
import { PageFrame } from '../parts/page-frame.tsx';
import { PageLink, useAddress } from '../parts/page-link.tsx';
import { RecordList } from '../parts/record-list.tsx';
import type { Column } from '../parts/record-table.tsx';
import { Empty, LoadFailure, Skeleton } from '../parts/states.tsx';
import { Tag } from '../parts/tag.tsx';
import { ClashDialog } from '../record/clash-dialog.tsx';
import type { Fields } from '../record/merge-fields.ts';
import { SaveBar } from '../record/save-bar.tsx';
import { Tabs, useTab } from '../record/tabs.tsx';
import { useNewRecord } from '../record/use-new-record.ts';
import { useRecord } from '../record/use-record.ts';
import { useSession } from '../session/session.ts';
import { CreditFields } from './credit-fields.tsx';
import { type Credit, type CreditRow, creditFieldWords } from './credit-words.ts';
import { stateColumn, termColumn } from './dated-list.tsx';
import { EndButton } from './dated-record.tsx';
import { datedStateChoices, datedStateTones, datedStateWords } from './dated-words.ts';
import { CreateBar } from './new-coupon-page.tsx';
import { PromoTabs } from './promo-tabs.tsx';

const path = '/promo/credit';
/** A programme has no drafts: one that begins later waits. */
const states = datedStateChoices.filter(({ value }) => value !== 'draft');

const columns: Column<CreditRow>[] = [
  {
    key: 'name',
    label: 'Программа',
    render: ({ id, name, is_example: isExample }) => (
      <span className="promo-name">
        <PageLink to={`${path}/${id}`} className="strong cell-cut">
          {name}
        </PageLink>
        {isExample ? <Tag tone="warn">пример</Tag> : null}
      </span>
    ),
  },
  { key: 'partner', label: 'Банк', render: ({ partner }) => <span className="cell-cut">{partner}</span> },
  {
    key: 'sum',
    label: 'Сумма',
    render: (row) => (
      <span className="num">{span(formatPrice(row.min_sum_kopecks), formatPrice(row.max_sum_kopecks))}</span>
    ),
  },
  { key: 'months', label: 'Сроки, мес.', render: ({ months }) => <span className="num">{months.join(', ')}</span> },
  {
    key: 'rate',
    label: 'Ставка годовых',
    render: (row) => <span className="num">{span(rateWords(row.rate_from), rateWords(row.rate_to))}</span>,
  },
  {
    key: 'full-cost',
    label: 'ПСК годовых',
    render: (row) => <span className="num">{span(rateWords(row.full_cost_from), rateWords(row.full_cost_to))}</span>,
  },
  stateColumn,
  { ...termColumn, label: 'Показ' },
];

/** Credit programmes, in the order in which the shop shows them. */
export function CreditList() {
  const address = useListAddress(['q', 'state'], 'position');
  const { filter, page, perPage } = address;
  const { q: [q = ''] = [], state = [] } = filter;
  const navigate = useNavigate();
  const to = useAddress();
  const list = useGetList<CreditRow>(
    'credit-programs',
    {
      filter: { q, ...(state.length > 0 && { state }) },
      sort: { field: 'position', order: 'ASC' },
      pagination: { page, perPage },
    },
    { placeholderData: (before) => before },
  );
  return (
    <PageFrame
      title="Кредит"
      beside={<PromoTabs />}
      actions={
        <PageLink to={`${path}/new`} className="btn btn-primary">
          <Plus size={16} aria-hidden="true" /> Новая программа
        </PageLink>
      }
    >
      <div className="filters">
        <FilterText label="Банк или программа" value={q} onChange={(words) => address.setFilter({ q: [words] })} />
        <FilterChips
          label="Состояние"
          choices={states}
          chosen={state}
          onChange={(chosen) => address.setFilter({ state: chosen })}
        />
        {Object.keys(filter).length > 0 ? (
          <Button kind="text" onClick={address.resetFilter}>
            Сбросить
          </Button>
        ) : null}
      </div>
      <RecordList
        list={list}
        address={address}
        label="Кредит"
        columns={columns}
        keyOf={({ id }) => String(id)}
        open={({ id }) => void navigate(to(`${path}/${id}`))}
        empty={
          <Empty title="Кредитных программ пока нет" action={<PageLink to={`${path}/new`}>Новая программа</PageLink>}>
            Без них страница «Покупка в кредит» не называет ни ставок, ни платежей.
          </Empty>
        }
      />
    </PageFrame>
  );
}

const tabs = [
  { key: 'main', label: 'Условия' },
  { key: 'history', label: 'История' },
] as const;

/** The page of a programme: the bank's terms, what a purchase costs by them, what was changed. */
export function CreditPage() {
  const { id = '' } = useParams();
  return <CreditOf key={id} id={id} />;
}

function CreditOf({ id }: { id: string }) {
  const address = `/api/admin/credit-programs/${id}`;
  const form = useRecord<Credit>(address, ({ fields }) => fields as unknown as Fields);
  const tab = useTab(tabs);
  const isOwn = useSession().me.all_branches;
  const { body: program, loadError } = form;
  const crumbs = [{ label: 'Кредит', to: path }];
  if (!program)
    return (
      <PageFrame title="Кредит" crumbs={crumbs}>
        <div className="panel">
          {loadError ? <LoadFailure error={loadError} retry={form.reload} /> : <Skeleton rows={8} height={56} />}
        </div>
      </PageFrame>
    );
  return (
    <PageFrame
      title={program.name}
      crumbs={crumbs}
      beside={<Tag tone={datedStateTones[program.state]}>{datedStateWords[program.state]}</Tag>}
      actions={isOwn && program.state !== 'ended' ? <EndButton path={`${address}/end`} /> : null}
    >
      <Tabs label="О записи" tabs={tabs} />
      {tab === 'main' ? (
        <form
          className="panel form-panel promo-wide"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            void form.save();
          }}
        >
          <fieldset className="promo-set" disabled={!isOwn}>
            <legend className="hidden-words">{program.name}</legend>
            <CreditFields form={form} />
          </fieldset>
          {isOwn ? (
            <SaveBar form={form} />
          ) : (
            <p className="soft">Общее для всех филиалов меняют сотрудники, которые работают во всех.</p>
          )}
        </form>
      ) : null}
      {tab === 'history' ? <RecordHistory resource="credit-programs" id={id} /> : null}
      {form.clash ? (
        <ClashDialog clash={form.clash} words={creditFieldWords} mine={form.fields} settle={form.settle} />
      ) : null}
    </PageFrame>
  );
}

/** A new programme; it is shown from its beginning on. */
export function NewCreditPage() {
  const navigate = useNavigate();
  const to = useAddress();
  const form = useNewRecord<{ id: number }>(
    '/api/admin/credit-programs',
    {
      ...{ partner: '', name: '', min_sum_kopecks: null, max_sum_kopecks: null, months: [], rate_from: null },
      ...{ rate_to: null, full_cost_from: null, full_cost_to: null, documents: '', terms: '' },
      ...{ is_example: false, position: 0, starts_at: null, ends_at: null },
    },
    ({ id }) => void navigate(to(`${path}/${id}`)),
  );
  return (
    <PageFrame title="Новая программа" crumbs={[{ label: 'Кредит', to: path }]}>
      <form
        className="panel form-panel promo-wide"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          form.create();
        }}
      >
        <CreditFields form={form} />
        <CreateBar form={form} label="Завести программу" />
      </form>
    </PageFrame>
  );
}
