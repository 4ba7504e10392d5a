import { isInn, isKpp, isOgrn } from './company-numbers.ts';
import { fieldMessages } from './field-messages.ts';

/** A firm as its form holds it; empty text: left out. */
export type CompanyFields = { inn: string; name: string; kpp: string; ogrn: string; legal_address: string };

/** The form's texts without double spaces; numbers without any. */
export function companyFields(form: FormData): CompanyFields {
  const text = (name: string) =>
    String(form.get(name) ?? '')
      .replace(/[\s\u0000-\u001f\u007f]+/g, ' ')
      .trim();
  const digits = (name: string) => text(name).replaceAll(' ', '');
  return {
    inn: digits('inn'),
    name: text('name'),
    kpp: digits('kpp').toUpperCase(),
    ogrn: digits('ogrn'),
    legal_address: text('legal_address'),
  };
}

/** What is wrong with it, by field. The same in the browser and on the server. */
export function companyProblems({ inn, name, kpp, ogrn, legal_address }: CompanyFields) {
  const problems: Partial<Record<keyof CompanyFields, string>> = {};
  if (inn === '') problems.inn = fieldMessages.required;
  else if (!isInn(inn)) problems.inn = fieldMessages.inn;
  if (name === '') problems.name = fieldMessages.required;
  else if (name.length < 2) problems.name = fieldMessages.minLength(2);
  else if (name.length > 250) problems.name = fieldMessages.maxLength(250);
  if (kpp !== '' && inn.length === 12) problems.kpp = 'У предпринимателя КПП нет: оставьте поле пустым';
  else if (kpp !== '' && !isKpp(kpp)) problems.kpp = 'КПП — 9 знаков, например 770701001';
  if (ogrn !== '' && !isOgrn(ogrn)) problems.ogrn = 'Проверьте ОГРН: 13 цифр, у предпринимателя 15';
  else if (ogrn !== '' && (inn.length === 10) !== (ogrn.length === 13))
    problems.ogrn = 'У организации ОГРН из 13 цифр, у предпринимателя из 15';
  if (legal_address.length > 500) problems.legal_address = fieldMessages.maxLength(500);
  return problems;
}
