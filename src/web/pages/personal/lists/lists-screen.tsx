import './lists.css';
import { Link } from 'react-router';
import { saveListForm } from '#modules/saved-lists/schema.ts';
import { formatPrice } from '#shared/money.ts';
import { countOf } from '#shared/plurals.ts';
import { unbroken } from '#shared/unbroken.ts';
import { favoritesUrl, savedListUrl } from '#shared/urls.ts';
import type { FormAnswer } from '#web/parts/forms/form-answer.ts';
import type { FormCheck } from '#web/parts/forms/use-form-check.ts';
import { OptionRow } from '#web/ui/choice.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Note } from '#web/ui/note.tsx';
import { answerTo, FieldForm, Section } from '../section.tsx';
import { NameFields } from './name-fields.tsx';
import type { ListsData } from './route.tsx';

/** A person's lists, and the form that makes one of the favourites or of the cart. */
export function ListsScreen({ found, answer }: { found: ListsData; answer: FormAnswer | null }) {
  const { lists, done } = found;
  return (
    <>
      <section className="sheet">
        <h1>Списки товаров</h1>
        {lists.length > 0 ? (
          <p className="lk__lead">
            <a className="btn btn--quiet btn--sm" href="#save">
              <Icon name="bookmark-plus" size="s" />
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
            или «Дача», и вернитесь к покупкам позже на любом устройстве.
          </p>
        ) : (
          <ul className="lkrows lists">
            {lists.map((list) => (
              <li key={list.id} className="lkrow">
                <div>
                  <Link className="b link lk__cut" to={savedListUrl(list.id)}>
                    {list.name}
                  </Link>
                  <p className="small">{unbroken(goodsOf(list))}</p>
                  <p className="small soft num">
                    {list.is_calculation ? 'Расчёт материала, изменён' : 'Изменён'} {list.changed_text}
                  </p>
                </div>
                <div className="lkrow__end num nowrap">
                  <span>{countOf(list.count, 'товар', 'товара', 'товаров')}</span>
                  {list.sum > 0 ? <b className="b">{formatPrice(list.sum)}</b> : null}
                </div>
              </li>
            ))}
          </ul>
        )}
      </section>
      <SaveSheet found={found} answer={answer} />
    </>
  );
}

function goodsOf({ names, count }: ListsData['lists'][number]): string {
  if (count === 0) return 'Товаров нет';
  return count > names.length ? `${names.join(' · ')} · ещё\u00a0${count - names.length}` : names.join(' · ');
}

function SaveSheet({ found, answer }: { found: ListsData; answer: FormAnswer | null }) {
  const sent = { done: null, answer };
  const refused = answerTo(sent, 'save');
  const sources = sourcesOf(found);
  const chosen = sources.find(({ value }) => value === (refused?.values?.source ?? found.from)) ?? sources[0];
  if (!chosen) {
    return (
      <Section id="save" title="Новый список" sent={sent}>
        <p>
          Отметьте товары сердечком или положите их в корзину: из <Link to={favoritesUrl()}>избранного</Link> и корзины
          можно сделать список.
        </p>
      </Section>
    );
  }
  return (
    <Section id="save" title="Новый список" sent={sent}>
      <FieldForm
        name="save"
        rules={saveListForm}
        answer={refused}
        fields={(check) => <SaveFields check={check} sources={sources} chosen={chosen.value} />}
      >
        <button type="submit" className="btn btn--primary">
          <Icon name="bookmark-plus" />
          Сохранить
        </button>
      </FieldForm>
    </Section>
  );
}

type Source = { value: 'favourites' | 'cart'; words: string; count: number };

/** What there is to save. */
function sourcesOf({ favourites, cart }: ListsData): Source[] {
  const all: Source[] = [
    { value: 'favourites', words: 'Избранное', count: favourites },
    { value: 'cart', words: 'Корзина', count: cart },
  ];
  return all.filter(({ count }) => count > 0);
}

type SaveFieldsProps = {
  check: FormCheck<keyof typeof saveListForm>;
  sources: Source[];
  chosen: Source['value'];
};

function SaveFields({ check, sources, chosen }: SaveFieldsProps) {
  return (
    <>
      <fieldset className="field">
        <legend className="field__label">{saveListForm.source.label}</legend>
        <div className="opts">
          {sources.map(({ value, words, count }) => (
            <OptionRow
              key={value}
              name="source"
              value={value}
              title={words}
              terms={countOf(count, 'товар', 'товара', 'товаров')}
              defaultChecked={value === chosen}
            />
          ))}
        </div>
      </fieldset>
      <NameFields check={check} />
    </>
  );
}
