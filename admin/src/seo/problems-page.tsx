import { useState } from 'react';
import { useGetList } from 'react-admin';
import { formatDateTime } from '#shared/dates.ts';
import { countOf, formatCount } from '#shared/plurals.ts';
import { useBranchName } from '../parts/branch-choice.tsx';
import { Button } from '../parts/button.tsx';
import { FilterChips } from '../parts/filter-chips.tsx';
import type { Got } from '../parts/got.ts';
import { Help } from '../parts/help.tsx';
import { useListAddress } from '../parts/list-address.ts';
import { PageFrame } from '../parts/page-frame.tsx';
import { PageLink } from '../parts/page-link.tsx';
import { Problem } from '../parts/problem.tsx';
import { RecordList } from '../parts/record-list.tsx';
import type { Column } from '../parts/record-table.tsx';
import { Empty } from '../parts/states.tsx';
import { useVerb } from '../parts/use-verb.ts';
import { SeoTabs } from './seo-tabs.tsx';

type Answer = Got<'/api/admin/seo-problems'>;
type Finding = Answer['items'][number];
type Totals = Answer['totals'];

const kinds: Record<Finding['kind'], { label: string; to: (id: string) => string }> = {
  seo: { label: 'SEO', to: (id) => `/seo/texts/${id}` },
  branch: { label: 'Филиалы', to: (id) => `/branches/${id}` },
  page: { label: 'Страницы', to: (id) => `/content/pages/${id}` },
  article: { label: 'Статьи', to: (id) => `/content/blog/${id}` },
  landing: { label: 'Посадочные', to: (id) => `/content/landings/${id}` },
  vacancy: { label: 'Вакансии', to: (id) => `/content/vacancies/${id}` },
  action: { label: 'Акции', to: (id) => `/promo/actions/${id}` },
  slide: { label: 'Слайды', to: (id) => `/promo/slides/${id}` },
  wobbler: { label: 'Плашки', to: (id) => `/promo/wobblers/${id}` },
  wheel: { label: 'Колесо', to: (id) => `/promo/wheels/${id}` },
  credit: { label: 'Кредит', to: (id) => `/promo/credit/${id}` },
  ready_set: { label: 'Наборы', to: (id) => `/promo/sets/${id}` },
  menu: { label: 'Меню', to: () => '/content/menu' },
  form: { label: 'Формы', to: (id) => `/content/forms/${id}` },
  brand: { label: 'Бренды', to: (id) => `/catalogue/brands/${id}` },
  category: { label: 'Разделы', to: (id) => `/catalogue/categories/${id}` },
  short: { label: 'Подборки', to: (id) => `/catalogue/categories/${id}` },
  product: { label: 'Товары', to: (id) => `/catalogue/${id}` },
  email: { label: 'Письма', to: (id) => `/content/emails/${id}` },
};

/** What the last check of all texts has found, and a press that checks them again. */
export function ProblemsPage() {
  const address = useListAddress(['kind'], 'id');
  const { sort, page, perPage } = address;
  const kind = address.filter.kind ?? [];
  const [isAsked, setAsked] = useState(false);
  const check = useVerb(() => setAsked(true));
  const list = useGetList<Finding>(
    'seo-problems',
    { filter: kind.length > 0 ? { kind } : {}, sort, pagination: { page, perPage } },
    // What was asked for comes in seconds, unless other jobs are before it.
    { placeholderData: (before) => before, refetchInterval: isAsked ? 3_000 : false },
  );
  const branchName = useBranchName();
  const { counts, check: last }: Totals = list.meta?.totals ?? { counts: [], check: null };
  const columns: Column<Finding>[] = [
    {
      key: 'name',
      label: 'Где',
      render: ({ kind, record_id, name }) => (
        <PageLink to={kinds[kind].to(record_id)} className="strong">
          {name}
        </PageLink>
      ),
    },
    { key: 'branch', label: 'Чей текст', render: ({ department_id_1c: branch }) => branchName(branch) },
    {
      key: 'problems',
      label: 'Что не так',
      render: ({ problems }) => (
        <ul className="finding-words">
          {problems.map(({ place, words }) => (
            <li key={`${place} ${words}`}>
              <span className="soft">{place}:</span> {words}
            </li>
          ))}
        </ul>
      ),
    },
  ];
  return (
    <PageFrame
      title="Замечания к текстам"
      crumbs={[{ label: 'SEO', to: '/seo' }]}
      beside={<SeoTabs />}
      actions={
        <Button isBusy={check.isBusy} onClick={() => check.run('/api/admin/seo-problems/check')}>
          Проверить сейчас
        </Button>
      }
    >
      <div className="filters">
        <FilterChips
          label="Где"
          choices={Object.entries(kinds)
            .map(([value, { label }]) => ({
              value,
              label,
              count: counts.find((one) => one.kind === value)?.count ?? 0,
            }))
            // There are many kinds, and most are in order.
            .filter(({ value, count }) => count > 0 || value === 'seo' || kind.includes(value))}
          chosen={kind}
          onChange={(chosen) => address.setFilter({ kind: chosen })}
        />
        <span className="soft" role="status">
          {checkWords(last, isAsked)}
        </span>
        <Help about="Замечания">
          SEO: title до 60 знаков, description до 155; подстановки заполнены во всех филиалах; заголовок не повторяет
          другую страницу и другой филиал; слово стоит не больше двух раз. Остальное: падежи, кавычки, тире, числа с
          единицами, забытые заготовки.
        </Help>
      </div>
      <Problem words={check.problem} />
      <RecordList
        name="seo-problems"
        list={list}
        address={address}
        label="Замечания"
        columns={columns}
        keyOf={({ id }) => String(id)}
        empty={
          last === null ? (
            <Empty title="Тексты ещё не проверялись">Магазин проверит их ночью, или нажмите «Проверить сейчас».</Empty>
          ) : (
            <Empty title="Замечаний нет">Все тексты в порядке.</Empty>
          )
        }
      />
    </PageFrame>
  );
}

function checkWords(check: Totals['check'], isAsked: boolean): string {
  const asked = isAsked ? ' Новая проверка запущена.' : '';
  if (!check) return isAsked ? 'Проверка запущена.' : '';
  const { checked_at, records, left_out } = check;
  const read = countOf(records, 'текст', 'текста', 'текстов');
  const more = left_out > 0 ? ` Ещё ${formatCount(left_out)} с замечаниями не показаны.` : '';
  return `Проверено ${formatDateTime(checked_at)}, ${read}.${more}${asked}`;
}
