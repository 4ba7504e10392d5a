import { expect, test } from 'vitest';
import { errorReport, errorReportQuery, supportNumber } from './support-number.ts';

test('the number is the beginning of the request’s id, and the link that carries it fills the form in', () => {
  const number = supportNumber('7f310912-4a5b-4c6d-8e9f-000000000000');
  expect(number).toBe('E-7F31-0912');
  expect(errorReport(new URLSearchParams(errorReportQuery(number, '/нет/')))).toEqual({
    theme: 'site',
    text: 'Номер ошибки E-7F31-0912, страница /нет/.\n',
  });
});

test('a stranger’s words are no number and no page', () => {
  for (const error of ['', 'E-7F31', 'позвоните +7 999', 'E-7F31-0912 и ещё'])
    expect(errorReport(new URLSearchParams({ error }))).toBeNull();
  const foreign = errorReport(new URLSearchParams({ error: 'E-7F31-0912', page: 'https://evil.example/' }));
  expect(foreign?.text).toBe('Номер ошибки E-7F31-0912.\n');
});
