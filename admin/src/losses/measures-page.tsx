import { useQueryClient } from '@tanstack/react-query';
import { useGetList } from 'react-admin';
import { formatDay } from '#shared/dates.ts';
import { demandRules } from '#shared/demand-causes.ts';
import { formatPrice } from '#shared/money.ts';
import { countOf } from '#shared/plurals.ts';
import { Button } from '../parts/button.tsx';
import type { Got } from '../parts/got.ts';
import { useListAddress } from '../parts/list-address.ts';
import { PageFrame } from '../parts/page-frame.tsx';
import { PageLink } from '../parts/page-link.tsx';
import { Problem } from '../parts/problem.tsx';
import { RecordList } from '../parts/record-list.tsx';
import type { Column } from '../parts/record-table.tsx';
import { Empty } from '../parts/states.tsx';
import { useVerb } from '../parts/use-verb.ts';
import { LossesTabs } from './losses-tabs.tsx';

type Measure = Got<'/api/admin/loss-measures'>['items'][number];

const { measured_days } = demandRules;
const days = countOf(measured_days, 'день', 'дня', 'дней');

/** What was done about losses, and what it brought. */
export function MeasuresPage() {
  const address = useListAddress([], '-day');
  const { sort, page, perPage } = address;
  const queries = useQueryClient();
  const remove = useVerb(() => void queries.invalidateQueries());
  const list = useGetList<Measure>(
    'loss-measures',
    { filter: {}, sort, pagination: { page, perPage } },
    { placeholderData: (before) => before },
  );
  const columns: Column<Measure>[] = [
    {
      key: 'name',
      label: 'Товар или запрос',
      render: ({ product_id, name }) =>
        product_id === null ? (
          <span className="loss-name">{name === null ? 'Запрос, слова забыты через 90 дней' : `«${name}»`}</span>
        ) : (
          <PageLink to={`/catalogue/${product_id}`} className="loss-name">
            {name}
          </PageLink>
        ),
    },
    { key: 'what', label: 'Что сделали', render: ({ what }) => what },
    { key: 'brought', label: 'Что это дало', render: (measure) => <Brought measure={measure} /> },
    {
      key: 'before',
      label: `За ${days} до`,
      align: 'right',
      render: ({ before }) => <span className="num">{formatPrice(before)}</span>,
    },
    {
      key: 'after',
      label: 'После',
      align: 'right',
      render: ({ after }) => <span className="num">{formatPrice(after)}</span>,
    },
    { key: 'branch', label: 'Филиал', render: ({ branch }) => branch },
    { key: 'day', label: 'Когда', render: ({ day }) => formatDay(day) },
    { key: 'who', label: 'Кто', render: ({ who }) => who },
    {
      key: 'actions',
      label: 'Действия',
      isAction: true,
      render: ({ id, name, what }) => (
        <Button
          size="small"
          isBusy={remove.isBusy}
          aria-label={`Убрать отметку: ${name ?? what}`}
          onClick={() => remove.run(`/api/admin/loss-measures/${id}/remove`)}
        >
          Убрать
        </Button>
      ),
    },
  ];
  return (
    <PageFrame
      title="Что сделали с потерями"
      crumbs={[{ label: 'Потерянный спрос', to: '/losses' }]}
      beside={<LossesTabs />}
    >
      <p className="soft">
        Сравниваются {days} до отметки и столько же после, сам день не в счёт. Потери — оценка, по всем причинам вместе:
        на них влияют и сезон, и реклама.
      </p>
      <Problem words={remove.problem} />
      <RecordList
        name="loss-measures"
        list={list}
        address={address}
        label="Что сделали с потерями"
        columns={columns}
        keyOf={({ id }) => String(id)}
        empty={
          <Empty title="Отметок пока нет">
            Исправили что-то — на вкладке «Потери» нажмите «Отметить…» в строке товара или запроса.
          </Empty>
        }
      />
    </PageFrame>
  );
}

function Brought({ measure: { before, after, days_after } }: { measure: Measure }) {
  const left = measured_days - days_after;
  if (left > 0) return <span className="soft">{`Будет видно через ${countOf(left, 'день', 'дня', 'дней')}`}</span>;
  if (before === after) return <span>Теряем столько же</span>;
  return after < before ? (
    <b className="good">{`Теряем на ${formatPrice(before - after)} меньше`}</b>
  ) : (
    <b className="bad">{`Теряем на ${formatPrice(after - before)} больше`}</b>
  );
}
