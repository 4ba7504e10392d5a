import { useState } from 'react';
import { useNavigate } from 'react-router';
import { countOf, formatCount } from '#shared/plurals.ts';
import { useBranchName } from '../parts/branch-choice.tsx';
import { Button } from '../parts/button.tsx';
import { FilterText } from '../parts/filter-text.tsx';
import { useGot } from '../parts/got.ts';
import { useListAddress } from '../parts/list-address.ts';
import { PageFrame } from '../parts/page-frame.tsx';
import { PageLink, useAddress } from '../parts/page-link.tsx';
import { Problem } from '../parts/problem.tsx';
import type { Column } from '../parts/record-table.tsx';
import { Empty } from '../parts/states.tsx';
import { Tag } from '../parts/tag.tsx';
import { UndoNote } from '../parts/undo-note.tsx';
import { useRemoval } from '../parts/use-removal.ts';
import { WholeList } from '../parts/whole-list.tsx';
import { useSession } from '../session/session.ts';
import { NewJudgedQuery } from './new-judged-query.tsx';
import { SearchTabs } from './search-tabs.tsx';
import type { JudgedQueries, JudgedQuery } from './search-types.ts';

const path = '/api/admin/judged-queries';

/** Queries whose right answers are known: how well the search answers each, the worst first. */
export function QualityPage() {
  const address = useListAddress(['q'], 'ndcg');
  const { q: [q = ''] = [] } = address.filter;
  const { me } = useSession();
  const list = useGot<JudgedQueries>(path);
  const [isAdding, setAdding] = useState(false);
  const navigate = useNavigate();
  const withBranch = useAddress();
  const removal = useRemoval<JudgedQuery>(path, ({ words, goods }) => ({ words, goods }));
  const { removed } = removal;
  const rows = list.data?.items
    .filter(({ words }) => words.includes(q.trim().toLowerCase()))
    .sort((a, b) => (a.ndcg ?? 2) - (b.ndcg ?? 2));
  return (
    <PageFrame
      title="Качество поиска"
      crumbs={[{ label: 'Поиск', to: '/search' }]}
      beside={<SearchTabs />}
      actions={
        me.all_branches ? (
          <Button kind="primary" onClick={() => setAdding(true)}>
            Добавить запрос
          </Button>
        ) : null
      }
    >
      {list.data && list.data.items.length > 0 ? <Figures quality={list.data} /> : null}
      <div className="filters">
        <FilterText label="Запрос" value={q} onChange={(typed) => address.setFilter({ q: [typed] })} />
      </div>
      <Problem words={removal.problem} />
      {removed ? (
        <UndoNote
          words={`Больше не проверяется: «${removed.words}»`}
          isBusy={removal.isRestoring}
          onOver={removal.forget}
          onUndo={() => removal.restore(removed)}
        />
      ) : null}
      <WholeList
        name="judged-queries"
        list={list}
        rows={rows}
        address={address}
        label="Проверочные запросы"
        columns={columnsOf(me.all_branches ? removal : null)}
        keyOf={({ id }) => String(id)}
        open={({ id }) => void navigate(withBranch(`/search/quality/${id}`))}
        empty={
          <Empty title="Проверочных запросов пока нет">
            Запишите десяток запросов, которыми у вас ищут чаще всего, и отметьте товары, которые должны найтись.
            Правило, от которого поиск станет отвечать хуже, магазин сохранит только с вашего согласия.
          </Empty>
        }
      />
      {isAdding ? <NewJudgedQuery onClose={() => setAdding(false)} /> : null}
    </PageFrame>
  );
}

function Figures({ quality }: { quality: JudgedQueries }) {
  const { ndcg, measured, unanswered, first_right: right, department_id_1c: branch } = quality;
  const branchName = useBranchName();
  return (
    <p className="panel quality-figures">
      <span>
        Качество, nDCG@10: <b className="num">{ndcg === null ? '—' : formatCount(ndcg)}</b>
      </span>
      <span>
        Первым стоит лучшее:{' '}
        <b className="num">
          {right} из {countOf(measured, 'запроса', 'запросов', 'запросов')}
        </b>
      </span>
      <span>
        Без ответа: <b className={unanswered > 0 ? 'num bad' : 'num'}>{unanswered}</b>
      </span>
      <span className="soft small">
        Поиск филиала {branchName(branch)}. Качество 1 — первые десять товаров стоят в наилучшем порядке, 0 — среди них
        нет ни одного подходящего.
      </span>
    </p>
  );
}

function columnsOf(removal: Pick<ReturnType<typeof useRemoval<JudgedQuery>>, 'isRemoving' | 'remove'> | null) {
  const columns: Column<JudgedQuery>[] = [
    {
      key: 'words',
      label: 'Запрос',
      render: ({ id, words }) => (
        <PageLink to={`/search/quality/${id}`} className="strong">
          {words}
        </PageLink>
      ),
    },
    {
      key: 'goods',
      label: 'Отмечено',
      align: 'right',
      render: ({ goods }) => <span className="num">{goods.length}</span>,
    },
    { key: 'ndcg', label: 'Качество', align: 'right', render: (query) => <QualityOf {...query} /> },
    {
      key: 'found',
      label: 'Находит',
      align: 'right',
      render: ({ found }) => <span className={found === 0 ? 'num bad strong' : 'num'}>{formatCount(found)}</span>,
    },
    {
      key: 'first',
      label: 'Первым',
      render: ({ first, is_first_right: isRight, ndcg }) => (
        <span className="pin-name">
          <span className="cell-cut">{first ?? '—'}</span>
          {ndcg === null || isRight || first === null ? null : <Tag tone="warn">есть лучше</Tag>}
        </span>
      ),
    },
  ];
  if (removal)
    columns.push({
      key: 'remove',
      label: 'Убрать',
      isAction: true,
      render: (query) => (
        <Button
          size="small"
          isBusy={removal.isRemoving}
          aria-label={`Убрать запрос «${query.words}»`}
          onClick={() => removal.remove(query)}
        >
          Убрать
        </Button>
      ),
    });
  return columns;
}

/** Below this an answer is worth a look. */
const poor = 0.7;

function QualityOf({ ndcg, goods }: JudgedQuery) {
  if (ndcg === null) return <span className="soft">{goods.length === 0 ? 'не отмечено' : 'товары сняты'}</span>;
  return <b className={ndcg < poor ? 'num bad' : 'num'}>{formatCount(ndcg)}</b>;
}
