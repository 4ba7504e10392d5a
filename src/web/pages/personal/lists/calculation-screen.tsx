import './lists.css';
import { Link } from 'react-router';
import { saveCalculationForm } from '#modules/saved-lists/schema.ts';
import { formatPrice } from '#shared/money.ts';
import { unbroken } from '#shared/unbroken.ts';
import { productUrl } from '#shared/urls.ts';
import { calculatorUrl } from '#web/parts/calculator/calculator-url.ts';
import type { FormAnswer } from '#web/parts/forms/form-answer.ts';
import { FormError } from '#web/parts/forms/form-error.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Picture } from '#web/ui/picture.tsx';
import { answerTo, FieldForm } from '../section.tsx';
import { NameFields } from './name-fields.tsx';
import type { ReadCalculation } from './read-calculation.server.ts';

/** What a calculator came to, and the name under which it is kept. */
export function CalculationScreen({ found, answer }: { found: ReadCalculation; answer: FormAnswer | null }) {
  const { slug, product_name, numbers, formula, amount, image, total, extras, name } = found;
  const refused = answerTo({ done: null, answer }, 'save');
  return (
    <section className="sheet" id="save">
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
      <FieldForm
        name="save"
        rules={saveCalculationForm}
        answer={refused}
        values={{ name }}
        fields={(check) => <NameFields check={check} />}
      >
        <button type="submit" className="btn btn--primary">
          <Icon name="bookmark-plus" />
          Сохранить
        </button>
      </FieldForm>
    </section>
  );
}
