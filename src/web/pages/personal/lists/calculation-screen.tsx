import './lists.css';
import { addToListForm, saveCalculationForm } from '#modules/saved-lists/schema.ts';
import { formatPrice } from '#shared/money.ts';
import { unbroken } from '#shared/unbroken.ts';
import { productUrl } from '#shared/urls.ts';
import { calculatorUrl } from '#web/parts/calculator/calculator-url.ts';
import type { FormAnswer } from '#web/parts/forms/form-answer.ts';
import { FormError } from '#web/parts/forms/form-error.tsx';
import { FormField } from '#web/parts/forms/form-field.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Link } from '#web/ui/link.tsx';
import { Picture } from '#web/ui/picture.tsx';
import { answerTo, FieldForm, SmallForm } from '../section.tsx';
import { NameFields } from './name-fields.tsx';
import type { ReadCalculation } from './read-calculation.server.ts';
import type { ListsData } from './route.tsx';

type CalculationScreenProps = { found: ReadCalculation; lists: ListsData['lists']; answer: FormAnswer | null };

/** What a calculator came to: it is kept under a name or on a list that is there already, or goes into the cart. */
export function CalculationScreen({ found, lists, answer }: CalculationScreenProps) {
  const refusedOf = (name: string) => answerTo({ done: null, answer }, name);
  return (
    <>
      <Calculation found={found} refused={refusedOf('cart')} />
      <div className="lk__two">
        <section className="sheet" id="save" aria-labelledby="save-title">
          <h2 id="save-title">Новый список</h2>
          <FormError words={refusedOf('save')?.error} className="lk__said" />
          <FieldForm
            name="save"
            rules={saveCalculationForm}
            answer={refusedOf('save')}
            values={{ name: found.name }}
            fields={(check) => <NameFields check={check} />}
          >
            <button type="submit" className="btn btn--primary">
              <Icon name="bookmark-plus" />
              Сохранить
            </button>
          </FieldForm>
        </section>
        {lists.length > 0 ? (
          <section className="sheet" id="list" aria-labelledby="list-title">
            <h2 id="list-title">В существующий список</h2>
            <FormError words={refusedOf('list')?.error} className="lk__said" />
            <FieldForm
              name="list"
              rules={addToListForm}
              answer={refusedOf('list')}
              fields={(check) => (
                <FormField of={check} name="list">
                  {lists.map(({ id, name }) => (
                    <option key={id} value={id}>
                      {name}
                    </option>
                  ))}
                </FormField>
              )}
            >
              <button type="submit" className="btn btn--quiet">
                Добавить
              </button>
            </FieldForm>
          </section>
        ) : null}
      </div>
    </>
  );
}

function Calculation({ found, refused }: { found: ReadCalculation; refused: FormAnswer | null }) {
  const { slug, product_name, numbers, formula, amount, amount_to_buy, image, total, extras } = found;
  return (
    <section className="sheet">
      <h1>Сохранить расчёт</h1>
      <FormError words={refused?.error} className="lk__said" />
      <div className="row lists__product">
        <span className="pic">
          {image ? <Picture path={image} width={64} height={64} alt="" /> : <Icon name="package" size="l" />}
        </span>
        <div>
          <Link className="b link" to={productUrl(slug)}>
            {unbroken(product_name)}
          </Link>
          <p className="small soft num">{formula}</p>
        </div>
      </div>
      <dl className="kv lists">
        <div>
          <dt>{extras.length > 0 ? unbroken(product_name) : 'Понадобится'}</dt>
          <dd>{amount}</dd>
        </div>
        {extras.map((extra) => (
          <div key={extra.id}>
            <dt>{unbroken(extra.name)}</dt>
            <dd>{extra.amount}</dd>
          </div>
        ))}
        {total === null ? null : (
          <div>
            <dt>{extras.length > 0 ? 'Всё вместе сегодня' : 'Сегодня стоит'}</dt>
            <dd>
              <b className="b num">{formatPrice(total)}</b>
            </dd>
          </div>
        )}
      </dl>
      <div className="lists__calc">
        <p>
          <Link className="link" to={calculatorUrl(slug, numbers)}>
            Изменить числа
          </Link>
        </p>
      </div>
      <SmallForm name="cart">
        <button type="submit" className="btn btn--line">
          <Icon name="shopping-cart" />
          {extras.length > 0 ? 'Всё' : amount_to_buy} в корзину
        </button>
      </SmallForm>
    </section>
  );
}
