import './lists.css';
import { saveListForm } from '#modules/saved-lists/schema.ts';
import { countOf } from '#shared/plurals.ts';
import { unbroken } from '#shared/unbroken.ts';
import { cartUrl, favoritesUrl } from '#shared/urls.ts';
import type { FormAnswer } from '#web/parts/forms/form-answer.ts';
import { FormError } from '#web/parts/forms/form-error.tsx';
import { OptionRow } from '#web/ui/choice.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Link } from '#web/ui/link.tsx';
import { Note } from '#web/ui/note.tsx';
import { answerTo, FieldForm, Section } from '../section.tsx';
import { ListRow } from './list-row.tsx';
import { NameFields } from './name-fields.tsx';
import type { ListsData } from './route.tsx';

/** A person's lists, and the form that makes one of the favourites, of the cart or an empty one. */
export function ListsScreen({ found, answer }: { found: ListsData; answer: FormAnswer | null }) {
  const { lists, done } = found;
  return (
    <>
      <section className="sheet">
        <div className="row between row--wrap lists__top">
          <div>
            <h1>Списки товаров</h1>
            {lists.length > 0 && found.firm_prices !== null ? (
              <p className="small soft lists__facts">
                {unbroken(`Цены для бизнеса и наличие на сегодня, г. ${found.firm_prices}.`)}
              </p>
            ) : null}
          </div>
          {lists.length > 0 ? <FoldedNew found={found} answer={answer} /> : null}
        </div>
        <div role="status">
          {done === 'remove' && !answer ? (
            <Note kind="ok" className="lk__said">
              Список удалён.
            </Note>
          ) : null}
        </div>
        {lists.length === 0 ? (
          <p className="lk__lead">
            Списков пока нет. Соберите товары под одним названием, например «Кухня», и покупайте их одной кнопкой с
            любого устройства.
          </p>
        ) : (
          <ul className="lkrows lists">
            {lists.map((list) => (
              <ListRow key={list.id} list={list} isFirm={found.firm_prices !== null} />
            ))}
          </ul>
        )}
      </section>
      {lists.length > 0 ? null : (
        <Section id="save" title="Новый список" sent={{ done: null, answer }}>
          <SaveForm found={found} answer={answer} />
        </Section>
      )}
    </>
  );
}

type SaveProps = { found: ListsData; answer: FormAnswer | null };

/** Beside lists the form of another is folded into its button until it is asked for, or refused. */
function FoldedNew({ found, answer }: SaveProps) {
  const refused = answerTo({ done: null, answer }, 'save');
  return (
    <details className="lkdetails" id="save" open={found.from !== null || refused !== null || undefined}>
      <summary className="btn btn--quiet btn--sm">
        <Icon name="plus" size="s" />
        Новый список
      </summary>
      <FormError words={refused?.error} className="lk__said" />
      <SaveForm found={found} answer={answer} />
    </details>
  );
}

const exampleNames = ['Кухня', 'Ванная', 'Балкон', 'Дача', 'Гараж'];

function SaveForm({ found, answer }: SaveProps) {
  const refused = answerTo({ done: null, answer }, 'save');
  const taken = found.lists.map(({ name }) => name.toLowerCase());
  const example = exampleNames.find((name) => !taken.includes(name.toLowerCase()));
  const sources = sourcesOf(found);
  const chosen = sources.find(({ value }) => value === (refused?.values?.source ?? found.from)) ?? sources[0];
  return (
    <FieldForm
      name="save"
      className="lk__line lists__new"
      rules={saveListForm}
      answer={refused}
      fields={(check) => (
        <>
          {chosen ? (
            <Sources sources={sources} chosen={chosen.value} />
          ) : (
            <EmptyAlone isFirst={found.lists.length === 0} />
          )}
          <NameFields check={check} {...(example && { placeholder: `Например, ${example}` })} />
        </>
      )}
    >
      {/* Beside lists that go into the cart a new one comes second. */}
      <button type="submit" className={`btn btn--${found.lists.length > 0 ? 'quiet' : 'primary'}`}>
        <Icon name="plus" />
        {chosen ? 'Сохранить' : 'Создать список'}
      </button>
    </FieldForm>
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

/** Neither favourites nor a cart: the list is begun empty; whoever begins the first is told how it fills. */
function EmptyAlone({ isFirst }: { isFirst: boolean }) {
  return (
    <>
      <input type="hidden" name="source" value="empty" />
      {isFirst ? (
        <p>
          {unbroken('Товары добавляйте с их страниц, ссылкой «В список», или начните с ')}
          <Link className="link" to={favoritesUrl()}>
            избранного
          </Link>{' '}
          или{' '}
          <Link className="link" to={cartUrl()}>
            корзины
          </Link>
          .
        </p>
      ) : null}
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
