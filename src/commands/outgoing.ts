import { keepUnsent } from '#modules/mail/mails.ts';
import { heldWords, holdOutgoing, outgoingHold, releaseOutgoing } from '#platform/outgoing.ts';
import { type Command, CommandFailure } from './command.ts';

export const commands: Command[] = [
  {
    name: 'outgoing show',
    summary: 'отправляются ли письма, заявки и платежи',
    async run({ db, out }) {
      const hold = await outgoingHold(db);
      out.line(hold ? `Внимание: ${heldWords(hold)}` : 'Письма, заявки и платежи отправляются.');
    },
  },
  {
    name: 'outgoing hold',
    changes: 'mails',
    summary: 'не отправлять письма, заявки и платежи: для копии магазина, сделанной средствами PostgreSQL',
    options: { why: { type: 'string', value: 'ПРИЧИНА', default: 'приостановлено командой', summary: 'почему' } },
    async run({ db, args: { values }, out }) {
      await holdOutgoing(db, String(values.why));
      out.line('Письма, заявки и платежи ждут. Отправить: npm run shop -- outgoing release');
    },
  },
  {
    name: 'outgoing release',
    changes: 'mails',
    summary: 'отправлять письма, заявки и платежи, и те, что ждали',
    options: {
      'without-mails': {
        type: 'boolean',
        summary: 'письма, которые ждали, не отправлять: их мог отправить прежний магазин',
      },
    },
    async run({ db, args: { values }, out }) {
      const { isReleased, kept } = await db.transaction().execute(async (db) => ({
        kept: values['without-mails'] ? await keepUnsent(db) : 0,
        isReleased: await releaseOutgoing(db),
      }));
      if (!isReleased) throw new CommandFailure('Отправка не была приостановлена.');
      out.line(`Отправка возобновлена${kept > 0 ? `, писем оставлено в базе: ${kept}` : ''}.`);
    },
  },
];
