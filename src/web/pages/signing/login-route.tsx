import { redirect } from 'react-router';
import { isYandexOn } from '#integrations/identity/yandex-sign-in.ts';
import { signOut } from '#modules/signing/sign-out.ts';
import { homeUrl, loginUrl, personalUrl, safeBack } from '#shared/urls.ts';
import { shop } from '#web/parts/request/context.ts';
import { cookieHeaders } from '#web/parts/request/cookie-headers.ts';
import { runSignIn } from '#web/parts/signing/run-sign-in.server.ts';
import { notAnswered, type SignInState } from '#web/parts/signing/sign-in-state.ts';
import type { Route } from './+types/login-route.ts';
import { SignInPage } from './sign-in-page.tsx';

export const meta: Route.MetaFunction = () => [
  { title: 'Вход в личный кабинет — ИДД' },
  { name: 'description', content: 'Вход в личный кабинет ИДД: заказы, бонусная карта, списки товаров и подписки.' },
];

export async function loader({ request, context }: Route.LoaderArgs) {
  const { requestContext, config } = context.get(shop);
  const { searchParams } = new URL(request.url);
  const back = safeBack(searchParams.get('back'), '');
  if (requestContext.account) throw redirect(whereTo(back, request));
  return {
    way: searchParams.get('way'),
    is_restored: searchParams.has('restored'),
    back,
    has_yandex: isYandexOn(config),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const site = context.get(shop);
  const { db, config, keys, requestContext } = site;
  const form = await request.formData();
  if (form.get('intent') === 'sign-out') {
    const cookies = await signOut(db, keys, requestContext, config.MAIN_DOMAIN);
    return redirect(homeUrl(), { status: 303, headers: cookieHeaders(cookies) });
  }
  return runSignIn(site, form, safeBack(new URL(request.url).searchParams.get('back'), personalUrl()));
}

export default function Login({ loaderData, actionData }: Route.ComponentProps) {
  const { way, is_restored, back, has_yandex } = loaderData;
  return (
    <SignInPage
      title="Вход в личный кабинет"
      state={actionData ?? firstState(way)}
      action={loginUrl(back)}
      back={back}
      hasYandex={has_yandex}
      note={is_restored && !actionData ? 'Пароль изменён. Войдите с новым паролем.' : null}
    />
  );
}

function firstState(way: string | null): SignInState {
  if (way === 'code') return { step: 'email', answer: notAnswered };
  return way === 'password' ? { step: 'password', answer: notAnswered } : { step: 'ways' };
}

/**
 * A cached page shows «Войти» to everybody until its script has run. Whoever is signed in and presses it without
 * JavaScript wants the cabinet, not the page they stand on.
 */
function whereTo(back: string, request: Request): string {
  const referer = request.headers.get('referer');
  const isFromBack = referer !== null && URL.canParse(referer) && new URL(referer).pathname === back.split('?', 1)[0];
  return back === '' || isFromBack ? personalUrl() : back;
}
