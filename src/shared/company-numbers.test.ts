import { expect, test } from 'vitest';
import { isAccount, isBik, isCorrespondentAccount, isInn, isKpp, isOgrn } from './company-numbers.ts';

test('[S1-03] ИНН of organisations and persons are checked by their control digits', () => {
  const valid = ['7707083893', '7736207543', '7721581040', '3525000006', '3528000004'];
  for (const inn of [...valid, '773006366201', '500100732259', '352500000010']) expect(isInn(inn), inn).toBe(true);
  for (const inn of ['7707083894', '500100732250', '0000000000', '000000000000', '770708389', '77О7083893', ''])
    expect(isInn(inn), inn).toBe(false);
});

test('ОГРН, ОГРНИП and КПП are checked by their rules', () => {
  for (const ogrn of ['1027700132195', '1027700229193', '319352500000009']) expect(isOgrn(ogrn), ogrn).toBe(true);
  for (const ogrn of ['1027700132196', '2027700132195', '319352500000008', '419352500000009', '102770013219'])
    expect(isOgrn(ogrn), ogrn).toBe(false);
  for (const kpp of ['770701001', '7707AB001']) expect(isKpp(kpp), kpp).toBe(true);
  for (const kpp of ['77070100', '7707ab001', '77070100А', '']) expect(isKpp(kpp), kpp).toBe(false);
});

test('bank accounts fit their БИК', () => {
  expect(isBik('044525225')).toBe(true);
  expect(isBik('944525225')).toBe(false);
  expect(isCorrespondentAccount('30101810400000000225', '044525225')).toBe(true);
  expect(isCorrespondentAccount('30101810400000000226', '044525225')).toBe(false);
  // The control digit stands ninth: of the ten possible accounts exactly one fits.
  const fitting = Array.from({ length: 10 }, (_, digit) => `40702810${digit}00000000101`).filter((account) =>
    isAccount(account, '044525225'),
  );
  expect(fitting).toHaveLength(1);
});
