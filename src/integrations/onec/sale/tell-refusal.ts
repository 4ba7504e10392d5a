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

/** `document`: what was not taken, in words; null: the order itself did not go to 1C. */
export type Refusal1c = { order_id: string; document: string | null; why: string; now: Date };

/**
 * What 1C and the shop do not agree about is told to people: a line in the order's history, without the reason, for
 * buyers may read that, and an email with it to the branch, or to the shop's own address where the branch has none.
 * Once for each reason of each document, however often 1C sends it. Call it in the transaction that notes the refusal.
 */
export async function tellRefusal(db: Db, { order_id, document, why, now }: Refusal1c): Promise<void> {
  const order = await getOrder(db, order_id);
  if (!order) return;
  const history =
    document === null
      ? 'заказ не передан в учёт: причина в журнале обмена'
      : `документ «${document}» не принят: причина в журнале обмена`;
  if (!order.moves.some((move) => move.why === history))
    await writeHistory(db, order_id, { who: shopName, why: history, now });
  const to = order.branch.email || (await readSetting(db, 'company')).email;
  if (!to) return;
  const facts = [
    { name: 'Заказ', value: `${order.number}` },
    { name: 'Состояние', value: orderStateWord(order.state, order.receiving.type) },
    { name: 'Сумма', value: formatPrice(order.total) },
    ...(document === null ? [] : [{ name: 'Документ 1С', value: document }]),
    { name: 'Причина', value: why },
  ];
  const reason = createHash('sha256').update(`${document}\n${why}`).digest('base64url');
  await storeMail(db, `onec order ${order_id} refused ${reason}`, to, refusalEmail(order.number, document, facts));
}

function refusalEmail(number: number, document: string | null, facts: { name: string; value: string }[]): EmailMessage {
  const title = document === null ? `Заказ ${number} не передан в 1С` : `Заказ ${number}: документ 1С не принят`;
  return composeEmail(
    title,
    title,
    [
      {
        kind: 'text',
        text:
          document === null
            ? 'Документ для 1С по этому заказу не составить. Остальные заказы переданы.'
            : 'То, что сделано с заказом в 1С, расходится с магазином. В заказе ничего не изменилось: решите, что верно, и исправьте заказ или документ.',
      },
      { kind: 'facts', rows: facts },
      {
        kind: 'text',
        text: `Всё, что пришло о заказе из 1С, покажет команда npm run shop -- onec orders show ${number}. По этой причине магазин пишет один раз.`,
      },
    ],
    shopLines,
  );
}
