import { Download } from 'lucide-react';
import { useState } from 'react';
import { formatDateTime } from '#shared/dates.ts';
import { Button } from '../parts/button.tsx';
import { CursorList } from '../parts/cursor-list.tsx';
import { FilterDates } from '../parts/filter-dates.tsx';
import { FilterText } from '../parts/filter-text.tsx';
import { useListAddress } from '../parts/list-address.ts';
import { startOfDay } from '../parts/moments.ts';
import { PageFrame } from '../parts/page-frame.tsx';
import { PageLink } from '../parts/page-link.tsx';
import type { Column } from '../parts/record-table.tsx';
import { ResetFilter } from '../parts/reset-filter.tsx';
import { Empty } from '../parts/states.tsx';
import { Tag } from '../parts/tag.tsx';
import { useCursorList } from '../parts/use-cursor-list.ts';
import { useCan, useSession } from '../session/session.ts';
import { consentPurposes } from './consent-words.ts';
import type { ConsentRow } from './customer-types.ts';
import { PeopleTabs } from './people-tabs.tsx';
import { WithdrawConsent } from './withdraw-consent.tsx';

const filterKeys = ['who', 'purpose', 'state', 'from', 'to'] as const;

const columns: Column<ConsentRow>[] = [
  {
    key: 'given_at',
    label: 'Дано',
    render: ({ given_at: at }) => <span className="num">{formatDateTime(at)}</span>,
  },
  {
    key: 'subject',
    label: 'Кто',
    render: ({ subject }) => <span className="num">{subject || 'удалено по просьбе'}</span>,
  },
  { key: 'purpose', label: 'На что', render: ({ purpose }) => consentPurposes[purpose] },
  {
    key: 'text',
    label: 'Текст',
    render: (consent) => <Text consent={consent} />,
  },
  { key: 'place', label: 'Где дано', render: ({ place }) => place },
  { key: 'order', label: 'Заказ', render: ({ order_number: number }) => <span className="num">{number ?? '—'}</span> },
  {
    key: 'withdrawn_at',
    label: 'Отозвано',
    render: ({ withdrawn_at: at }) => (at ? <Tag tone="warn">{formatDateTime(at)}</Tag> : '—'),
  },
];

/** The text and its version; whoever works with pages opens it. */
function Text({ consent: { page_slug: slug, page_title: title, page_version: version } }: { consent: ConsentRow }) {
  const words = `${title}, редакция ${version}`;
  if (!useCan('content.write')) return <span className="cell-cut">{words}</span>;
  return (
    <PageLink to={`/content/pages/${slug}`} className="cell-cut">
      {words}
    </PageLink>
  );
}

/** Who agreed to which text and when; the whole of it as a table for an inspection. */
export function ConsentsList() {
  const { all_branches: isOfAll } = useSession().me;
  const mayExport = useCan('customers.export');
  const mayWithdraw = useCan('customers.erase');
  const [isWithdrawing, setIsWithdrawing] = useState(false);
  const address = useListAddress(filterKeys, '-id');
  const of = (key: (typeof filterKeys)[number]) => address.filter[key]?.[0] ?? '';
  const filter = {
    ...(of('who') && { subject: of('who') }),
    ...(of('purpose') && { purpose: of('purpose') }),
    ...(of('state') && { is_withdrawn: of('state') === 'withdrawn' }),
    ...(of('from') && { from: startOfDay(of('from')) }),
    ...(of('to') && { to: startOfDay(of('to'), 1) }),
  };
  const list = useCursorList<ConsentRow>('/api/admin/consents', filter, { isOn: isOfAll });
  const table = new URLSearchParams({ filter: JSON.stringify(filter) });
  return (
    <PageFrame
      title="Согласия"
      beside={<PeopleTabs />}
      actions={
        isOfAll ? (
          <>
            {mayWithdraw ? <Button onClick={() => setIsWithdrawing(true)}>Записать отзыв…</Button> : null}
            {mayExport ? (
              <a className="btn" href={`/api/admin/consents/export?${table}`}>
                <Download size={16} aria-hidden="true" />
                Выгрузить
              </a>
            ) : null}
          </>
        ) : null
      }
    >
      <div className="filters">
        <FilterText
          label="Почта или телефон целиком"
          value={of('who')}
          onChange={(who) => address.setFilter({ who: [who] })}
        />
        <label className="filter-choice">
          <span>На что</span>
          <select value={of('purpose')} onChange={({ target }) => address.setFilter({ purpose: [target.value] })}>
            <option value="">любое</option>
            {Object.entries(consentPurposes).map(([purpose, label]) => (
              <option key={purpose} value={purpose}>
                {label.toLowerCase()}
              </option>
            ))}
          </select>
        </label>
        <label className="filter-choice">
          <span>Сейчас</span>
          <select value={of('state')} onChange={({ target }) => address.setFilter({ state: [target.value] })}>
            <option value="">все</option>
            <option value="standing">действуют</option>
            <option value="withdrawn">отозваны</option>
          </select>
        </label>
        <FilterDates
          label="Даны"
          hasRecent
          from={of('from')}
          to={of('to')}
          onChange={({ from, to }) => address.setFilter({ from: [from], to: [to] })}
        />
        <ResetFilter address={address} />
      </div>
      {mayExport && isOfAll ? (
        <p className="soft">
          В файл попадают первые 10 000 строк отбора, новые сверху. Если согласий больше, выгрузите их по частям:
          отбором по дням. Файл, в который вошло не всё, говорит об этом последней строкой.
        </p>
      ) : null}
      {isWithdrawing ? <WithdrawConsent onClose={() => setIsWithdrawing(false)} /> : null}
      {isOfAll ? (
        <CursorList
          name="consents"
          list={list}
          address={address}
          label="Согласия"
          columns={columns}
          keyOf={({ id }) => String(id)}
          empty={<Empty title="Согласий ещё не было" />}
        />
      ) : (
        <div className="panel list-panel">
          <Empty title="Журнал согласий общий">Его видит тот, кто работает во всех филиалах.</Empty>
        </div>
      )}
    </PageFrame>
  );
}
