import './lists.css';
import { Link } from 'react-router';
import { saveCalculationForm } from '#modules/saved-lists/schema.ts';
import { unbroken } from '#shared/unbroken.ts';
import { calculatorUrl } from '#web/parts/calculator/calculator-url.ts';
import type { FormAnswer } from '#web/parts/forms/form-answer.ts';
import { FormError } from '#web/parts/forms/form-error.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { answerTo, FieldForm } from '../section.tsx';
import { NameFields } from './name-fields.tsx';
import type { ReadCalculation } from './read-calculation.server.ts';

/** What a calculator came to, and the name under which it is kept. */
export function CalculationScreen({ found, answer }: { found: ReadCalculation; answer: FormAnswer | null }) {
  const { slug, product_name, numbers, formula, amount, extras, name } = found;
  const refused = answerTo({ done: null, answer }, 'save');
  return (
    <section className="sheet" id="save">
      <h1>Сохранить расчёт</h1>
      <FormError words={refused?.error} className="lk__said" />
      <dl className="kv lists">
        <div>
          <dt>{unbroken(product_name)}</dt>
          <dd>{amount}</dd>
        </div>
        {extras.map((extra) => (
          <div key={extra.id}>
            <dt>{unbroken(extra.name)}</dt>
            <dd>{extra.amount}</dd>
          </div>
        ))}
      </dl>
      <div className="lists__calc">
        <p className="small soft num">{formula}</p>
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
