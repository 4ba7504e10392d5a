import { data, Form, useNavigation } from 'react-router';
import { requestPasswordReset } from '#modules/accounts/restore-password.ts';
import { requesterOf } from '#modules/visitors/requester-of.ts';
import { checkForm } from '#platform/check-form.ts';
import { Refusal } from '#platform/refusal.ts';
import { emailForm } from '#shared/account-forms.ts';
import { forgotPasswordUrl, loginUrl, safeBack } from '#shared/urls.ts';
import { answerOf, type FormAnswer } from '#web/parts/forms/form-answer.ts';
import { FormError } from '#web/parts/forms/form-error.tsx';
import { FormField } from '#web/parts/forms/form-field.tsx';
import { useFormCheck } from '#web/parts/forms/use-form-check.ts';
import { shop } from '#web/parts/request/context.ts';
import { refusedInit } from '#web/parts/request/refused-init.ts';
import { AuthSheet } from '#web/parts/signing/auth-sheet.tsx';
import { SendButton, signInPrefix } from '#web/parts/signing/step-form.tsx';
import { Link } from '#web/ui/link.tsx';
import { Note } from '#web/ui/note.tsx';
import type { Route } from './+types/forgot-password-route.ts';

export const meta: Route.MetaFunction = () => [{ title: 'Забыли пароль — ИДД' }];

export function loader({ request }: Route.LoaderArgs) {
  return { back: safeBack(new URL(request.url).searchParams.get('back'), '') };
}

/** The same answer whether or not somebody has the address. */
export async function action({ request, context }: Route.ActionArgs) {
  const { db, requestContext } = context.get(shop);
  const form = await request.formData();
  try {
    const { email } = checkForm(emailForm, form);
    await requestPasswordReset(db, email.toLowerCase(), requesterOf(requestContext));
    return data({ sent_to: email, answer: null });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return data({ sent_to: null, answer: answerOf(error, form) }, refusedInit(error));
  }
}

export default function ForgotPassword({ loaderData, actionData }: Route.ComponentProps) {
  const { back } = loaderData;
  return (
    <AuthSheet title="Забыли пароль?">
      {actionData?.sent_to ? (
        <Note kind="ok" icon="mail" role="status" className="signin__note">
          Если личный кабинет с почтой {actionData.sent_to} есть, на неё придёт ссылка для нового пароля. Она действует
          30 минут.
        </Note>
      ) : (
        <AddressForm answer={actionData?.answer ?? null} back={back} />
      )}
      <p className="small soft signin__foot">
        <Link className="link" to={`${loginUrl()}?${new URLSearchParams({ way: 'code', ...(back && { back }) })}`}>
          Войти по коду без пароля
        </Link>
      </p>
      <p className="small soft signin__foot">
        <Link className="link" to={loginUrl(back)}>
          Вернуться ко входу
        </Link>
      </p>
    </AuthSheet>
  );
}

function AddressForm({ answer, back }: { answer: FormAnswer | null; back: string }) {
  const check = useFormCheck(emailForm, answer, { prefix: signInPrefix });
  const isBusy = useNavigation().state !== 'idle';
  return (
    <Form {...check.form} method="post" action={forgotPasswordUrl(back)} className="signin__form">
      <p className="soft">Пришлём на почту ссылку, по которой можно задать новый пароль.</p>
      <FormError words={answer?.error} className="signin__err" />
      <FormField of={check} name="email" />
      <SendButton intent="send" isBusy={isBusy} busyWords="Отправляем…">
        Прислать ссылку
      </SendButton>
    </Form>
  );
}
