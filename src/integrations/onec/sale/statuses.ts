import { folded } from '#shared/folded.ts';
import { isOrderState, type OrderState, orderStates, orderStateWord } from '#shared/order-states.ts';

/** What bases of 1C call the states of an order, beside the shop's own words; in lower case, е for ё. */
const words = new Map<string, OrderState>([
  ...orderStates.flatMap((state): [string, OrderState][] => [
    [plain(orderStateWord(state, 'pickup')), state],
    [plain(orderStateWord(state, 'delivery')), state],
  ]),
  // УТ 11, КА and ERP: statuses of an order, then what they work out of them. УНФ has «В работе» and «Завершён».
  ['к обеспечению', 'assembling'],
  ['к отгрузке', 'assembling'],
  ['ожидается обеспечение', 'assembling'],
  ['в процессе отгрузки', 'assembling'],
  ['в работе', 'assembling'],
  ['к выполнению', 'assembling'],
  ['в резерве', 'assembling'],
  ['готов к отгрузке', 'ready'],
  ['готов к обеспечению', 'assembling'],
  ['в пути', 'in_delivery'],
  ['доставляется', 'in_delivery'],
  ['выполнен', 'completed'],
  [plain('завершён'), 'completed'],
  ['закрыт', 'completed'],
]);

/**
 * The state behind a status as 1C writes it: the shop's own («[ready] Готов к выдаче», «ready», «Готов к выдаче»), or
 * one of 1C's usual words; null: no status of the shop's.
 */
export function stateOfStatus(status: string): OrderState | null {
  const id = /^\[(\w+)\]/.exec(status.trim())?.[1] ?? status.trim();
  if (isOrderState(id)) return id;
  return words.get(plain(status)) ?? null;
}

/** By these 1C ends its work with an order: shipped, or whatever of it will not be shipped any more. */
const closing = new Set(['закрыт', plain('завершён')]);

/** Whether the status does not say by itself that the goods left. */
export function isClosing(status: string): boolean {
  return closing.has(plain(status));
}

/** Lower case, е for ё, one space. */
export function plain(text: string): string {
  return folded(text).replace(/\s+/g, ' ').trim();
}
