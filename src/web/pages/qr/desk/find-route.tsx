import '../../../parts/order/pass/pass.css';
import { data, redirect } from 'react-router';
import { delegatedToken, findByCode, passToken } from '#modules/handover/pass.ts';
import { dictatedCodeForm } from '#modules/handover/schema.ts';
import { requireStaff } from '#modules/staff/require-staff.ts';
import { checkForm } from '#platform/check-form.ts';
import { forgetTries, takeLimit, tooMany } from '#platform/limits.ts';
import { Refusal } from '#platform/refusal.ts';
import { loginUrl } from '#shared/urls.ts';
import { answerOf, type FormAnswer } from '#web/parts/forms/form-answer.ts';
import { FormError } from '#web/parts/forms/form-error.tsx';
import { FormField } from '#web/parts/forms/form-field.tsx';
import { useFormCheck } from '#web/parts/forms/use-form-check.ts';
import { type Shop, shop } from '#web/parts/request/context.ts';
import { refusedInit } from '#web/parts/request/refused-init.ts';
import { StaffCodeForm } from '#web/parts/signing/staff-code-form.tsx';
import { verifyStaffCode } from '#web/parts/signing/verify-staff-code.ts';
import { Link } from '#web/ui/link.tsx';
import type { Route } from './+types/find-route.ts';
import { lookerOf } from './read-desk.ts';

/** Dictated codes that were wrong, per order: after five the desk waits a quarter of an hour. */
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
  try {
    if (form.get('intent') === 'code') {
      await verifyStaffCode(found, form);
      return redirect('/qr/o/', { status: 303 });
    }
    requireStaff(found.requestContext, 'pickup');
    return await open(found, form);
  } catch (error) {
    if (!(error instanceof Refusal) || error.code === 'forbidden') throw error;
    return data(answerOf(error, form), refusedInit(error));
  }
}

export default function FindRoute({ loaderData, actionData }: Route.ComponentProps) {
  const answer = actionData ?? null;
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
      {loaderData.kind === 'code' ? <StaffCodeForm answer={answer} /> : null}
      {loaderData.kind === 'staff' ? <DictatedCode answer={answer} /> : null}
    </div>
  );
}

function DictatedCode({ answer }: { answer: FormAnswer | null }) {
  const check = useFormCheck(dictatedCodeForm, answer);
  return (
    <form {...check.form} method="post" className="desk__form">
      <p className="soft">Отсканируйте пропуск камерой телефона или введите номер и код, который назвал получатель.</p>
      <FormError words={answer?.error} />
      <FormField of={check} name="number" />
      <FormField of={check} name="pickup_code" />
      <button type="submit" className="btn btn--primary btn--wide" name="intent" value="open">
        Открыть заказ
      </button>
    </form>
  );
}

async function open({ db, keys }: Shop, form: FormData) {
  const { number, pickup_code } = checkForm(dictatedCodeForm, form);
  // Counted before it is looked at, so that tries that come at once are counted too; a right one forgets them.
  const wait = await takeLimit(db, codeLimit, number, codeTries.max, codeTries.seconds);
  if (wait > 0) throw tooMany(wait, 'Слишком много неверных кодов для этого заказа. Попробуйте через 15 минут');
  const pass = await findByCode(db, Number(number), pickup_code);
  if (!pass) throw new Refusal('not_found', {}, 'Номер и код не подходят друг другу');
  await forgetTries(db, codeLimit, [number]);
  const token = pass.delegated
    ? delegatedToken(keys, pass.delegated)
    : passToken(keys, { id: pass.order_id, number: Number(number), pickup_code });
  return redirect(`/qr/o/${token}/?by=code`, { status: 303 });
}
