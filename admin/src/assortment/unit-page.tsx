import { useParams } from 'react-router';
import { countOf } from '#shared/plurals.ts';
import { Field } from '../parts/field.tsx';
import { WholeInput } from '../parts/whole-input.tsx';
import { TextField } from '../record/text-field.tsx';
import { type RecordForm, useRecord } from '../record/use-record.ts';
import type { Unit } from './assortment-types.ts';
import { unitWords } from './assortment-words.ts';
import { RecordPage } from './record-page.tsx';

export function UnitPage() {
  const { id = '' } = useParams();
  return <UnitOf key={id} id={id} />;
}

/** How people read a unit: «1 пара, 2 пары, 5 пар, за пару, от 1 пары, от 5 пар». */
function UnitOf({ id }: { id: string }) {
  const form = useRecord<Unit>(
    `/api/admin/units/${encodeURIComponent(id)}`,
    ({ short, parts, is_counted_short, forms }) => ({ short, parts, is_counted_short, forms }),
  );
  const { fields, set, errors } = form;
  return (
    <RecordPage
      form={form}
      kind="Единица"
      title={(unit) => unit.id}
      list={{ label: 'Единицы', to: '/catalogue/units' }}
      resource="units"
      id={id}
      words={unitWords}
      actions={({ products }) => <span className="soft">{countOf(products, 'товар', 'товара', 'товаров')}</span>}
    >
      {(unit) => (
        <>
          <div className="form form-pair">
            <TextField form={form} name="short" label="Сокращение" hint="Рядом с числом и после дроби: м, меш., пара" />
            <Field
              label="Во сколько раз показанная больше продаваемой"
              hint={`1, если показываем как продаём; 10, если продаём по «0,1 м», а показываем метры`}
              error={errors.parts}
            >
              {(given) => <WholeInput {...given} value={fields.parts} onChange={(value) => set('parts', value)} />}
            </Field>
          </div>
          <label className="check">
            <input
              type="checkbox"
              checked={fields.is_counted_short === true}
              onChange={({ target }) => set('is_counted_short', target.checked)}
            />
            После числа писать сокращение: «5 м», а не «5 метров»
          </label>
          <Forms form={form} name={unit.id} />
        </>
      )}
    </RecordPage>
  );
}

const places = ['1 …', '2 …', '5 …', 'за …', 'от 1 …', 'от 5 …'];

function Forms({ form: { fields, set, errors }, name }: { form: RecordForm<Unit>; name: string }) {
  const forms = fields.forms as string[] | null;
  return (
    <>
      <label className="check">
        <input
          type="checkbox"
          checked={forms !== null && forms !== undefined}
          onChange={({ target }) => set('forms', target.checked ? places.map(() => name) : null)}
        />
        Слово склоняется
      </label>
      {forms ? (
        <div className="form form-pair">
          {places.map((place, at) => (
            <Field key={place} label={place} error={errors[`forms.${at}`]}>
              {(given) => (
                <input
                  {...given}
                  autoComplete="off"
                  value={forms[at] ?? ''}
                  onChange={({ target }) =>
                    set(
                      'forms',
                      forms.map((form, n) => (n === at ? target.value : form)),
                    )
                  }
                />
              )}
            </Field>
          ))}
        </div>
      ) : null}
    </>
  );
}
