import { composeEmail, shopLines } from '#modules/mail/email.ts';
import { storeMail } from '#modules/mail/mails.ts';
import { readSetting } from '#modules/settings/read-setting.ts';
import type { Db } from '#platform/database.ts';
import { formatDateTime } from '#shared/dates.ts';
import { ensure } from '#shared/ensure.ts';

const zone = 'Europe/Moscow';

/**
 * The owner learns of a file of orders that was not read to its end: 1C may have been answered `success`, for it does
 * not wait for every file (decision 532). Once a day for each node, since 1C sends the same again and again. Call it in
 * the transaction that ends the file. `why`: a sentence in Russian.
 */
export async function reportUnreadFile(db: Db, order_file_id: number, why: string, now: Date): Promise<void> {
  const { email } = await readSetting(db, 'company');
  if (!email) return;
  const file = await db
    .selectFrom('onec_order_files as f')
    .innerJoin('onec_sessions as s', 's.id', 'f.session_id')
    .innerJoin('onec_nodes as n', 'n.id', 's.node_id')
    .select(['f.name', 'f.done', 'f.received_at', 's.node_id', 'n.name as node'])
    .where('f.id', '=', order_file_id)
    .executeTakeFirst();
  const { name, done, received_at, node_id, node } = ensure(file);
  const title = 'Файл с заказами из 1С не принят до конца';
  const message = composeEmail(
    title,
    title,
    [
      {
        kind: 'text',
        text: 'Документы, которые стоят в файле раньше сбоя, приняты, остальные нет. Запустите обмен заказами в 1С ещё раз: принятое дважды не учитывается.',
      },
      {
        kind: 'facts',
        rows: [
          { name: 'Узел обмена', value: node },
          { name: 'Файл', value: name },
          { name: 'Пришёл', value: formatDateTime(received_at, zone) },
          { name: 'Принято документов', value: String(done) },
          { name: 'Причина', value: why },
        ],
      },
      {
        kind: 'text',
        text: 'Об остальных таких файлах этого узла за день магазин не напишет: все они стоят в управлении, «Обмен с 1С» → «Файлы заказов».',
      },
    ],
    shopLines,
  );
  await storeMail(db, `onec node ${node_id} orders unread ${now.toISOString().slice(0, 10)}`, email, message);
}
