import '../../parts/forms/forms.css';
import { randomUUID } from 'node:crypto';
import { Form, Link, useNavigation } from 'react-router';
import { refuseWhileActing } from '#modules/accounts/refuse-while-acting.ts';
import { fileRequest, takeReceiptLimit } from '#modules/support/file-request.ts';
import { takeGuestFilesLimit } from '#modules/support/guest-files.ts';
import { answerDue, takeTicketLimit } from '#modules/support/open-ticket.ts';
import { supportPageForm } from '#modules/support/schema.ts';
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
import { type BranchCall, callOf } from '#web/parts/maps/open-now.tsx';
import { shop } from '#web/parts/request/context.ts';
import { readSentFiles } from '#web/parts/request/sent-files.ts';
import { keepFiles } from '#web/parts/request/ticket-files.ts';
import { metaOf, seoOf } from '#web/parts/seo/meta.ts';
import { deferred } from '#web/ui/deferred.tsx';
import { Note } from '#web/ui/note.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import type { Route } from './+types/route.ts';

const CallBranch = deferred(() => import('#web/parts/maps/open-now.tsx').then((loaded) => loaded.CallBranch));

/**
 * The page of the footer's dialog: where its link leads without JavaScript, and where files are sent with a request.
 */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, requestContext } = context.get(shop);
  const { searchParams } = new URL(request.url);
  const { department, account } = requestContext;
  return {
    call: callOf(department, requestContext.preview?.at),
    due_text: untilWords(await answerDue(db, department.id_1c), department.time_zone),
    device: requestContext.device,
    crumbs: [homeCrumb],
    isDone: searchParams.get('done') === 'ticket',
    typed: {
      ...(account && !account.acting && { name: account.full_name }),
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
    const text = [order_number && `Заказ ${order_number}`, sent.text].filter(Boolean).join('\n');
    const { account, department, origin, address } = requestContext;
    await takeTicketLimit(db, account?.user_id ?? address);
    if (sentFiles.length > 0 && !account) await takeGuestFilesLimit(db, address);
    const tells_sender = await takeReceiptLimit(db, sent.email);
    const key = textOf(form, 'request_key');
    const request_key = isUuid(key) ? key : randomUUID();
    const requester = { user_id: account?.user_id ?? null, department_id_1c: department.id_1c, origin, address };
    await keepFiles(config.DATA_DIR, sentFiles, async (files) => {
      const filed = { ...sent, text, files, request_key, tells_sender };
      await db.transaction().execute((db) => fileRequest(db, requester, filed));
    });
  });
}

export default function Support({ loaderData, actionData }: Route.ComponentProps) {
  const answer = (actionData as FormAnswer | undefined) ?? null;
  const check = useFormCheck(supportPageForm, answer, { prefix: 'support-', values: loaderData.typed });
  const isBusy = useNavigation().state !== 'idle';
  return (
    <>
      <PageHead crumbs={loaderData.crumbs} title="Техническая поддержка" device={loaderData.device} />
      <div className="support" id="ticket">
        <section className="panel">
          {loaderData.isDone && !answer ? (
            <Note kind="ok" role="status">
              Обращение принято. Его номер и срок ответа — в письме, которое мы отправили вам на почту.
            </Note>
          ) : (
            <>
              <h2>Новое обращение</h2>
              <p>Вопросы о заказе, товаре, оплате и о работе сайта.</p>
              <p className="soft num">
                {unbroken(`Обращение попадёт в филиал. Ответим письмом до ${loaderData.due_text}.`)}
              </p>
              <FormError words={answer?.error} />
              <Form
                method="post"
                action={newTicketUrl()}
                encType="multipart/form-data"
                className="form"
                {...check.form}
              >
                <FormField of={check} name="theme" />
                <FormField of={check} name="order_number" />
                <PersonFields of={check} />
                <FormField of={check} name="text" />
                <FormField of={check} name="files" />
                <ConsentFields of={check} />
                <div className="row row--wrap">
                  <button type="submit" className="btn btn--primary" aria-busy={isBusy}>
                    Отправить
                  </button>
                </div>
              </Form>
            </>
          )}
        </section>
        <Faster call={loaderData.call} />
      </div>
    </>
  );
}

const answers = [
  { to: findOrderUrl(), words: 'Где мой заказ' },
  { to: payUrl(), words: 'Оплата и чеки' },
  { to: deliveryUrl(), words: 'Доставка и сроки' },
  { to: infoUrl('returns'), words: 'Возврат и обмен' },
  { to: orderHelpUrl(), words: 'Все вопросы и ответы' },
];

/** Who answers at once, and where an answer may stand already. */
function Faster({ call }: { call: BranchCall }) {
  return (
    <aside className="panel panel--quiet support__faster">
      {call.phone ? (
        <>
          <h2 className="h3">По телефону быстрее</h2>
          <CallBranch call={call} />
        </>
      ) : null}
      <h2 className="h3">Частые вопросы</h2>
      <ul>
        {answers.map(({ to, words }) => (
          <li key={to}>
            <Link className="link" to={to}>
              {words}
            </Link>
          </li>
        ))}
      </ul>
      <p className="small soft">
        В{' '}
        <Link className="link" to={supportUrl()}>
          личном кабинете
        </Link>{' '}
        видно всю переписку и срок ответа.
      </p>
    </aside>
  );
}
