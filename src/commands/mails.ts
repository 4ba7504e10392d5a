import { keepUnsent, listMails, type Mail, requeueUnsent, resendMail } from '#modules/mail/mails.ts';
import { formatDateTime } from '#shared/dates.ts';
import { type Command, CommandFailure, json, limit, readLimit } from './command.ts';

const mailParameter = { name: 'ПИСЬМО', summary: 'номер письма, его показывает mails list' };

/** Emails of the shop, from the command line. */
export const commands: Command[] = [
  {
    name: 'mails list',
    summary: 'письма магазина, новые сверху',
    options: {
      waiting: { type: 'boolean', summary: 'только те, что ещё не отправлены' },
      limit,
      json,
    },
    async run({ db, config, args: { values }, out }) {
      const limit = readLimit(values.limit);
      const mails = await listMails(db, limit, { isWaiting: values.waiting === true });
      if (values.json) return out.json(mails.map(({ text: _text, html: _html, ...mail }) => mail));
      if (!config.SMTP_URL) out.line('SMTP_URL не задан: письма не отправляются и лежат здесь.');
      if (mails.length === 0) out.line('Писем нет.');
      for (const mail of mails)
        out.line([mail.id, formatDateTime(mail.created_at), mail.to_address, mail.subject, stateOf(mail)].join('  '));
    },
  },
  {
    name: 'mails resend',
    changes: 'mails',
    summary: 'отправить письмо снова, что бы с ним ни было; --waiting: все, что ждут и потеряли своё задание',
    parameters: [{ ...mailParameter, optional: true }],
    options: { waiting: { type: 'boolean', summary: 'все, что ждут отправки не дольше трёх дней' } },
    async run({ db, args: { positionals, values }, out }) {
      if ((positionals[0] === undefined) !== (values.waiting === true))
        throw new CommandFailure('Нужен номер письма или --waiting');
      if (values.waiting)
        return out.line(`Поставлено в очередь: ${await db.transaction().execute((db) => requeueUnsent(db))}`);
      const outcome = await db.transaction().execute((db) => resendMail(db, readId(positionals[0])));
      if (outcome === 'unknown') throw new CommandFailure(`Письма ${positionals[0]} нет`);
      if (outcome === 'without_words')
        throw new CommandFailure('В этом письме был код или ссылка, его текст уже стёрт: пусть человек запросит новое');
      out.line('Письмо поставлено в очередь.');
    },
  },
  {
    name: 'mails keep',
    changes: 'mails',
    summary: 'не отправлять письмо: оно останется в базе',
    parameters: [mailParameter],
    async run({ db, args: { positionals }, out }) {
      if ((await keepUnsent(db, readId(positionals[0]))) === 0)
        throw new CommandFailure('Такого письма нет, или оно уже отправлено');
      out.line('Письмо останется в базе.');
    },
  },
];

function readId(typed = ''): number {
  if (!/^\d{1,15}$/.test(typed)) throw new CommandFailure(`Номер письма — число, а не «${typed}»`);
  return Number(typed);
}

function stateOf(mail: Mail): string {
  if (mail.sent_at) return `отправлено ${formatDateTime(mail.sent_at)}`;
  if (mail.failed_at) return `не отправлено: ${mail.failure ?? ''}`;
  return mail.kept_at ? 'хранится здесь' : 'ждёт отправки';
}
