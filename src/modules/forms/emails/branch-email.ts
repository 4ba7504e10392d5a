import { composeEmail } from '#modules/mail/email.ts';
import { storeMails } from '#modules/mail/mails.ts';
import { readSetting } from '#modules/settings/read-setting.ts';
import type { Db } from '#platform/database.ts';
import { formatDateTime } from '#shared/dates.ts';
import type { About } from '../about.ts';
import type { Answer, FormSchema } from '../schema.ts';

export type Branch = { id_1c: string; city: string; address: string; email: string | null; time_zone: string };

type Sent = {
  id: string;
  number: number;
  schema: FormSchema;
  answers: Answer[];
  about: About | null;
  files: { name: string }[];
  requester: { origin: string; page: string };
  branch: Branch;
  at: Date;
  /** Until when whoever sent it is to be contacted. */
  due_at: Date;
};

/** The name of a form's email among the kept ones. */
export const emailKey = (id: string) => `form ${id}`;

/**
 * To the branch, and to whom the owner named beside it: somebody sent a form. An answer to the email goes to the
 * sender, when an address was given.
 */
export async function writeBranchEmail(db: Db, sent: Sent): Promise<void> {
  const { id, branch, answers } = sent;
  const reply_to = answers.find(({ field }) => field === 'email')?.value ?? null;
  const to = branch.email ?? (await readSetting(db, 'company')).email;
  const { copy_email } = await readSetting(db, 'form_terms');
  await storeMails(db, emailKey(id), [to, copy_email], branchEmail(sent), reply_to);
}

export function branchEmail({ number, schema, answers, about, files, requester, branch, at, due_at }: Sent) {
  const heading = `Заявка ${number}: ${schema.name}`;
  return composeEmail(
    heading,
    heading,
    [
      {
        kind: 'facts',
        rows: [
          ...(about ? [{ name: 'О чём', value: `${about.title}, ${requester.origin}${about.url}` }] : []),
          ...answers.map(({ name, value }) => ({ name, value })),
          ...(files.length > 0 ? [{ name: 'Файлы', value: files.map(({ name }) => name).join(', ') }] : []),
          ...(requester.page ? [{ name: 'Со страницы', value: requester.origin + requester.page }] : []),
          { name: 'Отправлена', value: formatDateTime(at, branch.time_zone) },
          { name: 'Связаться до', value: formatDateTime(due_at, branch.time_zone) },
        ],
      },
      ...(files.length > 0
        ? [{ kind: 'text' as const, text: `Получить файлы: npm run shop -- forms show ${number}` }]
        : []),
    ],
    (seller) => [`${seller.name}, г. ${branch.city}, ${branch.address}`],
  );
}
