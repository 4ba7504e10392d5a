import { useGetList } from 'react-admin';
import { formatPrice } from '#shared/money.ts';
import type { Got } from '../parts/got.ts';
import { useListAddress } from '../parts/list-address.ts';
import { shortMoment } from '../parts/moments.ts';
import { PageFrame } from '../parts/page-frame.tsx';
import { RecordList } from '../parts/record-list.tsx';
import type { Column } from '../parts/record-table.tsx';
import { Empty } from '../parts/states.tsx';
import { OnecTabs } from './onec-tabs.tsx';

type Row = Got<'/api/admin/onec-unknown-documents'>['items'][number];

/** Documents of 1C whose order the shop does not know: what each is, how much money it names, what to do with it. */
export function UnknownDocuments() {
  const address = useListAddress([], '-id');
  const { page, perPage } = address;
  const list = useGetList<Row>(
    'onec-unknown-documents',
    { pagination: { page, perPage } },
    { placeholderData: (before) => before },
  );
  return (
    <PageFrame title="Неизвестные заказы" crumbs={[{ label: 'Обмен с 1С', to: '/onec' }]} beside={<OnecTabs />}>
      <RecordList
        name="unknown-documents"
        list={list}
        address={address}
        label="Документы"
        columns={columns}
        keyOf={({ id }) => String(id)}
        empty={<Empty title="Таких документов нет">Все документы, что прислала 1С, — о заказах магазина.</Empty>}
      />
    </PageFrame>
  );
}

const columns: Column<Row>[] = [
  { key: 'document', label: 'Документ 1С', render: ({ document }) => <span className="cell-words">{document}</span> },
  {
    key: 'sum',
    label: 'Сумма',
    align: 'right',
    render: ({ sum }) => <span className="num">{sum === null ? '—' : formatPrice(sum)}</span>,
  },
  { key: 'node', label: 'Узел', render: ({ node }) => node },
  { key: 'first_at', label: 'Пришёл', render: ({ first_at: at }) => <span className="num">{shortMoment(at)}</span> },
  {
    key: 'last_at',
    label: 'Последний раз',
    render: ({ last_at: at }) => <span className="num">{shortMoment(at)}</span>,
  },
  { key: 'what', label: 'Что делать', render: ({ what_to_do: words }) => <span className="cell-words">{words}</span> },
  { key: 'reason', label: 'Почему не принят', render: ({ reason }) => <span className="cell-words">{reason}</span> },
];
