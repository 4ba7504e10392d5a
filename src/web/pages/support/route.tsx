import '../../parts/forms/forms.css';
import { randomUUID } from 'node:crypto';
import { Form, useNavigation } from 'react-router';
import { refuseWhileActing } from '#modules/accounts/refuse-while-acting.ts';
import { fileRequest, takeReceiptLimit } from '#modules/support/file-request.ts';
import { takeGuestFilesLimit } from '#modules/support/guest-files.ts';
import { answerDue, takeTicketLimit } from '#modules/support/open-ticket.ts';
import { asksOrder, supportPageForm } from '#modules/support/schema.ts';
import { checkForm } from '#platform/check-form.ts';
import { errorReport } from '#shared/support-number.ts';
import { unbroken } from '#shared/unbroken.ts';
import { untilWords } from '#shared/until-words.ts';
import {
  deliveryUrl,
  findOrderUrl,
  homeCrumb,
  infoUrl,
  newTicketUrl,
  orderHelpUrl,
  payUrl,
  supportUrl,
} from '#shared/urls.ts';
import { isUuid } from '#shared/uuid.ts';
import { ConsentFields } from '#web/parts/forms/consent-fields.tsx';
import { answerForm, type FormAnswer, textOf } from '#web/parts/forms/form-answer.ts';
import { FormError } from '#web/parts/forms/form-error.tsx';
import { FormField } from '#web/parts/forms/form-field.tsx';
import { PersonFields } from '#web/parts/forms/person-fields.tsx';
import { useFormCheck } from '#web/parts/forms/use-form-check.ts';
import { callOf } from '#web/parts/maps/open-now.tsx';
import { shop } from '#web/parts/request/context.ts';
import { readSentFiles } from '#web/parts/request/sent-files.ts';
import { keepFiles } from '#web/parts/request/ticket-files.ts';
import { metaOf, seoOf } from '#web/parts/seo/meta.ts';
import { FindAnswer } from '#web/parts/support/find-answer.tsx';
import { readAnswers } from '#web/parts/support/read-answers.server.ts';
import { deferred } from '#web/ui/deferred.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Link } from '#web/ui/link.tsx';
import { Note } from '#web/ui/note.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import type { Route } from './+types/route.ts';

const QuickHelp = deferred(() => import('#web/parts/support/quick-help.tsx').then((loaded) => loaded.QuickHelp));

/**
 * The page of the footer's dialog: where its link leads without JavaScript, and where files are sent with a request.
 * `?text=…&find=1`: `readAnswers`.
 */
export async function loader({ request, context }: Route.LoaderArgs) {
  const found = context.get(shop);
  const { db, requestContext } = found;
  const { searchParams } = new URL(request.url);
  const { department, account } = requestContext;
  const asked = searchParams.get('text')?.slice(0, 500) ?? '';
  return {
    answers: await readAnswers(found, searchParams),
    asked,
    call: callOf(department, requestContext.preview?.at),
    due_text: untilWords(await answerDue(db, department.id_1c), department.time_zone),
    device: requestContext.device,
    crumbs: [homeCrumb],
    isDone: searchParams.get('done') === 'ticket',
    /** Names one filling of the form: sent twice, it is one request. */
    request_key: randomUUID(),
    typed: {
      ...(account && !account.acting && { name: account.full_name }),
      ...(asked && { text: asked }),
      // From the link of an error's page.
      ...errorReport(searchParams),
    },
    seo: seoOf(requestContext, {
      title: 'Техническая поддержка — ИДД',
      description: `Техническая поддержка магазина ИДД в городе ${department.city}: напишите, что случилось, и мы ответим письмом.`,
      path: newTicketUrl(),
      isIndexable: false,
    }),
  };
}

export const meta: Route.MetaFunction = ({ loaderData }) => metaOf(loaderData?.seo);

export async function action({ request, context }: Route.ActionArgs) {
  const { db, requestContext, config } = context.get(shop);
  const form = await request.formData();
  return answerForm(newTicketUrl(), 'ticket', form, async () => {
    if (requestContext.account) refuseWhileActing(requestContext.account);
    const { order_number, ...sent } = checkForm(supportPageForm, form);
    const sentFiles = await readSentFiles(form, 'files');
    // A number that another theme has hidden since is not sent.
    const text = [asksOrder(sent) && order_number && `Заказ ${order_number}`, sent.text].filter(Boolean).join('\n');
    const { account, department, origin, address } = requestContext;
    await takeTicketLimit(db, account?.user_id ?? address);
    if (sentFiles.length > 0 && !account) await takeGuestFilesLimit(db, address);
    const tells_sender = await takeReceiptLimit(db, sent.email);
    const key = textOf(form, 'request_key');
    const request_key = isUuid(key) ? key : randomUUID();
    const requester = { user_id: account?.user_id ?? null, department_id_1c: department.id_1c, origin, address };
    await keepFiles(config.DATA_DIR, sentFiles, async (files) => {
      const filed = { ...sent, text, files, request_key, tells_sender };
      const { is_new } = await db.transaction().execute((db) => fileRequest(db, requester, filed));
      return is_new;
    });
  });
}

export default function Support({ loaderData, actionData }: Route.ComponentProps) {
  const answer = (actionData as FormAnswer | undefined) ?? null;
  const { call, due_text, device, isDone } = loaderData;
  const help = (
    <aside className="panel panel--quiet quickhelp" aria-label="Быстрая помощь">
      <QuickHelp call={call} answers={answers} />
      <FindAnswer
        url={newTicketUrl()}
        answers={loaderData.answers}
        text={loaderData.asked}
        isFolded={device === 'mobile'}
      />
      {device === 'mobile' ? null : (
        <p className="small soft">
          Переписка и срок ответа видны в{' '}
          <Link className="link" to={supportUrl()}>
            личном кабинете
          </Link>
          .
        </p>
      )}
    </aside>
  );
  return (
    <>
      <PageHead crumbs={loaderData.crumbs} title="Поддержка" device={device} />
      <div className="support" id="ticket">
        {device === 'mobile' && !isDone ? help : null}
        <section className="panel">
          {isDone && !answer ? (
            <>
              <Note kind="ok" role="status">
                Обращение принято. Его номер и срок ответа — в письме, которое мы отправили вам на почту.
              </Note>
              <p className="row row--wrap support__ways">
                <Link className="btn btn--primary" to="/">
                  На главную
                </Link>
                <Link className="btn btn--line" to={newTicketUrl()}>
                  Написать ещё
                </Link>
              </p>
            </>
          ) : (
            <>
              <h2>Новое обращение</h2>
              <p>О заказе, товаре, оплате или работе сайта.</p>
              <p className="row form__due num">
                <Icon name="clock" size="s" />
                <span>{unbroken(`Ответим письмом до ${due_text}`)}</span>
              </p>
              <TicketForm request_key={loaderData.request_key} typed={loaderData.typed} answer={answer} />
            </>
          )}
        </section>
        {device === 'mobile' && !isDone ? null : help}
      </div>
    </>
  );
}

type TicketFormProps = { answer: FormAnswer | null } & Pick<
  Route.ComponentProps['loaderData'],
  'request_key' | 'typed'
>;

function TicketForm({ request_key, typed, answer }: TicketFormProps) {
  const check = useFormCheck(supportPageForm, answer, { prefix: 'support-', values: typed });
  const isBusy = useNavigation().state !== 'idle';
  return (
    <>
      <FormError words={answer?.error} />
      <Form
        method="post"
        action={newTicketUrl()}
        encType="multipart/form-data"
        className="form asks-order"
        {...check.form}
      >
        <input type="hidden" name="request_key" value={request_key} />
        <FormField of={check} name="theme" />
        <FormField of={check} name="order_number" />
        <FormField of={check} name="text" />
        <FormField of={check} name="files" />
        <PersonFields of={check} />
        <ConsentFields of={check} />
        <div className="row row--wrap">
          <button type="submit" className="btn btn--primary" aria-busy={isBusy}>
            Отправить
          </button>
        </div>
      </Form>
    </>
  );
}

const answers = [
  { url: findOrderUrl(), words: 'Где мой заказ' },
  { url: payUrl(), words: 'Оплата и чеки' },
  { url: deliveryUrl(), words: 'Доставка и сроки' },
  { url: infoUrl('returns'), words: 'Возврат и обмен' },
  { url: orderHelpUrl(), words: 'Все вопросы и ответы' },
];
