import './lists.css';
import { Form, Link, useNavigation } from 'react-router';
import { saveListForm } from '#modules/saved-lists/schema.ts';
import { formatPrice } from '#shared/money.ts';
import { countOf } from '#shared/plurals.ts';
import { unbroken } from '#shared/unbroken.ts';
import { cartUrl, favoritesUrl, savedListUrl } from '#shared/urls.ts';
import type { FormAnswer } from '#web/parts/forms/form-answer.ts';
import { GoodsPictures } from '#web/parts/goods/goods-pictures.tsx';
import { OptionRow } from '#web/ui/choice.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Note } from '#web/ui/note.tsx';
import { answerTo, FieldForm, Section } from '../section.tsx';
import { NameFields } from './name-fields.tsx';
import type { ListsData } from './route.tsx';

/** With more lists than these the form below is out of sight. */
const nearForm = 5;

/** A person's lists, and the form that makes one of the favourites, of the cart or an empty one. */
export function ListsScreen({ found, answer }: { found: ListsData; answer: FormAnswer | null }) {
  const { lists, done } = found;
  return (
    <>
      <section className="sheet">
        <h1>Списки товаров</h1>
        {lists.length > nearForm ? (
          <p className="lk__lead">
            <a className="btn btn--quiet btn--sm" href="#save">
              <Icon name="plus" size="s" />
              Новый список
            </a>
          </p>
        ) : null}
        <div role="status">
          {done === 'remove' && !answer ? (
            <Note kind="ok" className="lk__said">
              Список удалён.
            </Note>
          ) : null}
        </div>
        {lists.length === 0 ? (
          <p className="lk__lead">
            Списков пока нет. Сохраните избранное, корзину или расчёт материала под своим названием, например «Ванная»
            или «Дача», либо начните пустой список, и вернитесь к покупкам позже на любом устройстве.
          </p>
        ) : (
          <ul className="lkrows lists">
            {lists.map((list) => (
              <ListRow key={list.id} list={list} />
            ))}
          </ul>
        )}
      </section>
      <SaveSheet found={found} answer={answer} />
    </>
  );
}

type ListOverview = ListsData['lists'][number];

/** Its name and what it costs now, when it was changed and the button, then what it holds. */
function ListRow({ list }: { list: ListOverview }) {
  const { id, name, names, count, here, sum, images, is_calculation, changed_text } = list;
  return (
    <li className="lkrow">
      <div className="lists__line">
        <Link className="b link lk__cut lists__name" to={savedListUrl(id)}>
          {name}
        </Link>
        <p className="num">
          {unbroken(hereWords(list))}
          {sum > 0 ? (
            <>
              {' '}
              на <b className="b nowrap">{formatPrice(sum)}</b>
            </>
          ) : null}
        </p>
      </div>
      <div className="lists__line">
        <div className="small">
          <p className="soft num">
            {is_calculation ? 'Расчёт материала, изменён' : 'Изменён'} {changed_text}
          </p>
          <Missing list={list} />
        </div>
        {here > 0 ? <IntoCart list={list} /> : null}
      </div>
      {count > 0 ? (
        <div className="lists__whole">
          {images.length > 0 ? <GoodsPictures images={images} /> : null}
          <ul className="small lists__names">
            {names.map((one) => (
              <li key={one} title={one}>
                {unbroken(one)}
              </li>
            ))}
            {count > names.length ? <li className="soft num">и ещё&nbsp;{count - names.length}</li> : null}
          </ul>
        </div>
      ) : null}
    </li>
  );
}

/** Leads into the list, to the first of what cannot be had now. */
function Missing({ list: { id, count, here, missing_id } }: { list: ListOverview }) {
  if (missing_id === null) return null;
  return (
    <p>
      <Link className="link num" to={`${savedListUrl(id)}#line-${missing_id}`}>
        {here > 0
          ? `Нет ${countOf(count - here, 'товара', 'товаров', 'товаров')}: подобрать замену`
          : 'Подобрать замену'}
      </Link>
    </p>
  );
}

/** «В наличии 4 из 5»: the sum behind it is of them alone. */
function hereWords({ here, count }: ListOverview): string {
  const whole = countOf(count, 'товар', 'товара', 'товаров');
  if (here === count) return whole;
  return here === 0 ? `${whole}, нет в наличии` : `В наличии ${here} из ${count}`;
}

/** All of a list that can be had now, as it stands in it. */
function IntoCart({ list: { id, name, here } }: { list: ListOverview }) {
  const isBusy = useNavigation().state !== 'idle';
  const words = `В корзину, ${countOf(here, 'товар', 'товара', 'товаров')}`;
  return (
    <Form method="post" action={savedListUrl(id)}>
      <button
        type="submit"
        className="btn btn--quiet btn--sm num"
        name="intent"
        value="all"
        disabled={isBusy}
        aria-label={`${words}: ${name}`}
      >
        <Icon name="shopping-cart" size="s" />
        {words}
      </button>
    </Form>
  );
}

function SaveSheet({ found, answer }: { found: ListsData; answer: FormAnswer | null }) {
  const sent = { done: null, answer };
  const refused = answerTo(sent, 'save');
  const sources = sourcesOf(found);
  const chosen = sources.find(({ value }) => value === (refused?.values?.source ?? found.from)) ?? sources[0];
  return (
    <Section id="save" title="Новый список" sent={sent}>
      <FieldForm
        name="save"
        className="lk__line lists__new"
        rules={saveListForm}
        answer={refused}
        fields={(check) => (
          <>
            {chosen ? <Sources sources={sources} chosen={chosen.value} /> : <EmptyAlone />}
            <NameFields check={check} />
          </>
        )}
      >
        <button type="submit" className="btn btn--primary">
          <Icon name="plus" />
          {chosen ? 'Сохранить' : 'Создать список'}
        </button>
      </FieldForm>
    </Section>
  );
}

type Source = { value: 'favourites' | 'cart' | 'empty'; words: string; terms: string };

/** What there is to save, and a list to be filled later; nothing to choose where there is nothing to save. */
function sourcesOf({ favourites, cart }: ListsData): Source[] {
  const goods = (value: Source['value'], words: string, count: number) =>
    count > 0 ? [{ value, words, terms: countOf(count, 'товар', 'товара', 'товаров') }] : [];
  const full = [...goods('favourites', 'Избранное', favourites), ...goods('cart', 'Корзина', cart)];
  return full.length === 0 ? [] : [...full, { value: 'empty', words: 'Пустой список', terms: 'Товары добавите потом' }];
}

/** Neither favourites nor a cart: the list is begun empty. */
function EmptyAlone() {
  return (
    <>
      <input type="hidden" name="source" value="empty" />
      <p>
        {unbroken(
          'Назовите список, а товары добавляйте со страниц товаров, ссылкой «В список». Список можно сделать и из ',
        )}
        <Link className="link" to={favoritesUrl()}>
          избранного
        </Link>{' '}
        или{' '}
        <Link className="link" to={cartUrl()}>
          корзины
        </Link>
        .
      </p>
    </>
  );
}

function Sources({ sources, chosen }: { sources: Source[]; chosen: Source['value'] }) {
  return (
    <fieldset className="field">
      <legend className="field__label">{saveListForm.source.label}</legend>
      <div className="opts">
        {sources.map(({ value, words, terms }) => (
          <OptionRow
            key={value}
            name="source"
            value={value}
            title={words}
            terms={terms}
            defaultChecked={value === chosen}
          />
        ))}
      </div>
    </fieldset>
  );
}
