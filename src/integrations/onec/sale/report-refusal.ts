import { createHash } from 'node:crypto';
import { composeEmail, type EmailMessage, shopLines } from '#modules/mail/email.ts';
import { storeMail } from '#modules/mail/mails.ts';
import { getOrder } from '#modules/orders/queries.ts';
import { writeHistory } from '#modules/orders/write-history.ts';
import { readSetting } from '#modules/settings/read-setting.ts';
import type { Db } from '#platform/database.ts';
import { formatPrice } from '#shared/money.ts';
import { orderStateWord } from '#shared/order-states.ts';
import { shopName } from './document-words.ts';

/**
 * The order itself did not go to 1C; its document was refused, or a part of it was not taken; 1C took back the money
 * that had paid it; the money that it names is not all of it.
 */
type Kind = 'not_handed' | 'refused' | 'partly' | 'unpaid' | 'part';

/** `document`: what it is about, in words; '' where the order itself did not go to 1C. */
export type Refusal1c = { order_id: string; document: string; kind: Kind; why: string; now: Date };

/**
 * What 1C and the shop do not agree about, or money that does not pay an order, is reported to people: a line in the
 * order's history, without the reason unless it is the buyer's own money, for buyers may read that, and an email with
 * it to the branch, or to the shop's own address where the branch has none. Once for each reason of each document,
 * however often 1C sends it. Call it in the transaction that notes the refusal.
 */
export async function reportRefusal(db: Db, { order_id, document, kind, why, now }: Refusal1c): Promise<void> {
  const order = await getOrder(db, order_id);
  if (!order) return;
  const history = historyWords(kind, document, why);
  if (history !== null && !order.moves.some((move) => move.why === history))
    await writeHistory(db, order_id, { who: shopName, why: history, now });
  const to = order.branch.email || (await readSetting(db, 'company')).email;
  if (!to) return;
  const facts = [
    { name: 'Заказ', value: `${order.number}` },
    { name: 'Состояние', value: orderStateWord(order.state, order.receiving.type) },
    { name: 'Сумма', value: formatPrice(order.total) },
    ...(document === '' ? [] : [{ name: 'Документ 1С', value: document }]),
    { name: 'Причина', value: why },
  ];
  const reason = createHash('sha256')
    .update(`${document || null}\n${why}${kind === 'unpaid' ? now.toISOString() : ''}`)
    .digest('base64url');
  await storeMail(db, `onec order ${order_id} refused ${reason}`, to, refusalEmail(order.number, kind, facts));
}

/** null: the move of the payment says it. */
function historyWords(kind: Kind, document: string, why: string): string | null {
  if (kind === 'part') return why.slice(0, 1_000);
  if (kind === 'not_handed') return 'заказ не передан в учёт: причина в журнале обмена';
  if (kind === 'unpaid') return null;
  return `документ «${document}» не принят${kind === 'partly' ? ' полностью' : ''}: причина в журнале обмена`;
}

const titles: Record<Kind, (number: number) => string> = {
  not_handed: (number) => `Заказ ${number} не передан в 1С`,
  refused: (number) => `Заказ ${number}: документ 1С не принят`,
  partly: (number) => `Заказ ${number}: документ 1С принят не полностью`,
  unpaid: (number) => `Заказ ${number}: оплата отменена в 1С`,
  part: (number) => `Заказ ${number}: оплачен не полностью`,
};

const texts: Record<Kind, string> = {
  not_handed: 'Документ для 1С по этому заказу не составить. Остальные заказы переданы.',
  refused:
    'То, что сделано с заказом в 1С, расходится с магазином. В заказе ничего не изменилось: решите, что верно, и исправьте заказ или документ.',
  partly:
    'Часть того, что сделано с заказом в 1С, расходится с магазином и не принята, остальное принято. Решите, что верно, и исправьте заказ или документ.',
  unpaid:
    'Заказ снова не оплачен. Товар остаётся в резерве без срока, покупателю магазин об этом не пишет. Если по оплате пробит чек, магазин его не меняет: чек возврата или коррекции пробивает касса, которая его выдала.',
  part: 'Пришло меньше, чем стоит заказ: он не оплачен. Товар остаётся в резерве без срока, покупателю магазин об этом не пишет. Договоритесь с ним об остатке или отмените заказ и верните деньги.',
};

function refusalEmail(number: number, kind: Kind, facts: { name: string; value: string }[]): EmailMessage {
  const title = titles[kind](number);
  return composeEmail(
    title,
    title,
    [
      { kind: 'text', text: texts[kind] },
      { kind: 'facts', rows: facts },
      {
        kind: 'text',
        text: `Всё, что пришло о заказе из 1С, покажет команда npm run shop -- onec orders show ${number}. По этой причине магазин пишет один раз.`,
      },
    ],
    shopLines,
  );
}
