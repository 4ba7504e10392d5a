import { Plus, Trash2 } from 'lucide-react';
import { Button } from '../parts/button.tsx';
import { Field } from '../parts/field.tsx';
import { WholeInput } from '../parts/whole-input.tsx';
import type { RecordForm } from '../record/use-record.ts';
import type { Delivery } from './delivery-tab.tsx';

type Transfer = Delivery['transfers'][number];

/** Out of which other branches goods are brought to this one; what is not named here is promised to nobody. */
export function Transfers({ form: { body, fields, set, errors } }: { form: RecordForm<Delivery> }) {
  const rows = (fields.transfers ?? []) as readonly Transfer[];
  const others = body?.others ?? [];
  const put = (next: readonly Transfer[]) => set('transfers', next);
  const free = others.find(({ id_1c }) => rows.every(({ from_id_1c }) => from_id_1c !== id_1c));
  return (
    <section className="panel" aria-labelledby="transfers">
      <div className="panel-head">
        <h2 id="transfers">Привозим из других филиалов</h2>
        <div className="panel-actions">
          <Button
            size="small"
            icon={<Plus size={14} aria-hidden="true" />}
            disabled={!free}
            onClick={() => free && put([...rows, { from_id_1c: free.id_1c, days_min: 1, days_max: 3 }])}
          >
            Добавить филиал
          </Button>
        </div>
      </div>
      <p className="soft branch-note">
        На странице товара, которого здесь нет, а там есть, покупатель увидит срок и попросит привезти. Без строки сайт
        ничего не обещает.
      </p>
      {errors.transfers ? <p className="field-error branch-note">{errors.transfers}</p> : null}
      <div className="form branch-fields">
        {rows.map((row, at) => {
          const city = others.find(({ id_1c }) => id_1c === row.from_id_1c)?.city ?? row.from_id_1c;
          const change = (next: Partial<Transfer>) =>
            put(rows.map((other, n) => (n === at ? { ...other, ...next } : other)));
          const days = (field: 'days_min' | 'days_max', label: string) => (
            <Field label={label} error={errors[`transfers.${at}.${field}`]}>
              {(given) => (
                <WholeInput
                  {...given}
                  value={row[field]}
                  onChange={(value) => change({ [field]: value } as unknown as Partial<Transfer>)}
                />
              )}
            </Field>
          );
          return (
            <div key={row.from_id_1c} className="form form-pair">
              <Field label="Из какого филиала" error={errors[`transfers.${at}.from_id_1c`]}>
                {(given) => (
                  <select
                    {...given}
                    value={row.from_id_1c}
                    onChange={({ target }) => change({ from_id_1c: target.value })}
                  >
                    {others.map((other) => (
                      <option key={other.id_1c} value={other.id_1c}>
                        {other.city}
                      </option>
                    ))}
                  </select>
                )}
              </Field>
              {days('days_min', 'Везём от, дней')}
              {days('days_max', 'до, дней')}
              <button
                type="button"
                className="icon-button"
                aria-label={`Не привозить: ${city}`}
                onClick={() => put(rows.filter((_, n) => n !== at))}
              >
                <Trash2 size={16} aria-hidden="true" />
              </button>
            </div>
          );
        })}
      </div>
    </section>
  );
}
