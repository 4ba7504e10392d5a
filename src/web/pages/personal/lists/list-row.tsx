import { Form, useNavigation } from 'react-router';
import { formatPrice } from '#shared/money.ts';
import { countOf } from '#shared/plurals.ts';
import { unbroken } from '#shared/unbroken.ts';
import { upperFirst } from '#shared/upper-first.ts';
import { cartOfferUrl, savedListUrl } from '#shared/urls.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Link } from '#web/ui/link.tsx';
import { Picture } from '#web/ui/picture.tsx';
import type { ListsData } from './route.tsx';

type ListOverview = ListsData['lists'][number];

/** Its name and what of it is missing, what it costs now, what it holds, and what can be done with it. */
export function ListRow({ list, isFirm }: { list: ListOverview; isFirm: boolean }) {
  const { id, name, count, here, is_calculation, changed_text } = list;
  return (
    <li className="lkrow lists__row">
      <div className="lists__head">
        <h2 className="lists__name">
          <Link className="link lk__cut" to={savedListUrl(id)}>
            {name}
          </Link>
        </h2>
        <Missing list={list} />
      </div>
      {count > 0 ? <Goods list={list} /> : null}
      {here > 0 ? <Money list={list} /> : null}
      <div className="row small lists__ways">
        {count > 0 ? (
          <Form method="post" action={savedListUrl(id)}>
            <button type="submit" className="link" name="intent" value="share" aria-label={`Поделиться: ${name}`}>
              Поделиться
            </button>
          </Form>
        ) : null}
        {isFirm && here > 0 ? <OfferLinks list={list} /> : null}
        <Link className="link" to={`${savedListUrl(id)}?open=name#name`} aria-label={`Переименовать: ${name}`}>
          Переименовать
        </Link>
        <span className="soft num">
          {is_calculation ? 'Расчёт материала, изменён' : 'Изменён'} {changed_text}
        </span>
      </div>
    </li>
  );
}

/** A firm asks for sums before it buys: what the list holds as a commercial proposal. */
function OfferLinks({ list: { id, name } }: { list: ListOverview }) {
  return (
    <>
      <a
        className="link"
        href={cartOfferUrl('pdf', 'list', [id])}
        target="_blank"
        rel="noreferrer"
        aria-label={`КП в PDF: ${name}`}
      >
        КП в&nbsp;PDF
      </a>
      <a className="link" href={cartOfferUrl('xlsx', 'list', [id])} download aria-label={`КП в XLSX: ${name}`}>
        КП в&nbsp;XLSX
      </a>
    </>
  );
}

/** What of the list cannot be had now; leads into the list, to the first of it. */
function Missing({ list: { id, name, count, here, short, missing_id } }: { list: ListOverview }) {
  if (count === 0) return <p className="small soft">Пока пусто</p>;
  const words = [
    here === count ? null : here === 0 ? 'Сейчас ничего нет в наличии' : `Нет в наличии: ${count - here}`,
    short > 0 ? `есть меньше, чем нужно: ${short}` : null,
  ].filter((part) => part !== null);
  if (words.length === 0) return null;
  return (
    <p className="row row--wrap small num lists__missing">
      <span className="state--wait">{unbroken(upperFirst(words.join(', ')))}</span>
      {missing_id === null ? null : (
        <Link
          className="link"
          to={`${savedListUrl(id)}#line-${missing_id}`}
          aria-label={`Подобрать замену в списке «${name}»`}
        >
          Подобрать замену
        </Link>
      )}
    </p>
  );
}

/** The first of its goods, one a row; the pictures lead where the name of the list does. */
function Goods({ list: { id, goods, more_goods } }: { list: ListOverview }) {
  return (
    <ul className="small lists__lines">
      {goods.map((one) => (
        <li key={one.product_id} className="num">
          <Link
            to={savedListUrl(id)}
            className={`pic lists__tile${one.is_here ? '' : ' is-missing'}`}
            tabIndex={-1}
            aria-hidden="true"
          >
            {one.image ? <Picture path={one.image} width={40} height={40} alt="" /> : <Icon name="package" />}
          </Link>
          <span className={one.is_here ? 'lists__what' : 'soft lists__what'} title={one.name}>
            {unbroken(one.name)}
          </span>
          <span className="soft nowrap lists__amount">{one.amount}</span>
          {one.is_here && one.sum !== null ? (
            <span className="nowrap lists__sum">{formatPrice(one.sum)}</span>
          ) : (
            <span className="state--wait nowrap lists__sum">нет в&nbsp;наличии</span>
          )}
        </li>
      ))}
      {more_goods > 0 ? (
        <li className="num lists__more">
          <Link className="link" to={savedListUrl(id)}>
            Ещё {countOf(more_goods, 'товар', 'товара', 'товаров')}
          </Link>
        </li>
      ) : null}
    </ul>
  );
}

/** What can be had now costs so much, and all of it goes into the cart. */
function Money({ list: { id, name, count, here, short, sum, retail } }: { list: ListOverview }) {
  const isBusy = useNavigation().state !== 'idle';
  const words = 'В корзину';
  const whole = countOf(here, 'товар', 'товара', 'товаров');
  const counted = here === count ? `за\u00a0${whole}` : `за\u00a0${whole} из\u00a0${count}`;
  return (
    <div className="lists__money">
      <p className="num">
        <b className="b nowrap">{formatPrice(sum)}</b>
        <span className="small soft">{short > 0 ? 'за\u00a0то, что есть в\u00a0наличии' : counted}</span>
        {retail === null ? null : <span className="small soft nowrap">в&nbsp;рознице {formatPrice(retail)}</span>}
      </p>
      <Form method="post" action={savedListUrl(id)}>
        <button
          type="submit"
          className="btn btn--primary btn--sm num"
          name="intent"
          value="all"
          disabled={isBusy}
          aria-label={`${words}: ${name}`}
        >
          <Icon name="shopping-cart" size="s" />
          {words}
        </button>
      </Form>
    </div>
  );
}
