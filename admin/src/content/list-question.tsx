import { useState } from 'react';
import { type Listing, listingFromQuery, listingToQuery, type Sort } from '#shared/listing-query.ts';
import { sortNames } from '#shared/sort-names.ts';
import { type Filters, ShortFilters } from '../assortment/short-filters.tsx';
import { Field } from '../parts/field.tsx';
import { useCategories } from '../parts/use-categories.ts';
import { CategoryField } from '../promo/choices.tsx';

/** As a block keeps it: which page of the list, and how many, are the block's own. */
type Question = Omit<Listing, 'page' | 'limit'>;
type Props = { value: unknown; error: string | undefined; onChange: (question: Question) => void };

/** What a block of goods asks the catalogue for: a category, filters ticked as a buyer ticks them, an order. */
export function ListQuestion({ value, error, onChange }: Props) {
  const question = { filters: {}, sort: 'popular', ...(value as Partial<Question> | undefined) } as Question;
  const categories = useCategories();
  const chosen = categories.find(({ code }) => code === question.category);
  const isGone = question.category !== undefined && categories.length > 0 && !chosen;
  // A number that is being typed is no bound yet.
  const [typed, setTyped] = useState<Filters>(() => filtersOf(question));
  const filters = isSame(withFilters(question, typed), question) ? typed : filtersOf(question);
  const sorts = Object.entries(sortNames).filter(([sort]) => sort !== 'relevance' || question.q);
  return (
    <>
      <div className="form-pair">
        <CategoryField
          none="Весь каталог"
          value={chosen?.id}
          error={error ?? (isGone ? `Раздела «${question.category}» нет, выберите другой` : undefined)}
          onChange={(id) => {
            const { category: _, ...others } = question;
            const code = categories.find((one) => one.id === id)?.code;
            // Another category has other filters.
            onChange({ ...others, filters: {}, ...(code && { category: code }) });
          }}
        />
        <Field label="Порядок">
          {(given) => (
            <select
              {...given}
              value={question.sort}
              onChange={({ target }) => onChange({ ...question, sort: target.value as Sort })}
            >
              {sorts.map(([sort, name]) => (
                <option key={sort} value={sort}>
                  {name}
                </option>
              ))}
            </select>
          )}
        </Field>
      </div>
      {chosen ? (
        <ShortFilters
          categoryId={chosen.id}
          filters={filters}
          error={undefined}
          isPage={false}
          onChange={(next) => {
            setTyped(next);
            onChange(withFilters(question, next));
          }}
        />
      ) : (
        <p className="soft small">Выберите раздел, и здесь появятся его фильтры.</p>
      )}
    </>
  );
}

/** What narrows the list, by the keys of its address. */
function filtersOf({ sort: _, ...question }: Question): Filters {
  const query = listingToQuery(question);
  return Object.fromEntries([...new Set(query.keys())].map((key) => [key, query.getAll(key)]));
}

function withFilters({ category, brand, action, sort }: Question, filters: Filters): Question {
  const pairs = Object.entries(filters).flatMap(([key, values]) => values.map((one) => [key, one]));
  const scope = { ...(category && { category }), ...(brand && { brand }), ...(action && { action }), sort };
  const { ignored: _, page: _page, limit: _limit, ...question } = listingFromQuery(new URLSearchParams(pairs), scope);
  return question;
}

function isSame(a: Question, b: Question): boolean {
  const [one, other] = [a, b].map((question) => listingToQuery(question).toString());
  return one === other && a.category === b.category;
}
