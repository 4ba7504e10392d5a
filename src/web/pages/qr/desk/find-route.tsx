import '../../../parts/order/pass/pass.css';
import { data, Link, redirect } from 'react-router';
import { delegatedToken, findByCode, passToken } from '#modules/handover/pass.ts';
import { requireStaff } from '#modules/staff/require-staff.ts';
import { verifySecondFactor } from '#modules/staff/verify-second-factor.ts';
import { forgetTries, takeLimit, tooMany } from '#platform/limits.ts';
import { Refusal } from '#platform/refusal.ts';
import { loginUrl } from '#shared/urls.ts';
import { type Shop, shop } from '#web/parts/request/context.ts';
import { refusedInit } from '#web/parts/request/refused-init.ts';
import { StaffCodeForm } from '#web/parts/signing/staff-code-form.tsx';
import { Field } from '#web/ui/field.tsx';
import { Note } from '#web/ui/note.tsx';
import type { Route } from './+types/find-route.ts';
import { lookerOf } from './read-desk.ts';

/** Told codes that were wrong, per order: after five the desk waits a quarter of an hour. */
const codeLimit = 'pickup_code';
const codeTries = { max: 5, seconds: 900 } as const;

export const meta: Route.MetaFunction = () => [{ title: 'Выдача заказов — ИДД' }];

export async function loader({ context }: Route.LoaderArgs) {
  const { requestContext } = context.get(shop);
  const { kind } = lookerOf(requestContext);
  if (kind === 'holder' && requestContext.account) throw new Refusal('forbidden');
  return { kind };
}

/** The code a recipient tells opens the same desk as a scanned pass. */
export async function action({ request, context }: Route.ActionArgs) {
  const found = context.get(shop);
  const form = await request.formData();
  const number = String(form.get('number') ?? '')
    .trim()
    .slice(0, 20);
  try {
    if (form.get('intent') === 'code') return await showCode(found, String(form.get('code') ?? ''));
    requireStaff(found.requestContext, 'pickup');
    return await open(found, number, String(form.get('pickup_code') ?? ''));
  } catch (error) {
    if (!(error instanceof Refusal) || error.code === 'forbidden') throw error;
    return data({ error: error.message, number }, refusedInit(error));
  }
}

export default function FindRoute({ loaderData, actionData }: Route.ComponentProps) {
  const error = actionData?.error ?? null;
  return (
    <div className="desk sheet">
      <h1>Выдача заказов</h1>
      {loaderData.kind === 'holder' ? (
        <>
          <p>Эта страница для сотрудников выдачи.</p>
          <p>
            <Link className="btn btn--primary" to={loginUrl('/qr/o/')} reloadDocument>
              Войти
            </Link>
          </p>
        </>
      ) : null}
      {loaderData.kind === 'code' ? <StaffCodeForm error={error} /> : null}
      {loaderData.kind === 'staff' ? (
        <form method="post" className="desk__form" noValidate>
          <p className="soft">
            Отсканируйте пропуск камерой телефона или введите номер и код, который назвал получатель.
          </p>
          {error ? (
            <Note kind="err" role="alert">
              {error}
            </Note>
          ) : null}
          <Field
            name="number"
            label="Номер заказа"
            required
            inputMode="numeric"
            autoComplete="off"
            maxLength={15}
            defaultValue={actionData?.number}
          />
          <Field
            name="pickup_code"
            label="Код получения"
            required
            inputMode="numeric"
            autoComplete="off"
            maxLength={7}
          />
          <button type="submit" className="btn btn--primary btn--wide" name="intent" value="open">
            Открыть заказ
          </button>
        </form>
      ) : null}
    </div>
  );
}

async function open({ db, keys }: Shop, number: string, typed: string) {
  const code = typed.replace(/\D/g, '');
  if (!/^[1-9][0-9]{0,14}$/.test(number) || code.length !== 6) {
    throw new Refusal('bad_input', {}, 'Укажите номер заказа и шесть цифр кода');
  }
  // Counted before it is looked at, so that tries that come at once are counted too; a right one forgets them.
  const wait = await takeLimit(db, codeLimit, number, codeTries.max, codeTries.seconds);
  if (wait > 0) throw tooMany(wait, 'Слишком много неверных кодов для этого заказа. Попробуйте через 15 минут');
  const pass = await findByCode(db, Number(number), code);
  if (!pass) throw new Refusal('not_found', {}, 'Номер и код не подходят друг другу');
  await forgetTries(db, codeLimit, [number]);
  const token = pass.delegated
    ? delegatedToken(keys, pass.delegated)
    : passToken(keys, { id: pass.order_id, number: Number(number), pickup_code: code });
  return redirect(`/qr/o/${token}/?by=code`, { status: 303 });
}

async function showCode({ db, keys, requestContext }: Shop, code: string) {
  if (!requestContext.account) throw new Refusal('forbidden');
  await verifySecondFactor(db, keys, requestContext.account, code);
  return redirect('/qr/o/', { status: 303 });
}
