import { data, redirect } from 'react-router';
import { findForm } from '#modules/forms/form-schemas.ts';
import { submissionNumber } from '#modules/forms/queries.ts';
import { shownAt } from '#modules/visitors/request-context.ts';
import { phoneHref } from '#shared/phone.ts';
import { unbroken } from '#shared/unbroken.ts';
import { formUrl, homeCrumb, homeUrl, safeBack } from '#shared/urls.ts';
import { workTimeLines } from '#shared/work-time.ts';
import { AutoForm } from '#web/parts/forms/auto-form.tsx';
import { takenWords } from '#web/parts/forms/form-view.ts';
import { formKey, readFormView } from '#web/parts/forms/read-form-view.server.ts';
import { takeForm } from '#web/parts/forms/take-form.server.ts';
import { shop } from '#web/parts/request/context.ts';
import { notFound } from '#web/parts/request/page-failure.ts';
import { refusedInit } from '#web/parts/request/refused-init.ts';
import { useShell } from '#web/parts/request/use-shell.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Link } from '#web/ui/link.tsx';
import { Note } from '#web/ui/note.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import type { Route } from './+types/route.ts';

/**
 * The whole form as a page: what every `FormLink` leads to, and where any form is sent without JavaScript. `?sent=` is
 * the answer to that.
 */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  const found = context.get(shop);
  const { db, requestContext } = found;
  const query = new URL(request.url).searchParams;
  const page = safeBack(query.get('page'), '') || pageOf(request, requestContext.here);
  const crumbs = [homeCrumb];
  const shared = {
    device: requestContext.device,
    crumbs,
    page,
    hours: workTimeLines(requestContext.department.work_time),
  };
  const sent = query.get('sent');
  if (sent !== null) {
    const [open, number] = await Promise.all([
      findForm(db, params.code, shownAt(requestContext)),
      submissionNumber(db, sent, params.code),
    ]);
    if (!open || number === null) throw notFound();
    return { ...shared, schema: open.schema, form: null, key: '', number };
  }
  const form = await readFormView(found, params.code, {
    about: query.get('about'),
    count: query.get('count'),
  });
  if (!form) throw notFound();
  return { ...shared, schema: form.schema, form, key: formKey(), number: null };
}

export async function action({ params, request, context }: Route.ActionArgs) {
  const answer = await takeForm(context.get(shop), request, params.code);
  if (!answer.sent) return data(answer, refusedInit({ status: answer.status, details: answer }));
  return redirect(`${formUrl(params.code)}?${new URLSearchParams({ sent: answer.sent.id, page: answer.page })}`, {
    status: 303,
  });
}

export const meta: Route.MetaFunction = ({ loaderData }) => [{ title: `${loaderData?.schema.name ?? 'Форма'} — ИДД` }];

export default function FormRoute({ loaderData, actionData }: Route.ComponentProps) {
  const { schema, form, key, number, crumbs, device } = loaderData;
  // A refused form was sent from here: where it first came from stands in it.
  const page = actionData?.page || loaderData.page;
  return (
    <>
      <PageHead crumbs={crumbs} title={schema.name} device={device} />
      <div className="formpage formpage--two">
        <div className="panel">
          {form ? (
            <div className="formpart">
              <Lead schema={schema} />
              <AutoForm form={form} formKey={key} page={page} answer={actionData ?? null} />
            </div>
          ) : (
            <>
              <Note kind="ok" className="formpage__sent">
                {takenWords(schema, number ?? 0)}
              </Note>
              <Link className="btn btn--primary" to={page || homeUrl()}>
                {page ? 'Вернуться на страницу' : 'На главную'}
              </Link>
            </>
          )}
        </div>
        <Beside {...loaderData} />
      </div>
    </>
  );
}

/** Of a call: when it comes. */
function Lead({ schema: { code, lead } }: Pick<Route.ComponentProps['loaderData'], 'schema'>) {
  if (!lead) return null;
  if (code !== 'callback') return <p>{unbroken(lead)}</p>;
  return (
    <p className="row form__due num">
      <Icon name="clock" size="s" />
      <span>{unbroken(lead)}</span>
    </p>
  );
}

/** What comes of the request, and the number of the branch that answers it, with its hours. */
function Beside({ schema, form, hours }: Pick<Route.ComponentProps['loaderData'], 'schema' | 'form' | 'hours'>) {
  const { branch } = useShell();
  return (
    <aside className="panel panel--quiet formpage__side">
      {form ? (
        <section>
          <h2 className="h3">Что будет дальше</h2>
          <ol>
            <li>{unbroken('После отправки покажем номер заявки: его можно назвать по телефону.')}</li>
            {schema.sent ? <li>{unbroken(schema.sent)}</li> : null}
          </ol>
        </section>
      ) : null}
      {branch.phone ? (
        <section>
          <h2 className="h3">Или позвоните сами</h2>
          <p>
            <a className="link b num nowrap" href={phoneHref(branch.phone)}>
              {branch.phone}
            </a>
          </p>
          {hours.map((line) => (
            <p key={line} className="small soft num">
              {line}
            </p>
          ))}
          <p className="small soft">{unbroken(`${branch.city}, ${branch.address}`)}</p>
        </section>
      ) : null}
    </aside>
  );
}

/** The page of ours that led here. */
function pageOf(request: Request, origin: string): string {
  const referer = request.headers.get('Referer') ?? '';
  if (!URL.canParse(referer)) return '';
  const from = new URL(referer);
  return from.origin === origin && !from.pathname.startsWith('/forms/') ? from.pathname + from.search : '';
}
