import {
  advertisingConsent,
  email,
  inn,
  personalDataConsent,
  personName,
  phone,
  place,
  street,
} from '#shared/form-fields.ts';
import type { FieldValues, FormRules, TextsOf } from '#shared/form-rules.ts';
import { carryingFields } from '#web/parts/order/receiving/carrying-fields.ts';

const isDelivery = ({ receiving }: FieldValues) => receiving === 'delivery';
const isPickup = (values: FieldValues) => !isDelivery(values);
const isForAnother = ({ is_other_recipient }: FieldValues) => Boolean(is_other_recipient);

/** An invoice is written to a company, so it asks for one too. */
export function buysAsCompany({ is_company, payment }: FieldValues): boolean {
  return Boolean(is_company) || payment === 'invoice';
}

/** S2-05: the checkout's fields in the order of its steps; what these choices hide is not judged. */
export const checkoutForm = {
  receiving: { label: 'Получение' },
  point: { label: 'Пункт выдачи', required: true, when: isPickup },
  pickup_date: { label: 'Когда приедете', type: 'date', when: isPickup },
  pickup_slot: { label: 'Во сколько приедете', when: isPickup },
  place: { ...place, when: isDelivery },
  address: { ...street, when: isDelivery },
  delivery_date: { label: 'Когда привезти', type: 'date', when: isDelivery },
  delivery_slot: { label: 'Во сколько привезти', when: isDelivery },
  ...carryingFields(isDelivery),
  name: personName,
  phone,
  email,
  comment: { label: 'Комментарий', max: 1000, placeholder: 'Например, позвоните за час' },
  is_other_recipient: { label: 'Получит другой человек', type: 'checkbox' },
  recipient_name: { ...personName, label: 'Имя получателя', autoComplete: 'off', when: isForAnother },
  recipient_phone: { ...phone, label: 'Телефон получателя', autoComplete: 'off', when: isForAnother },
  is_company: { label: 'Покупаю как организация — укажу ИНН', type: 'checkbox' },
  company_name: {
    label: 'Название организации',
    required: true,
    min: 2,
    max: 200,
    autoComplete: 'organization',
    when: buysAsCompany,
  },
  company_inn: { ...inn, when: buysAsCompany },
  buyer_number: { label: 'Ваш номер заказа', max: 50, placeholder: 'Попадёт в счёт и УПД', when: buysAsCompany },
  building_site: {
    label: 'Объект',
    max: 200,
    placeholder: 'Для какой стройки, например ЖК «Северный», корпус 2',
    when: buysAsCompany,
  },
  payment: { label: 'Оплата', required: true },
  replacement: { label: 'Если чего-то не хватит' },
  consent_personal_data: { ...personalDataConsent, label: 'Согласие' },
  consent_advertising: advertisingConsent,
} satisfies FormRules;

export type CheckoutField = keyof typeof checkoutForm;
/** What a form sends, and what is put back when the order is refused; of a cart's small form every field is empty. */
export type CheckoutValues = Partial<TextsOf<typeof checkoutForm>>;
