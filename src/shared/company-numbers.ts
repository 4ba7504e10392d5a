import { ensure } from './ensure.ts';

/**
 * Numbers of Russian firms and banks by their control digits. All take and keep text: regions 01–09 begin
 * with a zero.
 */

/** ИНН of an organisation (10 digits) or a person (12); all zeros are refused although they fit. */
export function isInn(inn: string): boolean {
  if (!/^([0-9]{10}|[0-9]{12})$/.test(inn) || /^0+$/.test(inn)) return false;
  const digits = [...inn].map(Number);
  const control = (weights: number[]) =>
    (weights.reduce((sum, weight, index) => sum + weight * ensure(digits[index]), 0) % 11) % 10;
  if (inn.length === 10) return control([2, 4, 10, 3, 5, 9, 4, 6, 8]) === digits[9];
  return (
    control([7, 2, 4, 10, 3, 5, 9, 4, 6, 8]) === digits[10] &&
    control([3, 7, 2, 4, 10, 3, 5, 9, 4, 6, 8]) === digits[11]
  );
}

/** What is wrong with an ИНН, in words; null: nothing. */
export function innProblem(inn: string): string | null {
  if (!/^([0-9]{10}|[0-9]{12})$/.test(inn)) return 'ИНН — 10 цифр, у предпринимателя 12';
  return isInn(inn) ? null : 'В ИНН неверная контрольная цифра';
}

/** КПП has no control digit; only organisations have one. */
export function isKpp(kpp: string): boolean {
  return /^[0-9]{4}[0-9A-Z]{2}[0-9]{3}$/.test(kpp);
}

/** ОГРН of an organisation (13 digits) or ОГРНИП of a person (15). */
export function isOgrn(ogrn: string): boolean {
  if (/^[15][0-9]{12}$/.test(ogrn)) return (Number(ogrn.slice(0, 12)) % 11) % 10 === Number(ogrn[12]);
  if (/^3[0-9]{14}$/.test(ogrn)) return (Number(ogrn.slice(0, 14)) % 13) % 10 === Number(ogrn[14]);
  return false;
}

/** БИК of a Russian bank, or of the Bank of Russia itself. */
export function isBik(bik: string): boolean {
  return /^(04|0[0-2])[0-9]{7}$/.test(bik);
}

/** A current account at the bank of this БИК. */
export function isAccount(account: string, bik: string): boolean {
  return /^[0-9]{20}$/.test(account) && isBik(bik) && isControlled(bik.slice(-3) + account);
}

/** The bank's own account at the Bank of Russia. */
export function isCorrespondentAccount(account: string, bik: string): boolean {
  return /^[0-9]{20}$/.test(account) && isBik(bik) && isControlled(`0${bik.slice(4, 6)}${account}`);
}

function isControlled(digits: string): boolean {
  const sum = [...digits].reduce(
    (total, digit, index) => total + ((Number(digit) * ensure([7, 1, 3][index % 3])) % 10),
    0,
  );
  return sum % 10 === 0;
}
