import { redirect } from 'react-router';
import { loginUrl, personalUrl, safeBack, signupUrl } from '#shared/urls.ts';
import { shop } from '#web/parts/request/context.ts';
import { runSignIn } from '#web/parts/signing/run-sign-in.server.ts';
import { notAnswered } from '#web/parts/signing/sign-in-state.ts';
import type { Route } from './+types/signup-route.ts';
import { SignInPage } from './sign-in-page.tsx';

export const meta: Route.MetaFunction = () => [{ title: 'Регистрация — ИДД' }];

export async function loader({ request, context }: Route.LoaderArgs) {
  const { requestContext } = context.get(shop);
  const back = safeBack(new URL(request.url).searchParams.get('back'), '');
  if (requestContext.account) throw redirect(back || personalUrl());
  return { back };
}

/**
 * The same steps as signing in by code: whoever has an account already is simply let in, and nobody else learns of it.
 */
export async function action({ request, context }: Route.ActionArgs) {
  const back = safeBack(new URL(request.url).searchParams.get('back'), personalUrl());
  return runSignIn(context.get(shop), await request.formData(), back);
}

export default function SignUp({ loaderData, actionData }: Route.ComponentProps) {
  const { back } = loaderData;
  return (
    <SignInPage
      title="Регистрация"
      foot={{ words: 'Уже есть кабинет?', link: 'Войти', url: loginUrl(back) }}
      lead="Заказы, бонусы и чеки в одном месте. Пароль не нужен: пришлём код на почту."
      state={actionData ?? { step: 'email', answer: notAnswered }}
      action={signupUrl(back)}
      back={back}
      hasYandex={false}
    />
  );
}
