import { expect, test } from 'vitest';
import type { WantedReceipt } from '#integrations/payments/provider.ts';
import { readPayment, toReceiptRequest, vatCode } from './mapping.ts';

test('[S7-36] rates have the numbers of the tax service, 22 % is 11', () => {
  expect([0, 5, 7, 10, 20, 22].map(vatCode)).toEqual([1, 7, 8, 3, 4, 11]);
  expect(() => vatCode(18)).toThrow(RangeError);
});

test('a reason that YooKassa adds to its list is no reason we know, and the payment is read all the same', () => {
  const payment = { id: '1', status: 'canceled', amount: { value: '1.00', currency: 'RUB' } };
  const reasonOf = (reason: string) =>
    readPayment({ ...payment, cancellation_details: { party: 'yoo_money', reason } }).cancellation_reason;
  expect(['insufficient_funds', 'bad_weather'].map(reasonOf)).toEqual(['no_money', 'unknown']);
  expect(readPayment(payment).cancellation_reason).toBeNull();
});

test('[S7-36] a receipt goes to an address that cash desks take, and by phone alone where the address is another', () => {
  const customerWith = (email: string) => {
    const contact = { name: 'Анна', email, phone: '+79210001234' };
    const wanted = { order: { contact, company: null }, items: [], sum: 0, payment_provider_id: '1' };
    return toReceiptRequest({ tax_system: null, delivery_vat: 22 }, wanted as unknown as WantedReceipt).customer;
  };
  expect(customerWith('anna@pochta.example')).toEqual({ email: 'anna@pochta.example', phone: '79210001234' });
  expect(customerWith('почта@пример.рф')).toEqual({ phone: '79210001234' });
});
