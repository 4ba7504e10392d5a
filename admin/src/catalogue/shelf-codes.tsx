import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
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
import { RecordList } from '../parts/record-list.tsx';
import type { Column } from '../parts/record-table.tsx';
import { Empty } from '../parts/states.tsx';
import { Tag } from '../parts/tag.tsx';
import { UndoNote } from '../parts/undo-note.tsx';
import { useVerb } from '../parts/use-verb.ts';
import { useMay } from './may.ts';
import { thumbnail } from './product.ts';
import { ShelfLabelsLink } from './shelf-labels-link.tsx';

type ShelfCode = Got<'/api/admin/shelf-codes'>['items'][number];

const path = '/api/admin/shelf-codes';

/** Printed codes of shelves, the newest first. */
export function ShelfCodesList() {
  const address = useListAddress(['q', 'state'], '-created_at');
  const { filter, page, perPage } = address;
  const { q: [q = ''] = [], state = [] } = filter;
  const queries = useQueryClient();
  const [ended, setEnded] = useState<ShelfCode | null>(null);
  const reload = () => void queries.invalidateQueries();
  const end = useVerb(reload);
  const resume = useVerb(() => {
    setEnded(null);
    reload();
  });
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
  const turn = {
    isBusy: end.isBusy || resume.isBusy,
    end: (code: ShelfCode) => {
      setEnded(code);
      end.run(`${path}/${code.id}/end`);
    },
    resume: (code: ShelfCode) => resume.run(`${path}/${code.id}/resume`),
  };
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
        {Object.keys(filter).length > 0 ? (
          <Button kind="text" onClick={address.resetFilter}>
            Сбросить
          </Button>
        ) : null}
      </div>
      <Problem words={end.problem ?? resume.problem} />
      {ended && end.answer && !end.isBusy ? (
        <UndoNote
          words={`Код ${ended.id} больше никуда не ведёт`}
          isBusy={resume.isBusy}
          onOver={() => setEnded(null)}
          onUndo={() => turn.resume(ended)}
        />
      ) : null}
      <RecordList
        name="shelf-codes"
        list={list}
        address={address}
        label="Коды на полках"
        columns={[...columns, actionColumn(mayWrite, turn)]}
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

type Turn = { isBusy: boolean; end: (code: ShelfCode) => void; resume: (code: ShelfCode) => void };

function actionColumn(mayWrite: boolean, turn: Turn): Column<ShelfCode> {
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
            isBusy={turn.isBusy}
            aria-label={`Отключить код ${code.id}`}
            onClick={() => turn.end(code)}
          >
            Отключить
          </Button>
        ) : null}
        {mayWrite && code.state === 'ended' ? (
          <Button
            size="small"
            isBusy={turn.isBusy}
            aria-label={`Включить снова код ${code.id}`}
            onClick={() => turn.resume(code)}
          >
            Включить снова
          </Button>
        ) : null}
      </span>
    ),
  };
}
