import { data, isRouteErrorResponse, Link, redirect } from 'react-router';
import { readSignedIn } from '#modules/accounts/signed-in.ts';
import { endActing, readActingLink, startActing, startActingByLink } from '#modules/staff/acting.ts';
import { type FoundCustomer, findCustomers } from '#modules/staff/find-customers.ts';
import { requireStaff } from '#modules/staff/require-staff.ts';
import { verifySecondFactor } from '#modules/staff/verify-second-factor.ts';
import type { RequestContext } from '#modules/visitors/request-context.ts';
import { contextOfAccount } from '#modules/visitors/resolve-request-context.ts';
import { sessionCookies } from '#modules/visitors/session-cookies.ts';
import { Refusal } from '#platform/refusal.ts';
import { formatDate } from '#shared/dates.ts';
import { loginByUserUrl, loginUrl, personalUrl } from '#shared/urls.ts';
import { isUuid } from '#shared/uuid.ts';
import { type Shop, shop } from '#web/parts/request/context.ts';
import { PageFailure } from '#web/parts/request/page-failure.ts';
import { refusedInit } from '#web/parts/request/refused-init.ts';
import { ErrorPage, errorTitle } from '#web/parts/shell/error-page.tsx';
import { StaffCodeForm } from '#web/parts/signing/staff-code-form.tsx';
import type { Route } from './+types/route.ts';
import { ActingNow, LinkForm, SearchForm } from './forms.tsx';

/** What came of a sent form: the words at their field, and what was typed. */
export type LoginByUserAnswer = {
  intent: string;
  error: string;
  typed: string;
  reason: string;
  found: { customers: ShownCustomer[]; hasMore: boolean } | null;
};

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
  const answer = { intent: text(form, 'intent'), error: '', typed: text(form, 'q'), reason: text(form, 'reason') };
  try {
    switch (answer.intent) {
      case 'exit':
        return await leave(found);
      case 'code':
        return await showCode(found, text(form, 'code'), request);
      case 'find':
        return { ...answer, found: await find(found, answer.typed) } satisfies LoginByUserAnswer;
      case 'start':
        return await enter(found, (db, staff) =>
          startActing(db, staff, { user_id: readUserId(form), reason: answer.reason }),
        );
      case 'link': {
        const token = new URL(request.url).searchParams.get('link') ?? '';
        return await enter(found, (db, staff) => startActingByLink(db, staff, token));
      }
      default:
        throw new PageFailure(400);
    }
  } catch (error) {
    if (!(error instanceof Refusal) || error.code === 'forbidden') throw error;
    const again = answer.intent === 'start' ? await find(found, answer.typed).catch(() => null) : null;
    const reported: LoginByUserAnswer = { ...answer, error: error.message, found: again };
    return data(reported, refusedInit(error));
  }
}

export default function LoginByUser({ loaderData, actionData }: Route.ComponentProps) {
  const answer = actionData ?? null;
  return (
    <div className="panel actform">
      <h1>Вход за покупателя</h1>
      {loaderData.step === 'acting' ? <ActingNow customer={loaderData.customer} /> : null}
      {loaderData.step === 'code' ? <StaffCodeForm error={answer?.error ?? null} /> : null}
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

async function showCode({ db, keys, requestContext }: Shop, code: string, request: Request) {
  if (requestContext.account && !needsCode(requestContext)) return redirect(addressOf(request));
  if (!requestContext.account) throw new Refusal('forbidden');
  await verifySecondFactor(db, keys, requestContext.account, code);
  return redirect(addressOf(request));
}

async function find({ db, requestContext }: Shop, typed: string) {
  const { customers, hasMore } = await findCustomers(db, requireStaff(requestContext, 'login_by_user'), typed);
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

function readUserId(form: FormData): string {
  const id = text(form, 'user_id');
  if (!isUuid(id)) throw new Refusal('bad_input', {}, 'Выберите покупателя');
  return id;
}

function text(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value.slice(0, 1_000) : '';
}
