import { composeEmail, shopLines } from '#modules/mail/email.ts';
import { storeMail } from '#modules/mail/mails.ts';
import { readSetting } from '#modules/settings/read-setting.ts';
import type { Db } from '#platform/database.ts';

/**
 * The owner learns that a node sends goods and never asks for their import: 1C takes that for a success. Written when
 * two of its exchanges of goods in a row have ended so, for one may have been cut off; once a day.
 */
export async function reportUnrequestedImport(db: Db, node_id: number, now: Date): Promise<void> {
  const { email } = await readSetting(db, 'company');
  const last = await db
    .selectFrom('onec_sessions as s')
    .innerJoin('onec_nodes as n', 'n.id', 's.node_id')
    .select(['s.ended_by', 'n.name'])
    .where('s.node_id', '=', node_id)
    .where('s.type', '=', 'catalog')
    .where('s.ended_at', 'is not', null)
    .orderBy('s.started_at', 'desc')
    .limit(2)
    .execute();
  const [latest, former] = last;
  if (!email || latest?.ended_by !== 'unasked' || former?.ended_by !== 'unasked') return;
  const title = '1С присылает товары, но не просит их принять';
  const message = composeEmail(
    title,
    title,
    [
      {
        kind: 'text',
        text: `База «${latest.name}» два обмена подряд прислала файлы с товарами и закончила, не попросив магазин их принять. В магазине ничего не изменилось, хотя в 1С обмен выглядит удачным.`,
      },
      {
        kind: 'text',
        text: 'В 1С откройте узел обмена с сайтом и снимите галочку «Выгружать файлы без ожидания подтверждения импорта сервером», затем запустите обмен ещё раз. Если галочки там нет, обмен прерывается по дороге: проверьте связь.',
      },
      { kind: 'text', text: 'Пока это повторяется, магазин пишет раз в день.' },
    ],
    shopLines,
  );
  await storeMail(db, `onec node ${node_id} unasked ${now.toISOString().slice(0, 10)}`, email, message);
}
