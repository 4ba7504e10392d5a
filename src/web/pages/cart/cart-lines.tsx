import { type ReactNode, useEffect, useState } from 'react';
import { folded } from '#shared/folded.ts';
import { lowerFirst } from '#shared/lower-first.ts';
import { formatPrice } from '#shared/money.ts';
import { formatWeight, plural } from '#shared/plurals.ts';
import { unbroken } from '#shared/unbroken.ts';
import { perUnit, shownAmount, shownCount, shownPrice, stepWords } from '#shared/unit-words.ts';
import { amountWords, baseAmount } from '#shared/units.ts';
import { productUrl } from '#shared/urls.ts';
import { afterPress } from '#web/ui/after-press.ts';
import { deferred } from '#web/ui/deferred.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Link } from '#web/ui/link.tsx';
import { Picture } from '#web/ui/picture.tsx';
import { ByMoney } from './by-money.tsx';
import type { CartAnswer } from './cart-answer.ts';
import { FavouriteButton } from './favourite-button.tsx';
import { Quantity } from './quantity.tsx';
import type { CartPage, PageLine } from './read-cart-page.ts';
import type { CartFormState } from './use-cart-form.ts';

const Rest = deferred(() => import('./rest.tsx').then((loaded) => loaded.Rest));
const FindLines = deferred(() => import('./find-lines.tsx').then((loaded) => loaded.FindLines));

const groups = [
  { group: 'today', icon: 'circle-check', title: 'В наличии' },
  { group: 'later', icon: 'clock', title: 'Привезём позже' },
  { group: 'none', icon: 'circle-off', title: 'Нет в наличии' },
] as const;

const stockLooks = {
  today: { icon: 'circle-check', look: 'good' },
  later: { icon: 'clock', look: 'wait' },
  none: { icon: 'circle-off', look: 'none' },
} as const;

/** Lines by when they can be had. A line put away leaves «Вернуть» in its place for ten seconds. */
export function CartLines({ state, isDelivery }: { state: CartFormState; isDelivery: boolean }) {
  const { page, answer } = state;
  const undo = answer?.removed_name ? <RemovedRow key={answer.removed} answer={answer} /> : null;
  const isLast = undo && !page.lines.some((line) => line.id === answer?.removed_before);
  const [sought, setSought] = useState('');
  const words = wordsOf(sought);
  const found = words.length === 0 ? null : page.lines.filter((line) => isFound(line, words)).length;
  return (
    <>
      {page.lines.length > mostUnfolded || found !== null ? <FindLines onFind={setSought} found={found} /> : null}
      {groups.map(({ group, icon, title }) => {
        const lines = page.lines.filter((line) => line.group === group);
        if (lines.length === 0) return null;
        const isLong = lines.length > mostUnfolded;
        const head = (
          <>
            {isLong ? null : <Icon name={icon} />}
            {group === 'today' ? <TitleOfHere page={page} isDelivery={isDelivery} /> : title}
            <span className="soft">
              {lines.length} {plural(lines.length, 'товар', 'товара', 'товаров')}
            </span>
          </>
        );
        return (
          <Group key={group} title={title} head={head} isLong={isLong}>
            {lines.map((line) => (
              <div key={line.id} hidden={!isFound(line, words)}>
                {undo && answer?.removed_before === line.id ? undo : null}
                <Line line={line} state={state} isDelivery={isDelivery} />
              </div>
            ))}
          </Group>
        );
      })}
      {isLast ? undo : null}
    </>
  );
}

/** A group of more lines than this can be folded away, and a cart searched: a builder's list runs over many screens. */
const mostUnfolded = 12;

function wordsOf(text: string): string[] {
  return folded(text).split(/\s+/).filter(Boolean);
}

function isFound(line: PageLine, words: string[]): boolean {
  if (words.length === 0) return true;
  const text = folded(`${line.name} ${line.article ?? ''} ${line.idcode}`);
  return words.every((word) => text.includes(word));
}

/** Lines under their heading. Folded, they are still in the form and in the order. */
function Group({
  title,
  head,
  isLong,
  children,
}: {
  title: string;
  head: ReactNode;
  isLong: boolean;
  children: ReactNode;
}) {
  if (isLong)
    return (
      <details className="cgroup__lines" open>
        <summary className="cgroup">
          <h2 className="row">{head}</h2>
        </summary>
        {children}
      </details>
    );
  return (
    <section aria-label={title} className="cgroup__lines">
      <h2 className="cgroup">{head}</h2>
      {children}
    </section>
  );
}

/**
 * «Можно забрать сегодня»; once the point has closed, on the first day it is open again, or after the goods are paid
 * for. Part of an order only lies there already.
 */
function TitleOfHere({ page, isDelivery }: { page: CartPage; isDelivery: boolean }) {
  const { pickup_dates, points, point } = page;
  const [first] = pickup_dates;
  if (isDelivery || !first) return 'Есть на складе';
  if (!points.find(({ id_1c }) => id_1c === point)?.is_whole_today) return 'Уже в пункте';
  return <ByMoney soon={`Можно забрать ${lowerFirst(first.words)}`} paid="Можно забрать после оплаты" />;
}

function Line({ line, state, isDelivery }: { line: PageLine; state: CartFormState; isDelivery: boolean }) {
  const { save, tick, ticked, answer, isPending, page } = state;
  const isTicked = ticked ? ticked.has(line.id) : line.is_chosen;
  const { icon, look } = stockLooks[line.group];
  return (
    <div className="cline">
      <label className="tick cline__tick">
        <span className="sr">Заказать: {line.name}</span>
        <input
          type="checkbox"
          className="tick__box"
          name="items"
          value={line.id}
          disabled={!line.is_orderable}
          checked={line.is_orderable && isTicked}
          onChange={tick}
        />
      </label>
      <LineFields line={line} />
      <LinePicture line={line} />
      <div>
        {line.slug ? (
          <Link className="cline__name" to={productUrl(line.slug)}>
            {unbroken(line.name)}
          </Link>
        ) : (
          <span className="cline__name">{unbroken(line.name)}</span>
        )}
        <p className="small soft num cline__facts">
          {[
            line.article && `Арт. ${line.article}`,
            line.price !== null &&
              `${formatPrice(shownPrice(line.price, line.shown_unit))} ${perUnit(line.shown_unit)}`,
            line.is_business_price && 'для бизнеса',
            line.retail_price !== null && `в рознице ${formatPrice(shownPrice(line.retail_price, line.shown_unit))}`,
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
        <p className={`state state--${look} cline__stock`}>
          <Icon name={icon} size="s" />
          {line.group !== 'none' && isDelivery && !line.rest ? (
            'Есть на складе'
          ) : (
            <ByMoney soon={line.stock_words} paid={line.paid_words ?? line.stock_words} />
          )}
        </p>
        <Repaired line={line} />
        {line.rest ? <Rest line={line} /> : null}
      </div>
      <div className="cline__qty">
        <div>
          <Quantity
            line={line}
            error={answer?.line_errors[line.id]}
            onCount={(typed) => afterPress(() => save('look', { [`count_${line.id}`]: typed }))}
          />
        </div>
        <p className="tiny soft num cline__base">{amountText(line)}</p>
        <LineSum line={line} isPending={isPending} coupon={page.coupon?.code} className="cline__sum--in" />
      </div>
      <LineSum line={line} isPending={isPending} coupon={page.coupon?.code} />
      <div className="cline__ends">
        <button
          type="submit"
          className="ibtn cline__end"
          name="intent"
          value={`remove:${line.id}`}
          aria-label={`Убрать: ${line.name}`}
          formNoValidate
        >
          <Icon name="trash-2" />
        </button>
        {line.slug ? <FavouriteButton product={line} /> : null}
      </div>
    </div>
  );
}

/** What the page knew of the line when it was made; the server compares. */
function LineFields({ line }: { line: PageLine }) {
  return (
    <>
      <input type="hidden" name="line" value={line.id} />
      <input type="hidden" name={`idcode_${line.id}`} value={line.idcode} />
      <input type="hidden" name={`was_${line.id}`} value={line.count} />
      <input type="hidden" name={`now_${line.id}`} value={line.orderable_count} />
      <input type="hidden" name={`step_${line.id}`} value={line.step} />
      {line.is_orderable && line.price !== null ? (
        <input type="hidden" name={`price_${line.id}`} value={line.price} />
      ) : null}
    </>
  );
}

function LinePicture({ line }: { line: PageLine }) {
  return (
    <span className="pic">
      {line.image ? <Picture path={line.image} width={96} height={96} alt="" /> : <Icon name="package" size="l" />}
    </span>
  );
}

/** A count that could not be sold so was fitted: never silently. */
function Repaired({ line }: { line: PageLine }) {
  const { problem, shown_unit } = line;
  if (problem?.kind !== 'bad_count') return null;
  return (
    <p className="small cline__problem">
      Было {shownCount(problem.was, shown_unit)}, продаём{' '}
      {line.step > 1
        ? stepWords(line.step, shown_unit)
        : `от ${shownCount(line.min_count, shown_unit)} до ${shownCount(line.max_count, shown_unit)}`}
      : стало {shownAmount(problem.fitted, shown_unit)}
    </p>
  );
}

/** Before the coupon, as the first row of the summary adds the lines up; what the coupon takes off is one row there. */
function LineSum({
  line,
  isPending,
  coupon,
  className = '',
}: {
  line: PageLine;
  isPending: boolean;
  coupon?: string;
  className?: string;
}) {
  if (line.price === null) return <div className={`cline__sum ${className}`} />;
  const counted = line.orderable_count || line.count;
  return (
    <div className={`cline__sum ${className}`} aria-busy={isPending}>
      <b className="b">{formatPrice(line.price * counted)}</b>
      {line.old_price !== null && line.old_price > line.price ? (
        <s className="was">
          <span className="sr">вместо </span>
          {formatPrice(line.old_price * counted)}
        </s>
      ) : null}
      {line.rest && line.is_orderable ? (
        <span className="tiny soft cline__part">
          за {shownAmount(line.orderable_count, line.shown_unit, 'accusative')}
        </span>
      ) : null}
      {line.discount > 0 && coupon ? (
        <span className="tiny soft cline__coupon">по купону −{formatPrice(line.discount)}</span>
      ) : null}
    </div>
  );
}

function RemovedRow({ answer }: { answer: CartAnswer }) {
  return (
    <Fading>
      <div className="cline__gone" role="status">
        <span>Убрали «{answer.removed_name}»</span>
        <input type="hidden" name="removed" value={answer.removed} />
        <button type="submit" className="link" name="intent" value="restore">
          Вернуть
        </button>
      </div>
    </Fading>
  );
}

const undoMs = 10_000;

/** Shown for ten seconds where a script can count them, and until the next page where none can. */
export function Fading({ children }: { children: ReactNode }) {
  const [isGone, setGone] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setGone(true), undoMs);
    return () => clearTimeout(timer);
  }, []);
  return isGone ? null : children;
}

/**
 * «13,3 м², 28 кг с упаковкой»: base units of the whole line and its weight, packed as in the sum of the order.
 * Kilograms of the goods alone stand only where they are sold by or the packed weight is not known.
 */
function amountText({ shown_unit, base_unit, count, factor, weight_grams }: PageLine): string {
  const weight = weight_grams === null ? '' : `${formatWeight(weight_grams * count)} с\u00a0упаковкой`;
  const isWeightAlone = shown_unit.short === base_unit || (base_unit === 'кг' && weight !== '');
  return [isWeightAlone ? '' : amountWords(baseAmount(count, factor), base_unit), weight].filter(Boolean).join(', ');
}
