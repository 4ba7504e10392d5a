import { useGetList } from 'react-admin';
import { AssortmentTabs } from '../assortment/assortment-tabs.tsx';
import { Button } from '../parts/button.tsx';
import { codeStateChoices, codeStateTones, codeStateWords } from '../parts/code-states.ts';
import { FilterChips } from '../parts/filter-chips.tsx';
import { FilterText } from '../parts/filter-text.tsx';
import type { Got } from '../parts/got.ts';
import { useListAddress } from '../parts/list-address.ts';
import { shortMoment } from '../parts/moments.ts';
import { PageFrame } from '../parts/page-frame.tsx';
import { PageLink } from '../parts/page-link.tsx';
import { Problem } from '../parts/problem.tsx';
import { thumbnail } from '../parts/product.ts';
import { RecordList } from '../parts/record-list.tsx';
import type { Column } from '../parts/record-table.tsx';
import { ResetFilter } from '../parts/reset-filter.tsx';
import { Empty } from '../parts/states.tsx';
import { Tag } from '../parts/tag.tsx';
import { UndoNote } from '../parts/undo-note.tsx';
import { useCodeEnding } from '../parts/use-code-ending.ts';
import { useMay } from '../session/may.ts';
import { ShelfLabelsLink } from './shelf-labels-link.tsx';

type ShelfCode = Got<'/api/admin/shelf-codes'>['items'][number];

const path = '/api/admin/shelf-codes';

/** Printed codes of shelves, the newest first. */
export function ShelfCodesList() {
  const address = useListAddress(['q', 'state'], '-created_at');
  const { filter, page, perPage } = address;
  const { q: [q = ''] = [], state = [] } = filter;
  const ending = useCodeEnding<ShelfCode>(path);
  const { ended } = ending;
  const mayWrite = useMay()('catalogue.write');
  const list = useGetList<ShelfCode>(
    'shelf-codes',
    {
      filter: { q, ...(state.length > 0 && { state }) },
      sort: { field: 'created_at', order: 'DESC' },
      pagination: { page, perPage },
    },
    { placeholderData: (before) => before },
  );
  return (
    <PageFrame title="Коды на полках" crumbs={[{ label: 'Каталог', to: '/catalogue' }]} beside={<AssortmentTabs />}>
      <div className="filters">
        <FilterText
          label="Товар, артикул, код, пометка"
          value={q}
          onChange={(words) => address.setFilter({ q: [words] })}
        />
        <FilterChips
          label="Состояние"
          choices={codeStateChoices}
          chosen={state}
          onChange={(chosen) => address.setFilter({ state: chosen })}
        />
        <ResetFilter address={address} />
      </div>
      <Problem words={ending.problem} />
      {ended ? (
        <UndoNote
          words={`Код ${ended.id} больше никуда не ведёт`}
          isBusy={ending.isBusy}
          onOver={ending.forget}
          onUndo={() => ending.resume(ended)}
        />
      ) : null}
      <RecordList
        name="shelf-codes"
        list={list}
        address={address}
        label="Коды на полках"
        columns={[...columns, actionColumn(mayWrite, ending)]}
        keyOf={({ id }) => id}
        empty={
          <Empty title="Кодов на полках пока нет" action={<PageLink to="/catalogue">К товарам</PageLink>}>
            Отметьте товары в списке и нажмите «Коды на полку».
          </Empty>
        }
      />
    </PageFrame>
  );
}

const columns: Column<ShelfCode>[] = [
  {
    key: 'product',
    label: 'Товар',
    render: ({ product_id: id, product, image }) => (
      <span className="goods-name">
        {image ? <img src={thumbnail(image)} alt="" width="28" height="28" loading="lazy" /> : <i />}
        <PageLink to={`/catalogue/${id}`} className="cell-cut">
          {product}
        </PageLink>
      </span>
    ),
  },
  { key: 'code', label: 'Код', render: ({ id, path: at }) => <CodeAddress code={id} path={at} /> },
  {
    key: 'place',
    label: 'Где висит',
    render: ({ place }) => <span className="cell-cut">{place ?? 'в любом пункте'}</span>,
  },
  {
    key: 'state',
    label: 'Состояние',
    render: ({ state, is_on: isOn }) => (
      <span className="row-tags">
        <Tag tone={codeStateTones[state]}>{codeStateWords[state]}</Tag>
        {isOn ? null : <Tag tone="warn">товар снят с продажи</Tag>}
      </span>
    ),
  },
  { key: 'note', label: 'Пометка', render: ({ note }) => <span className="cell-cut">{note || '—'}</span> },
  {
    key: 'made',
    label: 'Сделан',
    render: ({ created_at: at, created_by: who }) => (
      <span className="num">
        {shortMoment(at)}, {who}
      </span>
    ),
  },
];

function CodeAddress({ code, path: at }: { code: string; path: string }) {
  return (
    <a className="cell-cut" href={at} target="_blank" rel="noreferrer" title={at}>
      {code}
    </a>
  );
}

type Ending = Pick<ReturnType<typeof useCodeEnding<ShelfCode>>, 'isBusy' | 'end' | 'resume'>;

function actionColumn(mayWrite: boolean, ending: Ending): Column<ShelfCode> {
  return {
    key: 'actions',
    label: 'Действия',
    isAction: true,
    align: 'right',
    render: (code) => (
      <span className="row-buttons">
        {code.state === 'running' ? (
          <ShelfLabelsLink
            codes={[code.id]}
            hasPlace={code.department_id_1c !== null}
            className="btn btn-plain btn-small"
          />
        ) : null}
        {mayWrite && code.state === 'running' ? (
          <Button
            size="small"
            isBusy={ending.isBusy}
            aria-label={`Отключить код ${code.id}`}
            onClick={() => ending.end(code)}
          >
            Отключить
          </Button>
        ) : null}
        {mayWrite && code.state === 'ended' ? (
          <Button
            size="small"
            isBusy={ending.isBusy}
            aria-label={`Включить снова код ${code.id}`}
            onClick={() => ending.resume(code)}
          >
            Включить снова
          </Button>
        ) : null}
      </span>
    ),
  };
}
