import { sql } from 'kysely';
import { composeEmail, type EmailBlock, type EmailFooter, type EmailMessage } from '#modules/mail/email.ts';
import { storeMail, storeMails } from '#modules/mail/mails.ts';
import { branchValues, closingWords, composeWordedEmail, leadWords } from '#modules/mail/worded-email.ts';
import { readSetting } from '#modules/settings/read-setting.ts';
import type { Db } from '#platform/database.ts';
import { knownName } from '#shared/greeting.ts';
import { phoneList } from '#shared/phone.ts';
import { confirmQuestionUrl, writeReviewUrl } from '#shared/review-urls.ts';
import { productUrl } from '#shared/urls.ts';
import { workTimeLines } from '#shared/work-time.ts';

type Branch = {
  id_1c: string;
  name_for_site: string;
  city: string;
  address: string;
  email: string | null;
  phones: Record<string, string>;
  work_time: string;
};

/** A review or a question with what its emails say. `to`: where the author reads mail; null: nowhere any more. */
export type Subject = {
  id: number;
  product: string;
  slug: string;
  is_demo: boolean;
  author_name: string;
  to: string | null;
  text: string;
  reason: string;
  answer: string | null;
  rating: number | null;
  origin: string | null;
  branch: Branch;
};

const tables = { review: 'reviews', question: 'product_questions' } as const;

/**
 * To the branch, and to whom the owner named beside it: there is something to decide on. `key` names the event, so that
 * it is told once.
 */
export async function writeBranchEmail(
  db: Db,
  { kind, id }: { kind: keyof typeof tables; id: number },
  key: string,
): Promise<void> {
  const subject = await readSubject(db, kind, id);
  if (!subject) return;
  const { copy_email } = await readSetting(db, 'review_terms');
  await storeMails(db, key, [subject.branch.email, copy_email], decisionEmail(subject, kind));
}

export function decisionEmail(subject: Subject, kind: keyof typeof tables): EmailMessage {
  const { id } = subject;
  const heading = kind === 'review' ? `Отзыв ${id} ждёт проверки` : `Вопрос ${id} ждёт ответа`;
  const commands =
    kind === 'review'
      ? `npm run shop -- reviews show ${id}\nnpm run shop -- reviews approve ${id}\nnpm run shop -- reviews refuse ${id} "Причина"`
      : `npm run shop -- questions show ${id}\nnpm run shop -- questions answer ${id} "Ответ"\nnpm run shop -- questions refuse ${id} "Причина"`;
  return composeEmail(
    `${heading}: ${subject.product}`,
    heading,
    [
      { kind: 'text', text: subject.text },
      {
        kind: 'facts',
        rows: [
          { name: 'Товар', value: subject.product },
          { name: 'Автор', value: subject.author_name },
          ...(subject.rating === null ? [] : [{ name: 'Оценка', value: `${subject.rating} из 5` }]),
        ],
      },
      { kind: 'text', text: commands },
    ],
    (seller) => [seller.name],
  );
}

export type ReviewNews = 'approved' | 'refused' | 'reply';

/** To the author: what was decided, or what the shop replied. */
export async function writeReviewEmail(db: Db, id: number, news: ReviewNews, now: Date): Promise<void> {
  const review = await readSubject(db, 'review', id);
  if (!review?.to || review.is_demo) return;
  await storeMail(db, `review ${id} ${news} ${now.toISOString()}`, review.to, reviewEmail(review, news));
}

/** To the author of a question: the answer, or why it is not shown. */
export async function writeQuestionEmail(db: Db, id: number, news: 'answer' | 'refused', now: Date): Promise<void> {
  const question = await readSubject(db, 'question', id);
  if (!question?.to || question.is_demo) return;
  await storeMail(db, `question ${id} ${news} ${now.toISOString()}`, question.to, questionEmail(question, news));
}

/** To a guest who asked: the link that proves the address. */
export async function writeConfirmationEmail(db: Db, id: number, key: string): Promise<void> {
  const question = await readSubject(db, 'question', id);
  if (!question?.to || question.origin === null) return;
  await storeMail(db, `question ${id} confirmation`, question.to, confirmQuestionEmail(question, question.origin, key));
}

export function confirmQuestionEmail(question: Subject, origin: string, key: string): EmailMessage {
  return composeEmail(
    'Подтвердите вопрос о товаре',
    'Подтвердите вопрос',
    [
      { kind: 'text', text: `Вы спросили о товаре «${question.product}»:\n${question.text}` },
      { kind: 'button', label: 'Подтвердить вопрос', url: origin + confirmQuestionUrl(key) },
      {
        kind: 'text',
        text: 'После подтверждения вопрос увидит филиал, ответ придёт на эту почту. Если вы ничего не спрашивали, не открывайте ссылку: вопрос удалится сам.',
      },
    ],
    footerOf(question.branch),
  );
}

/**
 * Some days after the goods were received; `link` leads to the lines of the order, `product_names` are those not
 * reviewed yet.
 */
export function invitationEmail(
  order: { number: number; contact_name: string; branch: Branch },
  product_names: string[],
  link: string,
): EmailMessage {
  const { branch, contact_name, number } = order;
  const values = { ...branchValues(branch), имя: knownName(contact_name), заказ: String(number) };
  return composeWordedEmail(
    { kind: 'review_invitation', department_id_1c: branch.id_1c, values },
    [
      leadWords(),
      { kind: 'text', text: product_names.map((name) => `• ${name}`).join('\n') },
      { kind: 'button', label: 'Оценить товары', url: link },
      closingWords(),
      {
        kind: 'text',
        text: 'Это единственное такое письмо по этому заказу. По той же ссылке можно отказаться от приглашений к следующим заказам.',
      },
    ],
    footerOf(order.branch),
  );
}

export function reviewEmail(review: Subject, news: ReviewNews): EmailMessage {
  const see = (label: string, path: string): EmailBlock[] =>
    review.origin ? [{ kind: 'button', label, url: review.origin + path }] : [];
  const page = `${productUrl(review.slug)}#reviews`;
  switch (news) {
    case 'approved':
      return composeWordedEmail(
        { kind: 'review_approved', ...wordsAbout(review) },
        [leadWords(), ...see('Открыть страницу товара', page), closingWords()],
        footerOf(review.branch),
      );
    case 'refused':
      return composeWordedEmail(
        { kind: 'review_refused', ...wordsAbout(review) },
        [
          leadWords(),
          { kind: 'facts', rows: [{ name: 'Причина', value: review.reason }] },
          closingWords(),
          ...see('Исправить отзыв', writeReviewUrl(review.slug)),
        ],
        footerOf(review.branch),
      );
    case 'reply':
      return composeWordedEmail(
        { kind: 'review_reply', ...wordsAbout(review) },
        [
          leadWords(),
          { kind: 'text', text: review.answer ?? '' },
          ...see('Открыть страницу товара', page),
          closingWords(),
        ],
        footerOf(review.branch),
      );
  }
}

export function questionEmail(question: Subject, news: 'answer' | 'refused'): EmailMessage {
  const asked: EmailBlock = {
    kind: 'text',
    text: `Вы спрашивали о товаре «${question.product}»:\n${question.text}`,
  };
  if (news === 'refused')
    return composeWordedEmail(
      { kind: 'question_refused', ...wordsAbout(question) },
      [leadWords(), asked, { kind: 'facts', rows: [{ name: 'Причина', value: question.reason }] }, closingWords()],
      footerOf(question.branch),
    );
  const url = question.origin && `${question.origin}${productUrl(question.slug)}#questions`;
  return composeWordedEmail(
    { kind: 'question_answer', ...wordsAbout(question) },
    [
      leadWords(),
      asked,
      { kind: 'text', text: question.answer ?? '' },
      ...(url ? [{ kind: 'button' as const, label: 'Открыть страницу товара', url }] : []),
      closingWords(),
    ],
    footerOf(question.branch),
  );
}

function wordsAbout({ author_name, product, branch }: Subject) {
  const values = { ...branchValues(branch), имя: knownName(author_name), товар: product };
  return { department_id_1c: branch.id_1c, values };
}

function footerOf(branch: Branch): EmailFooter {
  return (seller) => [
    `${seller.name}, г. ${branch.city}, ${branch.address}`,
    [...phoneList(branch.phones), ...workTimeLines(branch.work_time)].join(', '),
    ...[branch.email ?? seller.email].filter((email) => email !== null),
  ];
}

async function readSubject(db: Db, kind: keyof typeof tables, id: number): Promise<Subject | null> {
  const own =
    kind === 'review'
      ? sql.raw('s.reply as answer, s.rating::int as rating')
      : sql.raw('s.answer, null::int as rating');
  const { rows } = await sql<Subject>`
    select s.id, p.name as product, p.slug, s.is_demo, s.author_name, s.text, s.reason, s.origin, ${own},
      case when s.user_id is null then s.email else (
        select c.value from contacts c where c.user_id = s.user_id and c.type = 'email' and c.confirmed_at is not null
        order by c.purpose = 'main' desc, c.id limit 1) end as to,
      json_build_object('id_1c', d.id_1c, 'name_for_site', d.name_for_site, 'city', d.city, 'address', d.address, 'email', d.email, 'phones', d.phones, 'work_time', d.work_time) as branch
    from ${sql.table(tables[kind])} s join products p on p.id = s.product_id join departments d on d.id_1c = s.department_id_1c
    where s.id = ${id}`.execute(db);
  return rows[0] ?? null;
}
