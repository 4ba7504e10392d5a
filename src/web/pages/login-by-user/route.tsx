import { data, isRouteErrorResponse, redirect } from 'react-router';
import { readSignedIn } from '#modules/accounts/signed-in.ts';
import { endActing, readActingLink, startActing, startActingByLink } from '#modules/staff/acting.ts';
import { type FoundCustomer, findCustomers } from '#modules/staff/find-customers.ts';
import { ownBranches, requireStaff } from '#modules/staff/require-staff.ts';
import { customerSearchForm } from '#modules/staff/schema.ts';
import type { RequestContext } from '#modules/visitors/request-context.ts';
import { contextOfAccount } from '#modules/visitors/resolve-request-context.ts';
import { sessionCookies } from '#modules/visitors/session-cookies.ts';
import { checkForm } from '#platform/check-form.ts';
import { Refusal } from '#platform/refusal.ts';
import { formatDate } from '#shared/dates.ts';
import { textsOf } from '#shared/form-rules.ts';
import { loginByUserUrl, loginUrl, personalUrl } from '#shared/urls.ts';
import { answerOf, type FormAnswer, textOf } from '#web/parts/forms/form-answer.ts';
import { type Shop, shop } from '#web/parts/request/context.ts';
import { PageFailure } from '#web/parts/request/page-failure.ts';
import { refusedInit } from '#web/parts/request/refused-init.ts';
import { ErrorPage, errorTitle } from '#web/parts/shell/error-page.tsx';
import { StaffCodeForm } from '#web/parts/signing/staff-code-form.tsx';
import { verifyStaffCode } from '#web/parts/signing/verify-staff-code.ts';
import { Link } from '#web/ui/link.tsx';
import type { Route } from './+types/route.ts';
import { ActingNow, LinkForm, SearchForm } from './forms.tsx';

export type LoginByUserAnswer = FormAnswer & { found: { customers: ShownCustomer[]; hasMore: boolean } | null };

export type ShownCustomer = Omit<FoundCustomer, 'last_order'> & { last_order: string | null };

export const meta: Route.MetaFunction = ({ error }) => [
  { title: error ? errorTitle(error) : 'Вход за покупателя — ИДД' },
];

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, requestContext } = context.get(shop);
  const { account } = requestContext;
  if (!account) throw new PageFailure(403, { message: 'Эта страница для сотрудников.', is_guest: true });
  if (account.acting && account.staff) return { step: 'acting' as const, customer: account.full_name };
  if (needsCode(requestContext)) return { step: 'code' as const };
  const token = new URL(request.url).searchParams.get('link');
  if (token === null) return { step: 'search' as const };
  return { step: 'link' as const, link: await readActingLink(db, account, token) };
}

export async function action({ request, context }: Route.ActionArgs) {
  const found = context.get(shop);
  const form = await request.formData();
  const intent = textOf(form, 'intent');
  try {
    switch (intent) {
      case 'exit':
        return await leave(found);
      case 'code':
        return await showCode(found, form, request);
      case 'find':
        return data<LoginByUserAnswer>({ form: intent, values: textsOf(form), found: await find(found, form) });
      case 'start':
        return await enter(found, (db, staff) => startActing(db, staff, form));
      case 'link': {
        const token = new URL(request.url).searchParams.get('link') ?? '';
        return await enter(found, (db, staff) => startActingByLink(db, staff, token));
      }
      default:
        throw new PageFailure(400);
    }
  } catch (error) {
    if (!(error instanceof Refusal) || error.code === 'forbidden') throw error;
    const again = intent === 'start' ? await find(found, form).catch(() => null) : null;
    const reported: LoginByUserAnswer = { form: intent, ...answerOf(error, form), found: again };
    return data(reported, refusedInit(error));
  }
}

export default function LoginByUser({ loaderData, actionData }: Route.ComponentProps) {
  const answer = actionData ?? null;
  return (
    <div className="panel actform">
      <h1>Вход за покупателя</h1>
      {loaderData.step === 'acting' ? <ActingNow customer={loaderData.customer} /> : null}
      {loaderData.step === 'code' ? <StaffCodeForm answer={answer} /> : null}
      {loaderData.step === 'link' ? <LinkForm link={loaderData.link} error={answer?.error ?? null} /> : null}
      {loaderData.step === 'search' ? <SearchForm answer={answer} /> : null}
    </div>
  );
}

/** Opened without rights it is 403; who is not signed in may do so and come back. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const isGuest = isRouteErrorResponse(error) && error.status === 403 && error.data?.is_guest;
  return (
    <>
      <ErrorPage error={error} />
      {isGuest ? (
        <p className="nf__ways">
          <Link className="btn btn--primary" to={loginUrl(loginByUserUrl())}>
            Войти
          </Link>
        </p>
      ) : null}
    </>
  );
}

/**
 * True when the person has the role and only their code is missing. Throws forbidden for everybody without the role.
 */
function needsCode(requestContext: RequestContext): boolean {
  try {
    requireStaff(requestContext, 'login_by_user');
    return false;
  } catch (error) {
    if (error instanceof Refusal && error.code === 'second_factor_needed') return true;
    throw error;
  }
}

async function showCode(shop: Shop, form: FormData, request: Request) {
  const { requestContext } = shop;
  if (!requestContext.account || needsCode(requestContext)) await verifyStaffCode(shop, form);
  return redirect(addressOf(request));
}

async function find({ db, requestContext }: Shop, form: FormData) {
  const staff = requireStaff(requestContext, 'login_by_user');
  const { q } = checkForm(customerSearchForm, form);
  const { customers, hasMore } = await findCustomers(db, staff, q, ownBranches(staff));
  const shown = customers.map(({ last_order, ...customer }) => ({
    ...customer,
    last_order:
      last_order && `${last_order.number} от ${formatDate(last_order.created_at, requestContext.department.time_zone)}`,
  }));
  return { customers: shown, hasMore };
}

/** Begins to act, marks the browser's pages as not to be taken from the store, and opens the customer's cabinet. */
async function enter(
  { db, config, requestContext }: Shop,
  start: (db: Shop['db'], staff: ReturnType<typeof requireStaff>) => Promise<unknown>,
) {
  const staff = requireStaff(requestContext, 'login_by_user');
  await db.transaction().execute((db) => start(db, staff));
  return redirect(
    personalUrl(),
    withCookies(sessionCookies({ ...requestContext, kind: 'staff' }, config.MAIN_DOMAIN, null)),
  );
}

/** Ends acting, also when its term is over already: the browser's mark is the staff's own again. */
async function leave({ db, config, requestContext }: Shop) {
  const { account } = requestContext;
  if (!account) return redirect(loginByUserUrl());
  await db.transaction().execute((db) => endActing(db, account));
  const own = await readSignedIn(db, account.session_id, new Date());
  const cookies = own ? sessionCookies(contextOfAccount(requestContext, own), config.MAIN_DOMAIN, null) : [];
  return redirect(own?.staff?.roles.includes('login_by_user') ? loginByUserUrl() : personalUrl(), withCookies(cookies));
}

function withCookies(cookies: string[]): ResponseInit {
  const headers = new Headers();
  for (const cookie of cookies) headers.append('Set-Cookie', cookie);
  return { headers };
}

function addressOf(request: Request): string {
  return loginByUserUrl() + new URL(request.url).search;
}
