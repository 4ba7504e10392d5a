import './lists.css';
import { useState } from 'react';
import { Form, useFetcher, useNavigation } from 'react-router';
import { listNameForm } from '#modules/saved-lists/schema.ts';
import { writeIds } from '#shared/lists.ts';
import { formatPrice } from '#shared/money.ts';
import { countOf } from '#shared/plurals.ts';
import { unbroken } from '#shared/unbroken.ts';
import { perUnit, shownPrice, typedAmount } from '#shared/unit-words.ts';
import { cartOfferUrl, cartUrl, catalogUrl, favoritesUrl, productUrl } from '#shared/urls.ts';
import type { FormAnswer } from '#web/parts/forms/form-answer.ts';
import { FormError } from '#web/parts/forms/form-error.tsx';
import { AlertLink } from '#web/parts/goods/alert-link.tsx';
import { GoodsLine } from '#web/parts/goods/goods-line.tsx';
import { SharedLink } from '#web/parts/lists/shared-link.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Link } from '#web/ui/link.tsx';
import { Note } from '#web/ui/note.tsx';
import { Stepper } from '#web/ui/stepper.tsx';
import { answerTo, FieldForm, SmallForm } from '../section.tsx';
import type { ListData } from './list-route.tsx';

const doneWords: Record<string, string> = {
  save: 'Список сохранён.',
  name: 'Название изменено.',
  counts: 'Количество сохранено.',
  add: 'Товар добавлен в список.',
  goods: 'Товары расчёта добавлены в список.',
  line: 'Товар убран из списка.',
};

/** One saved list: its goods, what can be done with them, its name. */
export function ListScreen({ found, answer }: { found: ListData; answer: FormAnswer | null }) {
  const { name, lines, calculation, city, is_firm, shared, done } = found;
  const doneText = !answer && done ? doneWords[done] : undefined;
  const here = lines.filter(isHere).length;
  return (
    <>
      <section className="sheet" id="cart">
        <h1 className="lk__cut">{name}</h1>
        <div role="status">
          {doneText ? (
            <Note kind="ok" className="lk__said">
              {doneText}
            </Note>
          ) : null}
        </div>
        {shared ? (
          <div id="share" className="lk__said lists__share">
            <SharedLink shared={shared} of="списка" />
          </div>
        ) : null}
        <FormError words={answer?.form === 'name' ? undefined : answer?.error} className="lk__said" />
        {calculation ? <Calculation {...calculation} /> : null}
        {lines.length === 0 ? (
          <div className="lk__empty">
            <p>{unbroken('В этом списке пока нет товаров. Добавьте их со страницы товара, ссылкой «В список».')}</p>
            <div className="row row--wrap">
              <Link className="btn btn--primary" to={catalogUrl()}>
                В каталог
              </Link>
              <Link className="link" to={favoritesUrl()}>
                Избранное
              </Link>
              <Link className="link" to={cartUrl()}>
                Корзина
              </Link>
            </div>
          </div>
        ) : (
          <>
            <p className="soft small num lists__facts">
              {countOf(lines.length, 'наименование', 'наименования', 'наименований')}, в наличии {here}. Цены
              {is_firm ? ' для\u00a0бизнеса' : ''} и остатки на сегодня, г.&nbsp;{city}.
            </p>
            <Goods found={found} />
          </>
        )}
      </section>
      <Manage found={found} answer={answer} />
    </>
  );
}

/** What the goods came out of, counted with the product as it is now. */
function Calculation({ product_name, formula, amount, url }: NonNullable<ListData['calculation']>) {
  return (
    <div className="lists__calc">
      <p>
        Расчёт: {unbroken(product_name)}, <b className="num nowrap">{amount}</b>
      </p>
      <p className="small soft num">{formula}</p>
      <p>
        <Link className="link" to={url}>
          Открыть калькулятор с этими числами
        </Link>
      </p>
    </div>
  );
}

/** What can be bought now is ticked. */
function Goods({ found: { lines, money } }: { found: ListData }) {
  const isBusy = useNavigation().state !== 'idle';
  const isAny = lines.some(isHere);
  return (
    <Form method="post" preventScrollReset>
      <ul className="lists__goods">
        {lines.map((line) => (
          <GoodsLine
            key={line.product_id}
            line={line}
            price={priceWords(line)}
            count={<LineCount line={line} />}
            ways={isHere(line) ? null : <Instead line={line} />}
            tick={
              <label className="tick lists__tick" id={`line-${line.product_id}`}>
                <input
                  type="checkbox"
                  className="tick__box"
                  name="line"
                  value={line.product_id}
                  defaultChecked={isHere(line)}
                  disabled={!isHere(line)}
                  aria-label={`В корзину: ${line.name}`}
                />
              </label>
            }
            tools={
              <button
                type="submit"
                className="tool"
                name="intent"
                value={`line:${line.product_id}`}
                aria-label={`Убрать из списка: ${line.name}`}
                title="Убрать из списка"
              >
                <Icon name="trash-2" />
              </button>
            }
          />
        ))}
      </ul>
      <div className="row lists__foot">
        {isAny ? (
          <>
            <button type="submit" className="btn btn--primary" name="intent" value="cart" disabled={isBusy}>
              <Icon name="shopping-cart" />
              Отмеченное в корзину
            </button>
            <button type="submit" className="btn btn--quiet no-js" name="intent" value="counts">
              Сохранить количество
            </button>
            <p className="lists__total">
              <span>
                {countOf(lines.filter(isHere).length, 'наименование', 'наименования', 'наименований')} в наличии:{' '}
                <b className="num nowrap">{formatPrice(money.sum)}</b>
              </span>
              {money.retail === null ? null : (
                <span className="small soft nowrap">в&nbsp;рознице {formatPrice(money.retail)}</span>
              )}
            </p>
          </>
        ) : (
          <p>Сейчас ничего из этого списка нет в наличии.</p>
        )}
      </div>
    </Form>
  );
}

type Line = ListData['lines'][number];

/**
 * «432 ₽ за мешок · в рознице 459 ₽»: at the count of the list. Of what is sold out «последняя цена …», which is no
 * offer; of what nobody sells any more none.
 */
function priceWords(line: Line): string | null {
  const { price, retail, shown_unit, switched_off } = line;
  if (price === null || switched_off) return null;
  const words = `${formatPrice(shownPrice(price, shown_unit))} ${perUnit(shown_unit)}`;
  if (!isHere(line)) return `последняя цена ${words}`;
  return [words, retail && `в\u00a0рознице\u00a0${formatPrice(shownPrice(retail.price, shown_unit))}`]
    .filter(Boolean)
    .join(' · ');
}

/** Something of it can be had now: the rule of its sum, and of what goes into the cart. */
function isHere({ sum }: Line): boolean {
  return sum !== null;
}

/** Every count is kept as it is set; without a script with the button below. */
function LineCount({ line }: { line: Line }) {
  const fetcher = useFetcher();
  const [count, setCount] = useState(line.count);
  const name = `count_${line.product_id}`;
  return (
    <Stepper
      className="step--sm lists__count"
      name={name}
      count={count}
      unit={line.shown_unit}
      step={line.step}
      min={line.min_count}
      max={line.max_count}
      label={`Количество: ${line.name}`}
      onChange={(next) => {
        setCount(next);
        fetcher.submit({ intent: 'counts', [name]: typedAmount(next, line.shown_unit) }, { method: 'post' });
      }}
    />
  );
}

/** What can be done about a product that cannot be bought now. */
function Instead({ line }: { line: Line }) {
  return (
    <span className="row row--wrap small lists__instead">
      {line.switched_off ? null : (
        <AlertLink
          product={{ ...line, id: line.product_id }}
          topic="back_in_stock"
          words="Сообщить о поступлении"
          className="link"
        />
      )}
      <Link className="link" to={`${productUrl(line.slug)}#analogues`}>
        Аналоги
      </Link>
    </span>
  );
}

/** What is done with the whole list, whatever of it is ticked. */
function Manage({
  found: { id, name, lines, opens_name, is_favourite },
  answer,
}: {
  found: ListData;
  answer: FormAnswer | null;
}) {
  const renamed = answerTo({ done: null, answer }, 'name');
  return (
    <section className="sheet" id="name" aria-label="Что сделать со списком">
      <div className="lktools lists__manage">
        {lines.length > 0 ? (
          <Form method="post">
            <button type="submit" className="btn btn--sm btn--line" name="intent" value="share">
              Поделиться
            </button>
          </Form>
        ) : null}
        {lines.some(isHere) ? (
          <>
            <a
              className="btn btn--sm btn--line"
              href={cartOfferUrl('pdf', 'list', [id])}
              target="_blank"
              rel="noreferrer"
            >
              <Icon name="file-down" size="s" />
              КП в&nbsp;PDF
            </a>
            <a className="btn btn--sm btn--line" href={cartOfferUrl('xlsx', 'list', [id])} download>
              <Icon name="file-spreadsheet" size="s" />
              КП в&nbsp;XLSX
            </a>
          </>
        ) : null}
        {lines.length === 0 ? null : is_favourite ? (
          <p className="small soft">Все товары списка уже в избранном.</p>
        ) : (
          <form method="post" action={favoritesUrl()}>
            <input type="hidden" name="intent" value="keep" />
            <input type="hidden" name="ids" value={writeIds(lines.map((line) => line.product_id))} />
            <button type="submit" className="btn btn--sm btn--line">
              Добавить в избранное
            </button>
          </form>
        )}
        <details className="lkdetails" open={renamed !== null || opens_name || undefined}>
          <summary className="btn btn--sm btn--line">Переименовать</summary>
          <FieldForm name="name" rules={listNameForm} answer={renamed} values={{ name }}>
            <button type="submit" className="btn btn--quiet">
              Сохранить
            </button>
          </FieldForm>
        </details>
        <details className="lkdetails">
          <summary className="btn btn--sm">
            <Icon name="trash-2" size="s" />
            Удалить список
          </summary>
          <SmallForm name="remove">
            <p className="small">Список «{name}» удалится, товары в корзине и избранном останутся.</p>
            <button type="submit" className="btn btn--danger">
              Да, удалить
            </button>
          </SmallForm>
        </details>
      </div>
    </section>
  );
}
