import { rateWords } from '#shared/annuity.ts';
import { span } from '#shared/credit-offer.ts';
import { formatPrice } from '#shared/money.ts';
import { PageLink } from '../parts/page-link.tsx';
import type { Column } from '../parts/record-table.tsx';
import { Tag } from '../parts/tag.tsx';
import { CreditFields } from './credit-fields.tsx';
import { type Credit, type CreditRow, creditFieldWords } from './credit-words.ts';
import { DatedList } from './dated-list.tsx';
import { DatedRecord, NewDated } from './dated-record.tsx';

const common = { resource: 'credit-programs', path: '/promo/credit', title: 'Кредит' } as const;

const columns: Column<CreditRow>[] = [
  {
    key: 'name',
    label: 'Программа',
    render: ({ id, name, is_example: isExample }) => (
      <span className="promo-name">
        <PageLink to={`${common.path}/${id}`} className="strong cell-cut">
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
];

/** Credit programmes, in the order in which the shop shows them. */
export function CreditList() {
  return (
    <DatedList<CreditRow>
      {...common}
      isCommon
      create="Новая программа"
      sort="position"
      search="Банк или программа"
      empty={{
        title: 'Кредитных программ пока нет',
        words: 'Без них страница «Рассрочка и кредит» не называет ни ставок, ни платежей.',
      }}
      columns={columns}
    />
  );
}

/** The page of a programme: the bank's terms, what a purchase costs by them, what was changed. */
export function CreditPage() {
  return (
    <DatedRecord<Credit>
      {...common}
      nameOf={({ name }) => name}
      words={creditFieldWords}
      render={(form) => <CreditFields form={form} />}
    />
  );
}

/** A new programme, a draft until the tick is taken away. */
export function NewCreditPage() {
  return (
    <NewDated
      {...common}
      name="Новая программа"
      create="Завести программу"
      initial={{
        partner: '',
        name: '',
        min_sum_kopecks: null,
        max_sum_kopecks: null,
        months: [],
        rate_from: null,
        rate_to: null,
        full_cost_from: null,
        full_cost_to: null,
        documents: '',
        terms: '',
        is_example: false,
        position: 0,
        starts_at: null,
        ends_at: null,
        is_draft: true,
      }}
      render={(form) => <CreditFields form={form} />}
    />
  );
}
