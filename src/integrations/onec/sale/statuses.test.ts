import { expect, test } from 'vitest';
import { stateOfStatus } from './statuses.ts';

test.each([
  // УТ 11, КА 2, ERP: statuses, and states that they work out of orders.
  ['На согласовании', null],
  ['К обеспечению', 'assembling'],
  ['К отгрузке', 'assembling'],
  ['Закрыт', 'completed'],
  ['В резерве', 'assembling'],
  ['К выполнению', 'assembling'],
  ['Ожидается согласование', null],
  ['Ожидается аванс (до обеспечения)', null],
  ['Готов к обеспечению', 'assembling'],
  ['Ожидается обеспечение', 'assembling'],
  ['Готов к отгрузке', 'ready'],
  ['В процессе отгрузки', 'assembling'],
  ['Ожидается оплата (после отгрузки)', null],
  ['Готов к закрытию', null],
  // УНФ.
  ['Открыт', null],
  ['В работе', 'assembling'],
  ['Завершён', 'completed'],
  // The shop's own, as its documents and lists name them.
  ['[ready] Готов к выдаче', 'ready'],
  ['in_delivery', 'in_delivery'],
  ['  собирается ', 'assembling'],
  ['Доставлен', 'completed'],
  ['ОТМЕНЕН', 'cancelled'],
  ['', null],
  ['N', null],
])('«%s» of 1C is %s', (status, state) => {
  expect(stateOfStatus(status)).toBe(state);
});
