import { useQuery } from '@tanstack/react-query';
import { formatCount } from '#shared/plurals.ts';
import type { paths } from '../api-types.ts';
import { LoadFailure, Skeleton } from '../parts/states.tsx';
import { currentBranch, request } from '../request.ts';
import { useSession } from '../session/session.ts';

export type Filters = Readonly<Record<string, readonly string[]>>;
type Goods = paths['/api/admin/short-goods']['post']['responses'][200]['content']['application/json'];
type Facet = Goods['facets'][number];

type Props = {
  categoryId: number;
  filters: Filters;
  error: string | undefined;
  /** The list is a page of its own, which search engines are shown or not. */
  isPage?: boolean;
  onChange: (filters: Filters) => void;
};

/** The filters of a category's list, ticked as a buyer ticks them, with what fits in the branch. */
export function ShortFilters({ categoryId, filters, error, isPage = true, onChange }: Props) {
  const { branches } = useSession().me;
  const branch = currentBranch();
  const {
    data,
    error: failure,
    refetch,
    isPlaceholderData,
  } = useQuery({
    queryKey: ['short-goods', categoryId, filters, branch],
    queryFn: async ({ signal }) => {
      const body = { category_id: categoryId, filters, ...(branch && { department_id_1c: branch }) };
      return (await request<Goods>('/api/admin/short-goods', { method: 'POST', body, signal })).body;
    },
    placeholderData: (before) => before,
  });
  if (!data) return failure ? <LoadFailure error={failure} retry={() => void refetch()} /> : <Skeleton rows={6} />;

  function tick(key: string, value: string, isOn: boolean) {
    const { [key]: chosen = [], ...others } = filters;
    const next = isOn ? [...chosen, value] : chosen.filter((other) => other !== value);
    onChange(next.length > 0 ? { ...others, [key]: next } : others);
  }

  const where = branches.find(({ id_1c }) => id_1c === data.department_id_1c)?.name ?? 'филиал';
  return (
    <section aria-label="Фильтры подборки" aria-busy={isPlaceholderData}>
      <p role="status">
        {where}: <b className="num">{formatCount(data.total)}</b> по этим фильтрам
        {isPage && data.total < 3 ? (
          <span className="soft"> — меньше трёх, поисковикам страница не показывается</span>
        ) : null}
      </p>
      {error ? <p className="field-error small">{error}</p> : null}
      <div className="short-facets">
        {data.facets.map((facet) =>
          facet.kind === 'values' ? (
            <Values key={facet.code} facet={facet} chosen={filters[facet.code] ?? []} tick={tick} />
          ) : (
            <Range key={facet.code} facet={facet} filters={filters} onChange={onChange} />
          ),
        )}
        <fieldset className="checks checks-narrow">
          <legend>Ещё</legend>
          <ul>
            {data.switches.map(({ key, label, count }) => (
              <Tick
                key={key}
                label={label}
                count={count}
                isOn={filters[key]?.[0] === '1'}
                onChange={(isOn) => tick(key, '1', isOn)}
              />
            ))}
          </ul>
        </fieldset>
      </div>
    </section>
  );
}

type ValuesProps = {
  facet: Facet;
  chosen: readonly string[];
  tick: (key: string, value: string, isOn: boolean) => void;
};

function Values({ facet: { code, name, values }, chosen, tick }: ValuesProps) {
  return (
    <fieldset className="checks checks-narrow">
      <legend>{name}</legend>
      <ul>
        {values.map(({ id, value, count }) => (
          <Tick
            key={id}
            label={value}
            count={count}
            isOn={chosen.includes(id)}
            onChange={(isOn) => tick(code, id, isOn)}
          />
        ))}
      </ul>
    </fieldset>
  );
}

type TickProps = { label: string; count: number; isOn: boolean; onChange: (isOn: boolean) => void };

function Tick({ label, count, isOn, onChange }: TickProps) {
  return (
    <li>
      <label className="check">
        <input type="checkbox" checked={isOn} onChange={({ target }) => onChange(target.checked)} />
        {label} <small className="soft num">{formatCount(count)}</small>
      </label>
    </li>
  );
}

type RangeProps = { facet: Facet; filters: Filters; onChange: (filters: Filters) => void };

/** Bounds of a number: each side is a key of its own, as in the address of the list. */
function Range({ facet: { code, name, unit, range }, filters, onChange }: RangeProps) {
  const keys = { from: `${code}_from`, to: `${code}_to` };
  const from = filters[keys.from]?.[0] ?? '';
  const to = filters[keys.to]?.[0] ?? '';
  function put(bounds: Record<string, string>) {
    const next: Record<string, readonly string[]> = { ...filters };
    for (const [key, typed] of Object.entries(bounds)) {
      if (typed) next[key] = [typed];
      else delete next[key];
    }
    onChange(next);
  }
  return (
    <fieldset className="checks checks-narrow">
      <legend>
        {name}
        {unit ? `, ${unit}` : ''}
      </legend>
      <span className="short-range">
        <input
          aria-label={`${name} от`}
          inputMode="decimal"
          placeholder={range ? `от ${range.min}` : 'от'}
          value={from}
          onChange={({ target }) => put({ [keys.from]: target.value })}
        />
        <input
          aria-label={`${name} до`}
          inputMode="decimal"
          placeholder={range ? `до ${range.max}` : 'до'}
          value={to}
          onChange={({ target }) => put({ [keys.to]: target.value })}
        />
      </span>
    </fieldset>
  );
}
