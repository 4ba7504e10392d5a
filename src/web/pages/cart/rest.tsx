import { priceGapWords } from '#shared/price-gap.ts';
import { daysWords } from '#shared/product-state.ts';
import { unbroken } from '#shared/unbroken.ts';
import { type ShownUnit, shownAmount } from '#shared/unit-words.ts';
import { productUrl } from '#shared/urls.ts';
import { AlertLink } from '#web/parts/goods/alert-link.tsx';
import { FormLink } from '#web/ui/form-link.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Link } from '#web/ui/link.tsx';
import { choosePoint } from './choose-point.ts';
import type { LineRest, PageLine } from './read-cart-page.ts';

/** What the shop lacks of a line: said in words, and each way to settle it is one press. */
export function Rest({ line }: { line: PageLine }) {
  const { rest, shown_unit, id, name } = line;
  if (!rest) return null;
  const isPart = line.orderable_count > 0;
  return (
    <fieldset className="rest">
      <legend className="sr">Чего не хватает: {name}</legend>
      <p className="small">
        {isPart ? (
          <>
            В заказ войдёт <b className="b nowrap">{shownAmount(line.orderable_count, shown_unit)}</b>, ещё{' '}
            <b className="b nowrap">{shownAmount(rest.count, shown_unit, 'genitive')}</b> не хватает: они останутся в
            корзине. Можно решить сейчас:
          </>
        ) : (
          'В заказ не войдёт, останется в корзине. Можно решить сейчас:'
        )}
      </p>
      <ul className="rest__ways small">
        {rest.point ? <AtPoint point={rest.point} unit={shown_unit} isAll={rest.point.count === line.count} /> : null}
        {rest.substitute ? <Instead line={line} substitute={rest.substitute} /> : null}
        {line.lead_days ? (
          <li>
            <Icon name="clock" size="s" />
            <span className="rest__way">
              <FormLink code="one_click" about={`product:${id}`} className="link">
                Заказать недостающее
              </FormLink>
              <span>Привезём под заказ за {daysWords(line.lead_days)}</span>
            </span>
          </li>
        ) : null}
        {isPart ? null : (
          <li>
            <Icon name="bell" size="s" />
            <AlertLink product={line} topic="back_in_stock" words="Сообщить, когда появится" />
          </li>
        )}
        {isPart ? (
          <li>
            <Icon name="check" size="s" />
            <button
              type="submit"
              className="link"
              name="intent"
              value={`take:${id}`}
              aria-label={`Взять только ${shownAmount(line.orderable_count, shown_unit, 'accusative')}: ${name}`}
            >
              Взять только {shownAmount(line.orderable_count, shown_unit, 'accusative')}
            </button>
          </li>
        ) : null}
      </ul>
    </fieldset>
  );
}

function AtPoint({ point, unit, isAll }: { point: NonNullable<LineRest['point']>; unit: ShownUnit; isAll: boolean }) {
  return (
    <li>
      <Icon name="store" size="s" />
      <span className="rest__way">
        <button
          type="submit"
          className="link"
          name="intent"
          value={`point:${point.id_1c}`}
          onClick={(event) => choosePoint(event, point.id_1c)}
        >
          Забрать заказ в другом пункте
        </button>
        <span>
          {point.address}: там {isAll ? 'есть все' : 'есть'} {shownAmount(point.count, unit)}
        </span>
      </span>
    </li>
  );
}

function Instead({ line, substitute }: { line: PageLine; substitute: NonNullable<LineRest['substitute']> }) {
  const { id, slug, name, count, shown_unit, difference, per } = substitute;
  return (
    <li>
      <Icon name="refresh-cw" size="s" />
      <span className="rest__way">
        <button type="submit" className="link" name="intent" value={`swap:${line.id}-${id}`}>
          {line.orderable_count > 0 ? 'Добрать похожим' : 'Заменить похожим'}
        </button>
        <Link to={productUrl(slug)}>{unbroken(name)}</Link>
        <span>
          {shownAmount(count, shown_unit)}, {priceGapWords({ kopecks: difference, per })}
        </span>
      </span>
    </li>
  );
}
