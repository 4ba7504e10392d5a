import { type FormEvent, startTransition, useEffect, useReducer, useRef, useState } from 'react';
import { Form, useFetcher, useNavigate } from 'react-router';
import type { FacetValue } from '#modules/search/listing.ts';
import { folded } from '#shared/folded.ts';
import { countFilters, type Listing, switches, switchKeys } from '#shared/listing-query.ts';
import { formatRoubles } from '#shared/money.ts';
import { formatCount } from '#shared/plurals.ts';
import { headingUnit, perUnit } from '#shared/unit-words.ts';
import type { ShownFacet } from '#web/parts/goods/cut-facets.ts';
import { facetsOf } from '#web/parts/goods/packed.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Link } from '#web/ui/link.tsx';
import { filtersFormId, type ListingState, listingUrl, resetUrl } from './listing-url.ts';
import { PriceSlider } from './price-slider.tsx';
import type { ShownResult } from './read-listing.ts';
import { useNarrowing } from './use-narrowing.ts';

type FiltersProps = { path: string; state: ListingState; result: ShownResult };

/** Groups shown open; the rest are closed until something in them is chosen. */
const openGroups = 6;
/** Values shown before «Показать ещё». */
const shortList = 8;

/** The filter column: a plain GET form. With JavaScript each choice is applied at once and the page keeps its place. */
export function FilterColumn({ path, state, result }: FiltersProps) {
  const narrowing = useNarrowing(path, state);
  const apply = (event: FormEvent<HTMLFormElement>) => narrowing.go(narrowing.keep(event.currentTarget));
  const form = useRef<HTMLFormElement>(null);
  // What was ticked before this code came is applied now.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the form wakes
  useEffect(() => {
    if (!form.current) return;
    const boxes = form.current.querySelectorAll<HTMLInputElement>('[type=checkbox]');
    if ([...boxes].some((box) => box.checked !== box.defaultChecked)) narrowing.go(narrowing.keep(form.current));
  }, []);
  return (
    <aside className="filters" aria-label="Фильтры">
      <Form
        ref={form}
        method="get"
        action={path}
        id={filtersFormId}
        onChange={(event) => {
          // Numbers wait until the field is left or Enter is pressed.
          if ((event.target as Element).matches('[type=checkbox]')) apply(event);
        }}
        onBlur={(event) => {
          if (event.target.matches('[data-bound]') && event.target.dataset.was !== event.target.value) apply(event);
        }}
        onSubmit={(event) => {
          event.preventDefault();
          apply(event);
        }}
      >
        <FilterGroups path={path} state={state} listing={narrowing.listing} result={result} isApplied />
        <button className="btn btn--primary btn--wide no-js" type="submit">
          Показать
        </button>
      </Form>
    </aside>
  );
}

/**
 * The same form as a sheet over the whole screen of a phone: choices gather, the button says how many products they
 * leave. Its groups are thousands of nodes that most visitors never open: they are made when the sheet first opens.
 * Without JavaScript they stand in `noscript`, which a browser with scripts keeps as one text.
 */
export function FilterSheet({ path, state, result }: FiltersProps) {
  const narrowing = useNarrowing(path, state);
  const counting = useFetcher<{ listing_page: { result: ShownResult } }>({ key: `count-${path}` });
  const dialog = useRef<HTMLDialogElement>(null);
  const counted = (narrowing.isDraft && counting.data?.listing_page.result) || result;
  const applied = countFilters(state.listing);
  const [isDrawn, draw] = useReducer(() => true, false);
  // It may have been opened before this code came.
  useEffect(() => {
    if (dialog.current?.matches(':popover-open')) startTransition(draw);
  }, []);
  const groups = <FilterGroups path={path} state={state} listing={narrowing.listing} result={counted} />;
  const close = () => {
    dialog.current?.close();
    if (dialog.current?.matches(':popover-open')) dialog.current.hidePopover();
  };
  return (
    <>
      <button
        className="btn btn--line"
        type="button"
        popoverTarget="filter-sheet"
        onClick={(event) => {
          event.preventDefault();
          dialog.current?.showModal();
          startTransition(draw);
        }}
      >
        <Icon name="sliders-horizontal" />
        Фильтры
        {applied > 0 ? <span className="count">{applied}</span> : null}
      </button>
      {/* A popover without JavaScript, a modal dialog with it. */}
      <dialog className="fsheet" id="filter-sheet" popover="auto" ref={dialog} aria-label="Фильтры">
        <div className="fsheet__bar">
          <b className="b">Фильтры</b>
          <button
            className="ibtn"
            type="button"
            aria-label="Закрыть"
            popoverTarget="filter-sheet"
            popoverTargetAction="hide"
            onClick={close}
          >
            <Icon name="x" size="l" />
          </button>
        </div>
        <Form
          method="get"
          action={path}
          id={filtersFormId}
          className="fsheet__body"
          onChange={(event) => {
            counting.load(narrowing.keep(event.currentTarget));
          }}
          onSubmit={(event) => {
            event.preventDefault();
            close();
            narrowing.go(narrowing.keep(event.currentTarget));
          }}
        >
          {isDrawn ? (
            groups
          ) : (
            <>
              <noscript>{groups}</noscript>
              <p className="soft js">
                Фильтры загружаются.{' '}
                <a className="link" href={listingUrl(path, state, {})}>
                  Обновить страницу
                </a>
              </p>
            </>
          )}
        </Form>
        <div className="fsheet__foot">
          <Link className="btn btn--line" to={resetUrl(path, state)} onClick={close} preventScrollReset>
            Сбросить
          </Link>
          <button className="btn btn--primary" type="submit" form={filtersFormId} aria-busy={counting.state !== 'idle'}>
            {counting.state === 'idle' ? null : <span className="spin" aria-hidden="true" />}
            Показать {formatCount(counted.total)}
          </button>
        </div>
      </dialog>
    </>
  );
}

type GroupsProps = FiltersProps & {
  listing: Listing;
  /** Each choice is applied at once. */
  isApplied?: boolean;
};

function FilterGroups({ path, state, listing, result, isApplied = false }: GroupsProps) {
  const { price_range, base_price_range, counts, facets } = result;
  return (
    <>
      {state.listing.q ? <input type="hidden" name="q" value={state.listing.q} /> : null}
      {state.listing.exact ? <input type="hidden" name="exact" value="1" /> : null}
      {state.listing.category && state.listing.q ? (
        <input type="hidden" name="category" value={state.listing.category} />
      ) : null}
      {state.view === state.default_view ? null : <input type="hidden" name="view" value={state.view} />}
      {state.all_values ? <input type="hidden" name="values" value={state.all_values} /> : null}
      <fieldset className="fgroup">
        <legend className="sr">Наличие и скидки</legend>
        {/* Where nothing is lowered, delivered by tomorrow or rated, or all is lowered, a tick changes nothing. */}
        {switchKeys
          .filter((key) => listing[key] || key === 'in_stock' || counts[key] > 0)
          .filter((key) => listing[key] || key !== 'discounted' || counts[key] < result.total)
          .map((key, index) => (
            <Tick key={key} name={key} value="1" isOn={listing[key] ?? false} count={counts[key]}>
              {index === 0 ? <b className="b">{switches[key].tick}</b> : switches[key].tick}
            </Tick>
          ))}
      </fieldset>
      {price_range ? (
        <fieldset className="fgroup">
          <legend className="fgroup__head">Цена, ₽</legend>
          <Range
            slider={isApplied ? 'applied' : 'gathered'}
            name="price"
            label="Цена, ₽"
            min={Math.floor(price_range.min / 100)}
            max={Math.ceil(price_range.max / 100)}
            from={roublesText(listing.price_from)}
            to={roublesText(listing.price_to)}
          />
        </fieldset>
      ) : null}
      {base_price_range ? (
        <fieldset className="fgroup">
          <legend className="fgroup__head">Цена {perUnit(base_price_range.shown_unit)}, ₽</legend>
          <Range
            slider={isApplied ? 'applied' : 'gathered'}
            name="base_price"
            label={`Цена ${perUnit(base_price_range.shown_unit)}, ₽`}
            min={base_price_range.min / 100}
            max={base_price_range.max / 100}
            from={roublesText(listing.base_price_from)}
            to={roublesText(listing.base_price_to)}
          />
        </fieldset>
      ) : null}
      {facetsOf(facets).map((facet, index) => (
        <Group
          key={facet.code}
          facet={facet}
          chosen={listing.filters[facet.code] ?? []}
          isOpen={index < openGroups}
          isWhole={facet.code === state.all_values}
          wholeUrl={facet.more > 0 ? listingUrl(path, state, listing, { all_values: facet.code }) : ''}
        />
      ))}
    </>
  );
}

function roublesText(kopecks: number | undefined): string {
  return kopecks === undefined ? '' : String(kopecks / 100);
}

type GroupProps = {
  facet: ShownFacet;
  chosen: string[];
  isWhole: boolean;
  /** The same list with all values of this group; empty when the page holds them. */
  wholeUrl: string;
};

function Group({ facet, chosen, isOpen, isWhole, wholeUrl }: GroupProps & { isOpen: boolean }) {
  const name = facet.measure ? `${facet.name}, ${headingUnit(facet.measure)}` : facet.name;
  return (
    <details className="fgroup" open={isOpen || isWhole || chosen.length > 0}>
      <summary className="fgroup__head">
        {name}
        {chosen.length > 0 && facet.kind === 'values' ? (
          <span className="fgroup__n">{chosen.length} выбрано</span>
        ) : null}
        <Icon name="chevron-down" size="s" />
      </summary>
      <fieldset>
        <legend className="sr">{name}</legend>
        {facet.kind === 'range' && facet.range ? (
          <Range
            name={facet.code}
            label={name}
            min={facet.range.min}
            max={facet.range.max}
            from={(chosen[0] ?? '..').split('..')[0] ?? ''}
            to={(chosen[0] ?? '..').split('..')[1] ?? ''}
          />
        ) : (
          <Values facet={facet} chosen={chosen} isWhole={isWhole} wholeUrl={wholeUrl} />
        )}
      </fieldset>
    </details>
  );
}

function Values({ facet, chosen, isWhole, wholeUrl }: GroupProps) {
  const navigate = useNavigate();
  const [needle, setNeedle] = useState('');
  const isLong = facet.values.length > shortList + 2;
  const found = facet.values.filter((value) => folded(value.value).includes(folded(needle.trim())));
  const isFiltered = needle.trim() !== '';
  // Chosen values stay in sight wherever the list is cut.
  const head = isLong && !isFiltered ? shortened(found, chosen) : found;
  const inHead = new Set(head);
  const rest = found.filter((value) => !inHead.has(value));
  const more = isFiltered ? 0 : facet.more;
  const tick = (value: FacetValue) => (
    <Tick key={value.id} name={facet.code} value={value.id} isOn={chosen.includes(value.id)} count={value.count}>
      {value.value}
    </Tick>
  );
  return (
    <>
      {isLong ? (
        <label className="input fgroup__find js">
          <Icon name="search" size="s" />
          <span className="sr">Найти: {facet.name}</span>
          <input
            type="search"
            placeholder="Найти"
            autoComplete="off"
            value={needle}
            onFocus={() => {
              if (wholeUrl) navigate(wholeUrl, { replace: true, preventScrollReset: true });
            }}
            onChange={(event) => {
              event.stopPropagation();
              setNeedle(event.target.value);
            }}
          />
        </label>
      ) : null}
      {head.map(tick)}
      {found.length === 0 ? <p className="small soft">Ничего не нашлось</p> : null}
      {rest.length > 0 ? (
        <details className="fmore" open={isWhole}>
          <summary className="link small">Показать ещё {formatCount(rest.length + more)}</summary>
          {rest.map(tick)}
          {more > 0 ? (
            <Link className="link small" to={wholeUrl} replace preventScrollReset>
              Все значения: ещё {formatCount(more)}
            </Link>
          ) : null}
        </details>
      ) : null}
    </>
  );
}

function shortened(values: FacetValue[], chosen: string[]): FacetValue[] {
  const head = new Set(values.slice(0, shortList));
  return values.filter((value) => head.has(value) || chosen.includes(value.id));
}

type TickProps = { name: string; value: string; isOn: boolean; count: number; children: React.ReactNode };

/** A tick with its count. A value that would leave nothing stays visible and cannot be ticked. */
function Tick({ name, value, isOn, count, children }: TickProps) {
  const isOff = count === 0 && !isOn;
  return (
    <label className={`tick${isOff ? ' is-off' : ''}`}>
      <input
        type="checkbox"
        className="tick__box"
        name={name}
        value={value}
        checked={isOn}
        disabled={isOff}
        onChange={noop}
      />
      <span>{children}</span>
      <span className="n">{formatCount(count)}</span>
    </label>
  );
}

// The form reads the change; React wants to know that the tick is not read-only.
function noop() {}

type RangeProps = {
  name: string;
  label: string;
  min: number;
  max: number;
  from: string;
  to: string;
  /** Prices have a slider too, whose choice is applied at once or gathered with the others. */
  slider?: 'applied' | 'gathered';
};

function Range({ slider, ...range }: RangeProps) {
  const { name, label, min, max, from, to } = range;
  const bounds = [
    ['от', 'from', from, min],
    ['до', 'to', to, max],
  ] as const;
  return (
    <div className="range">
      {slider && min < max ? <PriceSlider {...range} isApplied={slider === 'applied'} /> : null}
      {bounds.map(([word, end, value, bound]) => (
        <Bound
          key={`${end}-${value}`}
          name={`${name}_${end}`}
          word={word}
          label={`${label}, ${word}`}
          value={value}
          bound={boundText(bound, slider)}
        />
      ))}
    </div>
  );
}

/** A price has kopecks as on cards: «15,10», «16». */
function boundText(bound: number, slider: RangeProps['slider']): string {
  return slider && bound % 1 !== 0 ? formatRoubles(Math.round(bound * 100)) : formatCount(bound);
}

function Bound({
  name,
  word,
  label,
  value,
  bound,
}: {
  name: string;
  word: string;
  label: string;
  value: string;
  bound: string;
}) {
  return (
    <label className="input">
      <span className="soft">{word}</span>
      <input
        name={name}
        aria-label={label}
        inputMode="decimal"
        autoComplete="off"
        defaultValue={value.replace('.', ',')}
        data-bound=""
        data-was={value.replace('.', ',')}
        placeholder={bound}
      />
    </label>
  );
}
