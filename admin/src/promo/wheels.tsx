import { Plus } from 'lucide-react';
import { useNavigate } from 'react-router';
import { formatPrice } from '#shared/money.ts';
import { formatCount } from '#shared/plurals.ts';
import { type Got, useGot } from '../parts/got.ts';
import { LineField } from '../parts/line-field.tsx';
import { shortMoment } from '../parts/moments.ts';
import { PageFrame } from '../parts/page-frame.tsx';
import { PageLink, useAddress } from '../parts/page-link.tsx';
import type { Column } from '../parts/record-table.tsx';
import { Empty } from '../parts/states.tsx';
import { Tag } from '../parts/tag.tsx';
import { WholeList } from '../parts/whole-list.tsx';
import { useNewRecord } from '../record/use-new-record.ts';
import { CreateBar } from './new-coupon-page.tsx';
import { PromoTabs } from './promo-tabs.tsx';
import { Simulation } from './simulation.tsx';
import { usualPrize, WheelFields } from './wheel-fields.tsx';
import { type WheelPrize, type WheelRow, wheelStateTones, wheelStateWords } from './wheel-words.ts';

const columns: Column<WheelRow>[] = [
  {
    key: 'title',
    label: 'Розыгрыш',
    render: ({ id, title }) => (
      <PageLink to={`/promo/wheels/${id}`} className="strong cell-cut">
        {title}
      </PageLink>
    ),
  },
  {
    key: 'state',
    label: 'Состояние',
    render: ({ state }) => <Tag tone={wheelStateTones[state]}>{wheelStateWords[state]}</Tag>,
  },
  {
    key: 'term',
    label: 'Срок',
    render: ({ starts_at: from, ends_at: to }) => (
      <span className="num">{`${shortMoment(from)} – ${shortMoment(to)}`}</span>
    ),
  },
  {
    key: 'spent',
    label: 'Отдано',
    align: 'right',
    render: ({ spent_kopecks: spent, budget_kopecks: budget }) => (
      <span className="num">{`${formatPrice(spent)} из ${formatPrice(budget)}`}</span>
    ),
  },
  {
    key: 'spins',
    label: 'Вращений',
    align: 'right',
    render: ({ spins }) => <span className="num">{formatCount(spins)}</span>,
  },
  { key: 'code', label: 'Код', render: ({ code }) => code },
];

/** Every wheel of the shop, the last one on top. */
export function WheelsList() {
  const navigate = useNavigate();
  const to = useAddress();
  const list = useGot<Got<'/api/admin/wheels'>>('/api/admin/wheels');
  return (
    <PageFrame
      title="Колесо"
      beside={<PromoTabs />}
      actions={
        <PageLink to="/promo/wheels/new" className="btn btn-primary">
          <Plus size={16} aria-hidden="true" /> Новый розыгрыш
        </PageLink>
      }
    >
      <WholeList
        name="wheels"
        list={list}
        rows={list.data?.items}
        label="Розыгрыши"
        columns={columns}
        keyOf={({ id }) => String(id)}
        open={({ id }) => void navigate(to(`/promo/wheels/${id}`))}
        empty={
          <Empty title="Розыгрышей пока нет" action={<PageLink to="/promo/wheels/new">Создать розыгрыш</PageLink>}>
            Покупатель крутит колесо и получает личный купон на сумму.
          </Empty>
        }
      />
    </PageFrame>
  );
}

/** A new wheel, a draft at first: nobody sees it. */
export function NewWheelPage() {
  const navigate = useNavigate();
  const to = useAddress();
  const form = useNewRecord<{ id: number }>(
    '/api/admin/wheels',
    {
      code: '',
      title: '',
      organiser: '',
      rules_html: '',
      starts_at: null,
      ends_at: null,
      period: 'week',
      budget_kopecks: 10_000_000,
      device_limit: 2,
      address_limit: 20,
      prizes: [
        { ...usualPrize, name: 'Купон 1 000 ₽', weight: 1, sum_kopecks: 100_000, min_sum_kopecks: 1_000_000 },
        { ...usualPrize, is_consolation: true },
      ],
    },
    ({ id }) => void navigate(to(`/promo/wheels/${id}`)),
  );
  const { fields, set, errors } = form;
  return (
    <PageFrame title="Новый розыгрыш" crumbs={[{ label: 'Колесо', to: '/promo/wheels' }]}>
      <form
        className="panel form-panel promo-wide"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          form.create();
        }}
      >
        <div className="form form-columns promo-fields">
          <LineField
            label="Код"
            hint="Латиницей, например zima-2026. Потом не меняется"
            error={errors.code}
            maxLength={60}
            value={String(fields.code ?? '')}
            onChange={(text) => set('code', text.trim().toLowerCase())}
          />
        </div>
        <WheelFields form={form} />
        <CreateBar form={form} label="Создать черновик" />
      </form>
      <Simulation prizes={(fields.prizes ?? []) as WheelPrize[]} budget={fields.budget_kopecks} />
    </PageFrame>
  );
}
