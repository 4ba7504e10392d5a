import { data, Form, Link, useNavigation } from 'react-router';
import { requestPasswordReset } from '#modules/accounts/restore-password.ts';
import { Email } from '#modules/accounts/schema.ts';
import { seatOf } from '#modules/visitors/seat-of.ts';
import { Refusal } from '#platform/refusal.ts';
import type { FormRules } from '#shared/form-rules.ts';
import { forgotPasswordUrl, loginUrl, safeBack } from '#shared/urls.ts';
import { shop } from '#web/parts/request/context.ts';
import { refusedInit } from '#web/parts/request/refused-init.ts';
import { refuseBroken, saidOf, valuesOf } from '#web/parts/signing/run-sign-in.server.ts';
import { nothingSaid, type Said } from '#web/parts/signing/sign-in-state.ts';
import { ErrorBox, idOf, SendButton } from '#web/parts/signing/steps.tsx';
import { useFormCheck } from '#web/parts/signing/use-form-check.ts';
import { Field } from '#web/ui/field.tsx';
import { Note } from '#web/ui/note.tsx';
import type { Route } from './+types/forgot-password-route.ts';
import { AuthSheet } from './auth-sheet.tsx';

export const meta: Route.MetaFunction = () => [{ title: 'Забыли пароль — ИДД' }];

const rules = { email: { label: 'E-mail', type: 'email', required: true, max: 254 } } satisfies FormRules;

export function loader({ request }: Route.LoaderArgs) {
  return { back: safeBack(new URL(request.url).searchParams.get('back'), '') };
}

/** The same answer whether or not somebody has the address. */
export async function action({ request, context }: Route.ActionArgs) {
  const { db, visit } = context.get(shop);
  const values = valuesOf(await request.formData());
  try {
    refuseBroken(values, rules);
    await requestPasswordReset(db, Email.parse(values.email), seatOf(visit));
    return data({ sent_to: values.email ?? '', said: nothingSaid });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return data({ sent_to: null, said: saidOf(error, values) }, refusedInit(error));
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
        <AddressForm said={actionData?.said ?? nothingSaid} back={back} />
      )}
      <p className="small soft signin__foot">
        <Link className="link" to={loginUrl(back)}>
          Вернуться ко входу
        </Link>
      </p>
    </AuthSheet>
  );
}

function AddressForm({ said, back }: { said: Said; back: string }) {
  const { form, field, mayGo } = useFormCheck(() => rules, said.errors, idOf);
  const isBusy = useNavigation().state !== 'idle';
  return (
    <Form
      ref={form}
      method="post"
      action={forgotPasswordUrl(back)}
      noValidate
      className="signin__form"
      onSubmit={mayGo}
    >
      <p className="soft">Пришлём на почту ссылку, по которой можно задать новый пароль.</p>
      <ErrorBox>{said.message}</ErrorBox>
      <Field
        {...field('email')}
        label="E-mail"
        required
        type="email"
        autoComplete="email"
        maxLength={254}
        defaultValue={said.values.email}
      />
      <SendButton intent="send" isBusy={isBusy} busyWords="Отправляем…">
        Прислать ссылку
      </SendButton>
    </Form>
  );
}
