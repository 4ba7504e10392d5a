import { switches, switchKeys } from '@shop/shared/listing-query.ts';
import { formatRoubles } from '@shop/shared/money.ts';
import { formatCount } from '@shop/shared/plurals.ts';
import { perUnit } from '@shop/shared/unit-words.ts';
import type { ReactNode } from 'react';
import type { Facet, FacetValue } from '../data/facets.ts';
import type { Listing } from '../data/listing.ts';
import type { ShopFacts } from '../data/shop-facts.ts';
import { unitNamed } from '../data/units.ts';
import { Icon } from './icon.tsx';

/** Groups shown open, and values shown before «Показать ещё». */
const [openGroups, shortList] = [6, 8];

type FiltersProps = { facts: ShopFacts; path: string; listing: Listing; facets: Facet[]; priceTo: string };

/** The column of filters: a form that opens the narrowed list. */
export function Filters({ facts, path, listing, facets, priceTo }: FiltersProps) {
  return (
    <aside className="filters" aria-label="Фильтры">
      <form method="get" action={path} id="filters">
        <fieldset className="fgroup">
          <legend className="sr">Наличие и скидки</legend>
          {switchKeys
            .filter((key) => listing[key] > 0 || key === 'in_stock' || key === 'discounted')
            .map((key) => (
              <Tick key={key} name={key} value="1" count={listing[key]}>
                {key === 'in_stock' ? <b className="b">{switches[key].tick}</b> : switches[key].tick}
              </Tick>
            ))}
        </fieldset>
        <Prices facts={facts} listing={listing} priceTo={priceTo} />
        {facets.map((facet, at) => (
          <Group key={facet.code} facet={facet} isOpen={at < openGroups} path={path} />
        ))}
        <button className="btn btn--primary btn--wide" type="submit">
          Показать
        </button>
      </form>
    </aside>
  );
}

type PricesProps = { facts: ShopFacts; listing: Listing; priceTo: string };

function Prices({ facts, listing: { price_range, base_price_range }, priceTo }: PricesProps) {
  const basePrice = base_price_range && `Цена ${perUnit(unitNamed(facts.units, base_price_range.unit))}, ₽`;
  return (
    <>
      {price_range ? (
        <fieldset className="fgroup">
          <legend className="fgroup__head">Цена, ₽</legend>
          <Range
            name="price"
            label="Цена, ₽"
            min={Math.floor(price_range.min / 100)}
            max={Math.ceil(price_range.max / 100)}
            to={priceTo}
            isPrice
          />
        </fieldset>
      ) : null}
      {base_price_range && basePrice ? (
        <fieldset className="fgroup">
          <legend className="fgroup__head">{basePrice}</legend>
          <Range
            name="base_price"
            label={basePrice}
            min={base_price_range.min / 100}
            max={base_price_range.max / 100}
            isPrice
          />
        </fieldset>
      ) : null}
    </>
  );
}

function Group({ facet, isOpen, path }: { facet: Facet; isOpen: boolean; path: string }) {
  const { code, name } = facet;
  return (
    <details className="fgroup" open={isOpen}>
      <summary className="fgroup__head">
        {name}
        <Icon name="chevron-down" size="s" />
      </summary>
      <fieldset>
        <legend className="sr">{name}</legend>
        {facet.kind === 'range' ? (
          <Range name={code} label={name} min={facet.min} max={facet.max} />
        ) : (
          <Values code={code} values={facet.values} more={facet.more} path={path} />
        )}
      </fieldset>
    </details>
  );
}

type ValuesProps = { code: string; values: FacetValue[]; more: number; path: string };

function Values({ code, values, more, path }: ValuesProps) {
  const isLong = values.length > shortList + 2;
  const tick = ({ id, value, count }: FacetValue) => (
    <Tick key={id} name={code} value={id} count={count}>
      {value}
    </Tick>
  );
  if (!isLong) return values.map(tick);
  return (
    <>
      {values.slice(0, shortList).map(tick)}
      <details className="fmore">
        <summary className="link small">Показать ещё {formatCount(values.length - shortList + more)}</summary>
        {values.slice(shortList).map(tick)}
        {more > 0 ? (
          <a className="link small" href={`${path}?values=${code}`}>
            Все значения: ещё {formatCount(more)}
          </a>
        ) : null}
      </details>
    </>
  );
}

type TickProps = { name: string; value: string; count: number; children: ReactNode };

/** A value that would leave nothing stays visible and cannot be ticked. */
function Tick({ name, value, count, children }: TickProps) {
  return (
    <label className={count === 0 ? 'tick is-off' : 'tick'}>
      <input type="checkbox" className="tick__box" name={name} value={value} disabled={count === 0} />
      <span>{children}</span>
      <span className="n">{formatCount(count)}</span>
    </label>
  );
}

type RangeProps = { name: string; label: string; min: number; max: number; to?: string; isPrice?: boolean };

function Range({ name, label, min, max, to = '', isPrice = false }: RangeProps) {
  const words = (bound: number) =>
    isPrice && bound % 1 !== 0 ? formatRoubles(Math.round(bound * 100)) : formatCount(bound);
  return (
    <div className="range">
      <Bound name={`${name}_from`} word="от" label={`${label}, от`} value="" bound={words(min)} />
      <Bound name={`${name}_to`} word="до" label={`${label}, до`} value={to} bound={words(max)} />
    </div>
  );
}

type BoundProps = { name: string; word: string; label: string; value: string; bound: string };

function Bound({ name, word, label, value, bound }: BoundProps) {
  return (
    <label className="input">
      <span className="soft">{word}</span>
      <input
        name={name}
        aria-label={label}
        inputMode="decimal"
        autoComplete="off"
        defaultValue={value}
        placeholder={bound}
      />
    </label>
  );
}
