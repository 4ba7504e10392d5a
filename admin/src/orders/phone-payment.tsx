import { type PaymentMethod, paymentMethodWords, replacementRuleWords } from '#shared/order-states.ts';
import { Field } from '../parts/field.tsx';

export type Terms = {
  method: PaymentMethod;
  company: { name: string; inn: string };
  rule: 'call' | 'replace' | 'remove';
  comment: string;
};

export const usualTerms: Terms = { method: 'on_receipt', company: { name: '', inn: '' }, rule: 'call', comment: '' };

type Props = {
  terms: Terms;
  set: (terms: Terms) => void;
  methods: readonly PaymentMethod[];
  /** An invoice is for a firm: whose buyer has none in the shop yet. */
  needsCompany: boolean;
  fields: Record<string, string>;
};

/** How it is paid, for whom the invoice is, and what to do when something is missing. */
export function PaymentFields({ terms, set, methods, needsCompany, fields }: Props) {
  return (
    <>
      <fieldset className="chips">
        <legend>Оплата</legend>
        {methods.map((one) => (
          <button
            key={one}
            type="button"
            className="chip"
            aria-pressed={terms.method === one}
            onClick={() => set({ ...terms, method: one })}
          >
            {one === 'online' ? 'По ссылке из письма' : one === 'invoice' ? 'По счёту' : paymentMethodWords[one]}
          </button>
        ))}
      </fieldset>
      {fields['payment.method'] ? <p className="field-error small">{fields['payment.method']}</p> : null}
      {needsCompany ? (
        <>
          <Field label="Организация" error={fields['company.name']}>
            {(given) => (
              <input
                {...given}
                type="text"
                value={terms.company.name}
                onChange={({ target }) => set({ ...terms, company: { ...terms.company, name: target.value } })}
              />
            )}
          </Field>
          <Field label="ИНН" error={fields['company.inn']}>
            {(given) => (
              <input
                {...given}
                type="text"
                inputMode="numeric"
                value={terms.company.inn}
                onChange={({ target }) => set({ ...terms, company: { ...terms.company, inn: target.value } })}
              />
            )}
          </Field>
        </>
      ) : null}
      <Field label="Если чего-то нет">
        {(given) => (
          <select
            {...given}
            value={terms.rule}
            onChange={({ target }) => set({ ...terms, rule: target.value as Terms['rule'] })}
          >
            {Object.entries(replacementRuleWords).map(([key, words]) => (
              <option key={key} value={key}>
                {words}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label="Комментарий">
        {(given) => (
          <textarea
            {...given}
            rows={2}
            maxLength={1000}
            value={terms.comment}
            onChange={({ target }) => set({ ...terms, comment: target.value })}
          />
        )}
      </Field>
    </>
  );
}
