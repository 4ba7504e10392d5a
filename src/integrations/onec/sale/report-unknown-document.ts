import { composeEmail, shopLines } from '#modules/mail/email.ts';
import { mailExists, storeMail } from '#modules/mail/mails.ts';
import { readSetting } from '#modules/settings/read-setting.ts';
import type { Db } from '#platform/database.ts';
import type { From1c } from './order-of-document.ts';
import { whatToDo } from './unknown-documents.ts';

/**
 * The owner learns of a document whose order the shop does not know, for 1C is answered `success`: it may be money of
 * an order that the shop will cancel as not paid. Once a day for each node, whatever more of them come. Call it in the
 * transaction that notes the refusal. `document`, `why`: in Russian.
 */
export async function reportUnknownDocument(
  db: Db,
  document: string,
  why: string,
  { node_id, now }: From1c,
): Promise<void> {
  const key = `onec node ${node_id} orders unknown ${now.toISOString().slice(0, 10)}`;
  const { email } = await readSetting(db, 'company');
  if (!email || (await mailExists(db, key))) return;
  const node = await db.selectFrom('onec_nodes').select('name').where('id', '=', node_id).executeTakeFirstOrThrow();
  const title = '1С прислала документ о заказе, которого магазин не знает';
  const message = composeEmail(
    title,
    title,
    [
      {
        kind: 'text',
        text: `Документ не принят. ${whatToDo(document)}`,
      },
      {
        kind: 'facts',
        rows: [
          { name: 'Узел обмена', value: node.name },
          { name: 'Документ 1С', value: document },
          { name: 'Причина', value: why },
        ],
      },
      {
        kind: 'text',
        text: 'Об остальных таких документах этого узла за день магазин не напишет: все они стоят в «Обмене с 1С» → «Неизвестные заказы».',
      },
    ],
    shopLines,
  );
  await storeMail(db, key, email, message);
}
