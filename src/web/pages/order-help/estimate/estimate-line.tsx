import { type ReactNode, useState } from 'react';
import { type Confidence, confidences } from '#modules/estimates/schema.ts';
import { formatPrice } from '#shared/money.ts';
import { unbroken } from '#shared/unbroken.ts';
import { perUnit, shownAmount, shownPrice } from '#shared/unit-words.ts';
import { productUrl } from '#shared/urls.ts';
import { StockLine } from '#web/parts/goods/stock-line.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Link } from '#web/ui/link.tsx';
import { Picture } from '#web/ui/picture.tsx';
import { Stepper } from '#web/ui/stepper.tsx';
import type { Offered, ShownLine } from './read-estimate-page.ts';

/** The look of the mark that says how sure a find is. */
export const marks: Record<Confidence, string> = {
  exact: 'badge--ok',
  sure: 'badge--ok',
  choice: 'badge--lake',
  doubtful: 'badge--warn',
  none: 'badge--grey',
};

/** What was written, what was found for it, and the means to correct it. */
export function EstimateLine({ line, isHidden, onCount }: { line: ShownLine; isHidden: boolean; onCount: () => void }) {
  const { position, candidates, product_id } = line;
  const chosen = candidates.find(({ id }) => id === product_id);
  return (
    <li className="estimate-line" id={`line-${position}`} hidden={isHidden}>
      <input type="hidden" name="line" value={position} />
      {line.times_put > 0 ? <input type="hidden" name={`put_${position}`} value={line.times_put} /> : null}
      <p className="estimate-line__text">
        <span className="num soft">{position}.</span> {line.text}
        <span className={`badge ${line.is_settled ? 'badge--ok' : marks[line.confidence]}`}>
          {line.is_settled ? 'Выбрано вами' : confidences[line.confidence].words}
        </span>
      </p>
      {chosen ? (
        <Chosen line={line} product={chosen} onCount={onCount}>
          <Others line={line} isOpen={false} />
        </Chosen>
      ) : (
        <>
          <p className="soft">
            {candidates.length > 0
              ? 'Точно такого не нашли. Посмотрите, подойдёт ли что-то из похожего'
              : 'Похожего товара в этом городе не нашли'}
          </p>
          <Others line={line} isOpen />
        </>
      )}
    </li>
  );
}

/** What else it may be: other finds, and a search by other words. Open where nothing was chosen. */
function Others({ line, isOpen }: { line: ShownLine; isOpen: boolean }) {
  const { position, candidates, product_id } = line;
  // Where the found one is to be checked, the next best stands in sight.
  const next = line.state === 'doubtful' && candidates.find(({ id }) => id !== product_id);
  return (
    <details className="estimate-line__other" open={isOpen}>
      <summary>
        {candidates.length > 1 ? `Другие варианты: ${candidates.length - (isOpen ? 0 : 1)}` : 'Искать другой товар'}
        {next && !isOpen ? <span className="soft">, например {unbroken(next.name)}</span> : null}
      </summary>
      {candidates.length > 0 ? (
        <fieldset>
          <legend className="sr">Товар для строки {position}</legend>
          {candidates.map((product) => (
            <label className="opt" key={product.id}>
              <input
                className="tick__box tick__box--radio"
                type="radio"
                name={`product_${position}`}
                value={product.id}
                defaultChecked={product.id === product_id}
              />
              <span className="estimate-line__name">{unbroken(product.name)}</span>
              <span className="num nowrap">
                {product.charged === null ? 'по запросу' : formatPrice(product.charged)}
              </span>
              <StockLine product={product} />
            </label>
          ))}
          <label className="opt">
            <input
              className="tick__box tick__box--radio"
              type="radio"
              name={`product_${position}`}
              value=""
              defaultChecked={product_id === null}
            />
            <span>Ни один не подходит</span>
          </label>
        </fieldset>
      ) : null}
      <div className="estimate-line__search">
        <label className="sr" htmlFor={`words-${position}`}>
          Название или артикул для строки {position}
        </label>
        <input
          className="input"
          id={`words-${position}`}
          name={`words_${position}`}
          defaultValue={line.name}
          maxLength={300}
        />
        <button className="btn btn--line" type="submit" name="intent" value={`find:${position}`}>
          <Icon name="search" size="s" />
          Найти
        </button>
      </div>
    </details>
  );
}

/** Why the line is to be checked. */
function Differs({ words }: { words: string[] }) {
  return (
    <p className="small state--wait">
      {unbroken(
        words.length > 0
          ? `Отличается: ${words.join('; ')}`
          : 'Подобрали по близким словам: сравните название товара со строкой',
      )}
    </p>
  );
}

/** As it was written; in the product's own unit as it is said: «3 набора», not «3 набор». */
function writtenAmount(amount: string, unit: string | null, { shown_unit }: Offered): string {
  if (unit === null) return amount;
  const isOwn = /^\d+$/.test(amount) && (unit === shown_unit.short || unit === shown_unit.forms?.one);
  return isOwn ? shownAmount(Number(amount) * shown_unit.parts, shown_unit) : `${amount}\u00a0${unit}`;
}

type ChosenProps = { line: ShownLine; product: Offered; onCount: () => void; children: ReactNode };

function Chosen({ line, product, onCount, children }: ChosenProps) {
  const { position, price, sum, base_text, left, amount, unit } = line;
  const kept = line.count ?? product.min_count;
  const [{ count, seen, isPressed }, setCount] = useState({ count: kept, seen: kept, isPressed: false });
  // What was pressed while an earlier count was being saved is newer than that one.
  if (seen !== kept) setCount({ count: isPressed ? count : kept, seen: kept, isPressed: isPressed && count !== kept });
  return (
    <div className="estimate-line__found">
      <label className="estimate-line__take">
        <input
          // Another product is ticked by being chosen; what went into the cart elsewhere is ticked no more.
          key={`${product.id} ${line.times_put}`}
          className="tick__box"
          type="checkbox"
          id={`take-${position}`}
          name={`take_${position}`}
          defaultChecked={line.is_taken}
          aria-label={`Взять: ${product.name}`}
        />
      </label>
      <span className="pic">
        {product.image ? <Picture path={product.image} width={48} height={48} alt="" /> : null}
      </span>
      <div className="estimate-line__about">
        <Link className="link b" to={productUrl(product.slug)}>
          {unbroken(product.name)}
        </Link>
        <div className="estimate-line__facts">
          <span className="small soft">{product.article ? `Арт. ${product.article}` : `Код ${product.idcode}`}</span>
          <StockLine product={product} />
        </div>
        {line.state === 'doubtful' ? <Differs words={line.differences} /> : null}
      </div>
      <div className="estimate-line__count">
        <Stepper
          className="estimate-line__step"
          name={`count_${position}`}
          count={count}
          unit={product.shown_unit}
          step={product.step}
          min={product.min_count}
          max={product.max_count}
          label={`Количество: ${product.name}`}
          onChange={(next) => {
            setCount({ count: next, seen: kept, isPressed: true });
            onCount();
          }}
        />
        {line.state === 'doubtful' ? (
          <label className="btn btn--sm btn--quiet estimate-line__fits" htmlFor={`take-${position}`}>
            <Icon name="check" size="s" />
            Подходит
          </label>
        ) : null}
      </div>
      <p className="estimate-line__sum num">
        {sum === null || price === null ? (
          <span className="soft">Цена по запросу</span>
        ) : (
          <>
            <b>{formatPrice(sum)}</b>
            <span className="small soft">
              {formatPrice(shownPrice(price, product.shown_unit))} {perUnit(product.shown_unit)}
            </span>
            {line.tier_words ? <span className="small soft">{line.tier_words}</span> : null}
          </>
        )}
      </p>
      <p className={`estimate-line__list small soft${line.state === 'doubtful' ? '' : ' is-found'}`}>
        {[
          amount ? `в списке: ${writtenAmount(amount, unit, product)}` : 'количества в списке нет',
          base_text ? `всего\u00a0${base_text}` : null,
        ]
          .filter(Boolean)
          .join(', ')}
        {left === null || left === 0 ? null : (
          <span className="warn">
            {product.pickup_points_today > 1
              ? `В вашем пункте ${shownAmount(left, product.shown_unit)}, есть и в других`
              : `Есть только ${shownAmount(left, product.shown_unit)}`}
          </span>
        )}
      </p>
      {children}
    </div>
  );
}
