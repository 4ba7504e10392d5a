import { useEffect, useRef, useState } from 'react';
import { data, Form, redirect, useNavigate, useNavigation } from 'react-router';
import {
  beginYandexSignIn,
  forgetYandexState,
  readYandexProfile,
  yandexBack,
} from '#integrations/identity/yandex-sign-in.ts';
import { signInByYandex } from '#modules/accounts/sign-in-by-yandex.ts';
import { requesterOf } from '#modules/visitors/requester-of.ts';
import { waitingLink } from '#modules/visitors/sign-in-cookies.ts';
import { Refusal } from '#platform/refusal.ts';
import { loginUrl, personalUrl, safeBack } from '#shared/urls.ts';
import { shop } from '#web/parts/request/context.ts';
import { cookieHeaders } from '#web/parts/request/cookie-headers.ts';
import { refusedInit } from '#web/parts/request/refused-init.ts';
import { AuthSheet } from '#web/parts/signing/auth-sheet.tsx';
import { type CallRefusal, postCall } from '#web/parts/signing/calls.ts';
import { letIn, sentCode } from '#web/parts/signing/run-sign-in.server.ts';
import type { SignInState } from '#web/parts/signing/sign-in-state.ts';
import { SendButton } from '#web/parts/signing/step-form.tsx';
import { SignInStep } from '#web/parts/signing/steps.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Link } from '#web/ui/link.tsx';
import { Note } from '#web/ui/note.tsx';
import type { Route } from './+types/yandex-route.ts';

export const meta: Route.MetaFunction = () => [{ title: 'Вход через Яндекс ID — ИДД' }];

/**
 * S2-07: without an answer of Yandex in its address the way there, with one the page that passes its key on. Nobody is
 * signed in by opening an address.
 */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { config, keys, requestContext } = context.get(shop);
  const { searchParams } = new URL(request.url);
  const oauth_key = searchParams.get('code');
  const error = searchParams.get('error');
  if (!oauth_key && !error) {
    const { url, cookie } = beginYandexSignIn(
      config,
      keys,
      requestContext,
      safeBack(searchParams.get('back'), personalUrl()),
    );
    throw redirect(url, { headers: cookieHeaders([cookie]) });
  }
  const back = yandexBack(keys, requestContext, personalUrl());
  return { oauth_key: oauth_key ?? '', state: searchParams.get('state') ?? '', is_refused: !oauth_key, back };
}

/** The same without JavaScript: the key comes from the page's form. */
export async function action({ request, context }: Route.ActionArgs) {
  const site = context.get(shop);
  const { db, config, keys, requestContext, log } = site;
  const form = await request.formData();
  const back = yandexBack(keys, requestContext, personalUrl());
  const forgotten = forgetYandexState(requestContext, config);
  try {
    const key = { oauth_key: String(form.get('oauth_key')), state: String(form.get('state')) };
    const profile = await readYandexProfile(site, keys, requestContext, key, log);
    const result = await signInByYandex(db, keys, profile, requesterOf(requestContext));
    if (result.kind === 'needs_code') {
      const cookies = [forgotten, waitingLink(requestContext, config.MAIN_DOMAIN, result.waiting_link)];
      return data(going(sentCode(result.email, {}, result.sent)), { headers: cookieHeaders(cookies) });
    }
    const answer = await letIn(result, {}, site, back);
    if (!(answer instanceof Response)) return data(going(answer.data), { headers: cookieHeaders([forgotten]) });
    answer.headers.append('Set-Cookie', forgotten);
    return answer;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { status, headers: waiting } = refusedInit(error);
    const headers = new Headers(waiting);
    headers.append('Set-Cookie', forgotten);
    return data({ state: null, message: error.message }, { status, headers });
  }
}

/** Steps that follow Yandex's answer, or what went wrong. */
type Outcome = { state: SignInState | null; message: string | null };

function going(state: SignInState): Outcome {
  return { state, message: null };
}

export default function YandexAnswer({ loaderData, actionData }: Route.ComponentProps) {
  const { oauth_key, state, is_refused, back } = loaderData;
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const navigate = useNavigate();
  const isSent = useRef(false);
  const isWaiting = !is_refused && !actionData;

  useEffect(() => {
    if (!isWaiting || isSent.current) return;
    isSent.current = true;
    passKeyOn(oauth_key, state).then((reached) => {
      if (reached === 'signed-in') navigate(back, { replace: true });
      else setOutcome(reached);
    });
  }, [isWaiting, oauth_key, state, back, navigate]);

  const reached = actionData ?? outcome;
  if (reached?.state) return <NextStep state={reached.state} back={back} />;
  if (is_refused || reached?.message) {
    return (
      <AuthSheet title="Вход через Яндекс ID">
        <Note kind={is_refused ? 'info' : 'err'} role="alert" className="signin__note">
          {is_refused ? 'Вы отменили вход через Яндекс. Войти можно и по-другому.' : reached?.message}
        </Note>
        <Link className="btn btn--primary btn--lg btn--wide signin__next" to={loginUrl(back)}>
          <Icon name="arrow-left" />
          Войти другим способом
        </Link>
      </AuthSheet>
    );
  }
  return (
    <AuthSheet title="Вход через Яндекс ID">
      <Form method="post" className="signin__form" reloadDocument>
        <p className="soft" role="status">
          Завершаем вход через Яндекс…
        </p>
        <input type="hidden" name="oauth_key" value={oauth_key} />
        <input type="hidden" name="state" value={state} />
        <noscript>
          <SendButton intent="sign-in-by-yandex" isBusy={false} busyWords="">
            Войти
          </SendButton>
        </noscript>
      </Form>
    </AuthSheet>
  );
}

/** An account with the same email asks for a code, a new person for a name; both go on at /login/. */
function NextStep({ state, back }: { state: SignInState; back: string }) {
  const isBusy = useNavigation().state !== 'idle';
  return (
    <AuthSheet title={state.step === 'name' ? 'Регистрация' : 'Вход в личный кабинет'}>
      {state.step === 'entry' ? (
        <p className="soft signin__lead">
          Кабинет с почтой вашего Яндекс ID уже есть. Введите код из письма, и мы свяжем его с Яндексом.
        </p>
      ) : null}
      <SignInStep state={state} action={loginUrl(back)} back={back} isBusy={isBusy} hasYandex={false} />
    </AuthSheet>
  );
}

/** S7-09, then the user is fetched (S4-05). */
async function passKeyOn(oauth_key: string, state: string): Promise<'signed-in' | Outcome> {
  const { refusal } = await postCall('/api/auth/yandex', { oauth_key, state });
  if (!refusal) {
    const { auth } = await import('#web/parts/visitor/auth.ts');
    await auth.signedIn();
    return 'signed-in';
  }
  return outcomeOf(refusal);
}

function outcomeOf({ code, message, details }: CallRefusal): Outcome {
  if (code === 'sign_up_needed') {
    const values = { proof: String(details.proof), full_name: String(details.full_name ?? '') };
    return going({ step: 'name', answer: { values } });
  }
  if (code !== 'code_needed') return { state: null, message };
  const resend_in = Number(details.resend_after_seconds);
  return going({
    step: 'entry',
    answer: {
      email: String(details.email),
      consent_personal_data: false,
      resend_in,
      resend_at: Date.now() + resend_in * 1000,
      tries_left: Number(details.checks),
      is_wrong: false,
      error: null,
    },
  });
}
