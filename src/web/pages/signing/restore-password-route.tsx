import { data, Form, redirect, useNavigation } from 'react-router';
import { isPasswordLink, restorePassword } from '#modules/accounts/restore-password.ts';
import { requesterOf } from '#modules/visitors/requester-of.ts';
import { checkForm } from '#platform/check-form.ts';
import { Refusal } from '#platform/refusal.ts';
import { newPasswordForm } from '#shared/account-forms.ts';
import { forgotPasswordUrl } from '#shared/urls.ts';
import { answerOf, type FormAnswer, textOf } from '#web/parts/forms/form-answer.ts';
import { FormError } from '#web/parts/forms/form-error.tsx';
import { useFormCheck } from '#web/parts/forms/use-form-check.ts';
import { shop } from '#web/parts/request/context.ts';
import { refusedInit } from '#web/parts/request/refused-init.ts';
import { AuthSheet } from '#web/parts/signing/auth-sheet.tsx';
import { PasswordField } from '#web/parts/signing/password-field.tsx';
import { SendButton, signInPrefix } from '#web/parts/signing/step-form.tsx';
import { Link } from '#web/ui/link.tsx';
import { Note } from '#web/ui/note.tsx';
import type { Route } from './+types/restore-password-route.ts';

export const meta: Route.MetaFunction = () => [{ title: 'Новый пароль — ИДД' }];

/** Opening the link uses nothing up: mail programs open links themselves. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const token = new URL(request.url).searchParams.get('token');
  return { token, is_good: await isPasswordLink(context.get(shop).db, token) };
}

export async function action({ request, context }: Route.ActionArgs) {
  const { db, requestContext } = context.get(shop);
  const form = await request.formData();
  try {
    const input = { ...checkForm(newPasswordForm, form), token: textOf(form, 'token') };
    await db.transaction().execute((db) => restorePassword(db, input, requesterOf(requestContext)));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return data(answerOf(error), refusedInit(error));
  }
  return redirect('/login/?way=password&restored=1', 303);
}

export default function RestorePassword({ loaderData, actionData }: Route.ComponentProps) {
  const { token, is_good } = loaderData;
  return (
    <AuthSheet title="Новый пароль">
      {is_good ? (
        <NewPasswordForm token={token ?? ''} answer={actionData ?? null} />
      ) : (
        <>
          <Note kind="warn" className="signin__note">
            Ссылка устарела или уже использована.
          </Note>
          <Link className="btn btn--primary btn--lg btn--wide signin__next" to={forgotPasswordUrl()}>
            Запросить новую
          </Link>
        </>
      )}
    </AuthSheet>
  );
}

function NewPasswordForm({ token, answer }: { token: string; answer: FormAnswer | null }) {
  const check = useFormCheck(newPasswordForm, answer, { prefix: signInPrefix });
  const isBusy = useNavigation().state !== 'idle';
  return (
    <Form {...check.form} method="post" className="signin__form">
      <p className="soft">После смены пароля все сеансы завершатся, и войти нужно будет заново.</p>
      <FormError words={answer?.error} className="signin__err" />
      <input type="hidden" name="token" value={token} />
      <PasswordField of={check} name="password" />
      <SendButton intent="restore" isBusy={isBusy} busyWords="Сохраняем…">
        Сохранить пароль
      </SendButton>
    </Form>
  );
}
