import '../../parts/forms/forms.css';
import { randomUUID } from 'node:crypto';
import { Form, useNavigation } from 'react-router';
import { refuseWhileActing } from '#modules/accounts/refuse-while-acting.ts';
import { fileRequest, takeReceiptLimit } from '#modules/support/file-request.ts';
import { takeTicketLimit } from '#modules/support/open-ticket.ts';
import { supportForm } from '#modules/support/schema.ts';
import { checkForm } from '#platform/check-form.ts';
import { errorReport } from '#shared/support-number.ts';
import { homeCrumb, newTicketUrl } from '#shared/urls.ts';
import { isUuid } from '#shared/uuid.ts';
import { TicketFields } from '#web/parts/dialogs/ticket-fields.tsx';
import { answerForm, type FormAnswer, textOf } from '#web/parts/forms/form-answer.ts';
import { FormError } from '#web/parts/forms/form-error.tsx';
import { useFormCheck } from '#web/parts/forms/use-form-check.ts';
import { shop } from '#web/parts/request/context.ts';
import { metaOf, seoOf } from '#web/parts/seo/meta.ts';
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx';
import { Note } from '#web/ui/note.tsx';
import type { Route } from './+types/route.ts';

/**
 * The page of the footer's dialog: where its link leads without JavaScript. Kept like any page, so the form's key is
 * made when it is sent.
 */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { requestContext } = context.get(shop);
  const { searchParams } = new URL(request.url);
  return {
    device: requestContext.device,
    crumbs: [homeCrumb],
    isDone: searchParams.get('done') === 'ticket',
    /** From the link of an error's page. */
    report: errorReport(searchParams),
    seo: seoOf(requestContext, {
      title: 'Новое обращение — ИДД',
      description: `Техническая поддержка магазина ИДД в городе ${requestContext.department.city}: напишите, что случилось, и мы ответим письмом.`,
      path: newTicketUrl(),
      isIndexable: false,
    }),
  };
}

export const meta: Route.MetaFunction = ({ loaderData }) => metaOf(loaderData?.seo);

export async function action({ request, context }: Route.ActionArgs) {
  const { db, requestContext } = context.get(shop);
  const form = await request.formData();
  return answerForm(newTicketUrl(), 'ticket', form, async () => {
    if (requestContext.account) refuseWhileActing(requestContext.account);
    const sent = checkForm(supportForm, form);
    const { account, department, origin, address } = requestContext;
    await takeTicketLimit(db, account?.user_id ?? address);
    const tells_sender = await takeReceiptLimit(db, sent.email);
    const key = textOf(form, 'request_key');
    const request_key = isUuid(key) ? key : randomUUID();
    const requester = { user_id: account?.user_id ?? null, department_id_1c: department.id_1c, origin, address };
    await db.transaction().execute((db) => fileRequest(db, requester, { ...sent, request_key, tells_sender }));
  });
}

export default function Support({ loaderData, actionData }: Route.ComponentProps) {
  const answer = (actionData as FormAnswer | undefined) ?? null;
  const check = useFormCheck(supportForm, answer, { prefix: 'support-', values: loaderData.report ?? undefined });
  const isBusy = useNavigation().state !== 'idle';
  return (
    <>
      <Breadcrumbs crumbs={loaderData.crumbs} here="Новое обращение" device={loaderData.device} />
      <div className="formpage" id="ticket">
        <section className="panel">
          <h1>Новое обращение</h1>
          {loaderData.isDone && !answer ? (
            <Note kind="ok" role="status">
              Обращение принято. Его номер и срок ответа — в письме, которое мы отправили вам на почту.
            </Note>
          ) : (
            <>
              <p className="soft formdlg__lead">
                Расскажите, что случилось: обращение попадёт в филиал, ответ придёт письмом.
              </p>
              <FormError words={answer?.error} />
              <Form method="post" action={newTicketUrl()} className="form form--narrow" {...check.form}>
                <TicketFields of={check} />
                <div className="row row--wrap">
                  <button type="submit" className="btn btn--primary" aria-busy={isBusy}>
                    Отправить
                  </button>
                </div>
              </Form>
            </>
          )}
        </section>
      </div>
    </>
  );
}
