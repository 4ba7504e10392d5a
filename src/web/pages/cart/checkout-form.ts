import { type FormRules, formProblems } from '#shared/form-rules.ts';
import { maskTyped } from '#shared/phone-mask.ts';

/** Fields of the checkout by name, as text: what a form sends and what is put back when the order is refused. */
export const checkoutFields = [
  'receiving',
  'point',
  'pickup_date',
  'place',
  'address',
  'delivery_date',
  'name',
  'phone',
  'email',
  'is_other_recipient',
  'recipient_name',
  'recipient_phone',
  'is_company',
  'company_name',
  'company_inn',
  'payment',
  'replacement',
  'comment',
  'consent_personal_data',
  'consent_advertising',
] as const;

export type CheckoutField = (typeof checkoutFields)[number];
export type CheckoutValues = Partial<Record<CheckoutField, string>>;
export type CheckoutErrors = Partial<Record<CheckoutField, string>>;

/** The checkout's part of a sent form; a whole Russian phone comes masked, whichever way it was typed. */
export function readCheckout(form: FormData): CheckoutValues {
  const values: CheckoutValues = {};
  for (const name of checkoutFields) {
    const value = form.get(name);
    if (typeof value !== 'string') continue;
    values[name] = name === 'phone' || name === 'recipient_phone' ? maskTyped(value) : value.trim();
  }
  return values;
}

/** Rules of the fields that count for these choices: a hidden part of the form is not judged. */
export function checkoutRules(values: CheckoutValues): FormRules<CheckoutField> {
  const phone = { label: 'Телефон', type: 'phone' } as const;
  return {
    ...(values.receiving === 'delivery'
      ? {
          place: { label: 'Населённый пункт', required: true, min: 2, max: 120 },
          address: { label: 'Улица, дом, квартира', required: true, min: 3, max: 300 },
          delivery_date: { label: 'Когда привезти', type: 'date' },
        }
      : {
          point: { label: 'Пункт выдачи', required: true },
          pickup_date: { label: 'Когда приедете', type: 'date' },
        }),
    name: { label: 'Имя и фамилия', required: true, min: 2, max: 120 },
    phone: { ...phone, required: true },
    email: { label: 'E-mail', type: 'email', required: true, max: 200 },
    ...(values.is_other_recipient && {
      recipient_name: { label: 'Имя получателя', required: true, min: 2, max: 120 },
      recipient_phone: { ...phone, label: 'Телефон получателя', required: true },
    }),
    ...(buysAsCompany(values) && {
      company_name: { label: 'Название организации', required: true, min: 2, max: 200 },
      company_inn: { label: 'ИНН', required: true, type: 'inn' },
    }),
    payment: { label: 'Оплата', required: true },
    comment: { label: 'Комментарий', max: 1000 },
    consent_personal_data: { label: 'Согласие', type: 'checkbox', required: true },
  };
}

/** An invoice is written to a company, so it asks for one too. */
export function buysAsCompany(values: CheckoutValues): boolean {
  return Boolean(values.is_company) || values.payment === 'invoice';
}

/** Every broken field with its sentence, in the order of the page. Runs in the browser on blur and submit, on the server before placing. */
export function checkoutErrors(values: CheckoutValues): CheckoutErrors {
  return formProblems(values, checkoutRules(values));
}
