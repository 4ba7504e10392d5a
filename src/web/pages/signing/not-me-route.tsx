import { data, Form, useNavigation } from 'react-router';
import { isNotMeToken, reportNotMe } from '#modules/accounts/not-me.ts';
import { forgotPasswordUrl, homeUrl } from '#shared/urls.ts';
import { shop } from '#web/parts/request/context.ts';
import { AuthSheet } from '#web/parts/signing/auth-sheet.tsx';
import { SendButton } from '#web/parts/signing/step-form.tsx';
import { Link } from '#web/ui/link.tsx';
import { Note } from '#web/ui/note.tsx';
import type { Route } from './+types/not-me-route.ts';

export const meta: Route.MetaFunction = () => [{ title: 'Это не я — ИДД' }];

/** Where the emails' «Это не я» leads. Opening it does nothing yet: mail programs open links themselves. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { keys } = context.get(shop);
  const token = new URL(request.url).searchParams.get('token');
  return { token, is_good: isNotMeToken(keys, token) };
}

export async function action({ request, context }: Route.ActionArgs) {
  const { db, keys } = context.get(shop);
  const token = String((await request.formData()).get('token') ?? '');
  const isDone = await db.transaction().execute((db) => reportNotMe(db, keys, token));
  return data({ is_done: isDone }, { status: isDone ? 200 : 410 });
}

export default function NotMe({ loaderData, actionData }: Route.ComponentProps) {
  const { token, is_good } = loaderData;
  const isBusy = useNavigation().state !== 'idle';
  if (actionData?.is_done) {
    return (
      <AuthSheet title="Вход закрыт">
        <Note kind="ok" role="status" className="signin__note">
          Код из письма больше не действует, а сеанс, который с ним открыли, завершён.
        </Note>
        <p className="signin__foot">Если у вас есть пароль, смените его: возможно, его узнал кто-то ещё.</p>
        <Link className="btn btn--primary btn--lg btn--wide signin__next" to={forgotPasswordUrl()}>
          Сменить пароль
        </Link>
      </AuthSheet>
    );
  }
  if (!is_good || actionData) {
    return (
      <AuthSheet title="Это не я">
        <Note kind="warn" className="signin__note">
          Ссылка из письма устарела. Если в ваш кабинет входит кто-то другой, смените пароль: все сеансы завершатся.
        </Note>
        <Link className="btn btn--primary btn--lg btn--wide signin__next" to={forgotPasswordUrl()}>
          Сменить пароль
        </Link>
      </AuthSheet>
    );
  }
  return (
    <AuthSheet title="Это были не вы?">
      <Form method="post" className="signin__form">
        <p className="soft">
          Код из письма перестанет действовать, а сеанс, который с ним открыли, завершится. Ваши заказы и данные
          останутся на месте.
        </p>
        <input type="hidden" name="token" value={token ?? ''} />
        <SendButton intent="not-me" isBusy={isBusy} busyWords="Закрываем…">
          Закрыть вход
        </SendButton>
        <Link className="btn btn--wide signin__other" to={homeUrl()}>
          Это был я
        </Link>
      </Form>
    </AuthSheet>
  );
}
