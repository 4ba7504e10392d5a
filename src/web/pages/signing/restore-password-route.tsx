import { data, Form, Link, redirect, useNavigation } from 'react-router';
import { isPasswordLink, restorePassword } from '#modules/accounts/restore-password.ts';
import { seatOf } from '#modules/visitors/seat-of.ts';
import { Refusal } from '#platform/refusal.ts';
import type { FormRules } from '#shared/form-rules.ts';
import { forgotPasswordUrl } from '#shared/urls.ts';
import { shop } from '#web/parts/request/context.ts';
import { refusedInit } from '#web/parts/request/refused-init.ts';
import { PasswordField } from '#web/parts/signing/password-field.tsx';
import { refuseBroken, saidOf, valuesOf } from '#web/parts/signing/run-sign-in.server.ts';
import { nothingSaid, type Said } from '#web/parts/signing/sign-in-state.ts';
import { ErrorBox, idOf, SendButton } from '#web/parts/signing/steps.tsx';
import { useFormCheck } from '#web/parts/signing/use-form-check.ts';
import { Note } from '#web/ui/note.tsx';
import type { Route } from './+types/restore-password-route.ts';
import { AuthSheet } from './auth-sheet.tsx';

export const meta: Route.MetaFunction = () => [{ title: 'Новый пароль — ИДД' }];

const rules = { password: { label: 'Новый пароль', required: true, min: 8, max: 200 } } satisfies FormRules;

/** Opening the link uses nothing up: mail programs open links themselves. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const token = new URL(request.url).searchParams.get('token');
  return { token, is_good: await isPasswordLink(context.get(shop).db, token) };
}

export async function action({ request, context }: Route.ActionArgs) {
  const { db, visit } = context.get(shop);
  const values = valuesOf(await request.formData());
  const { token = '', password = '' } = values;
  try {
    refuseBroken(values, rules);
    await db.transaction().execute((db) => restorePassword(db, { token, password }, seatOf(visit)));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return data(saidOf(error, {}), refusedInit(error));
  }
  return redirect('/login/?way=password&restored=1', 303);
}

export default function RestorePassword({ loaderData, actionData }: Route.ComponentProps) {
  const { token, is_good } = loaderData;
  return (
    <AuthSheet title="Новый пароль">
      {is_good ? (
        <NewPasswordForm token={token ?? ''} said={actionData ?? nothingSaid} />
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

function NewPasswordForm({ token, said }: { token: string; said: Said }) {
  const { form, field, mayGo } = useFormCheck(() => rules, said.errors, idOf);
  const isBusy = useNavigation().state !== 'idle';
  return (
    <Form ref={form} method="post" noValidate className="signin__form" onSubmit={mayGo}>
      <p className="soft">После смены пароля все сеансы завершатся, и войти нужно будет заново.</p>
      <ErrorBox>{said.message}</ErrorBox>
      <input type="hidden" name="token" value={token} />
      <PasswordField
        {...field('password')}
        label="Новый пароль"
        autoComplete="new-password"
        hint="Не короче 8 символов. Годятся любые знаки, пробелы тоже"
      />
      <SendButton intent="restore" isBusy={isBusy} busyWords="Сохраняем…">
        Сохранить пароль
      </SendButton>
    </Form>
  );
}
