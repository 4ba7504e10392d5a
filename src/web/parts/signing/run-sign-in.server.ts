import { data, redirect } from 'react-router';
import { requestSignInCode } from '#modules/accounts/request-sign-in-code.ts';
import { EmailCodeInput } from '#modules/accounts/schema.ts';
import { signInByCode } from '#modules/accounts/sign-in-by-code.ts';
import { signInByPassword } from '#modules/accounts/sign-in-by-password.ts';
import type { SignInResult } from '#modules/accounts/sign-in-result.ts';
import { signUp } from '#modules/accounts/sign-up.ts';
import { afterSignIn } from '#modules/signing/after-sign-in.ts';
import { requesterOf } from '#modules/visitors/requester-of.ts';
import { checkForm } from '#platform/check-form.ts';
import { Refusal } from '#platform/refusal.ts';
import { codeRequestForm, emailForm, passwordForm, signUpForm } from '#shared/account-forms.ts';
import { codeTries } from '#shared/constants.ts';
import { type FieldValues, textsOf } from '#shared/form-rules.ts';
import { answerOf } from '#web/parts/forms/form-answer.ts';
import type { Shop } from '#web/parts/request/context.ts';
import { cookieHeaders } from '#web/parts/request/cookie-headers.ts';
import { refusedInit } from '#web/parts/request/refused-init.ts';
import type { CodeAnswer, SignInIntent, SignInState } from './sign-in-state.ts';

/**
 * The steps of signing in as forms: each answers the state to show next, with what was typed, or the way back with the
 * session's cookies. A refusal is words at the form, whatever its status.
 */
export async function runSignIn(shop: Shop, form: FormData, back: string) {
  const values = textsOf(form);
  try {
    return await stepOf(values.intent as SignInIntent, form, values, shop, back);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return data(refusedState(error, values), refusedInit(error));
  }
}

async function stepOf(intent: SignInIntent, form: FormData, values: FieldValues, shop: Shop, back: string) {
  const { db, keys, requestContext } = shop;
  const requester = requesterOf(requestContext);
  switch (intent) {
    case 'request-code':
    case 'resend': {
      const typed = checkForm(intent === 'resend' ? emailForm : codeRequestForm, form);
      const email = typed.email.toLowerCase();
      return answer(sentCode(email, values, await requestSignInCode(db, keys, email, requester)));
    }
    case 'change-email': {
      const { email = '', consent_personal_data = '' } = values;
      return answer({ step: 'email', answer: { values: { email, consent_personal_data } } });
    }
    case 'sign-in-by-code': {
      const typed = EmailCodeInput.safeParse(values);
      if (!typed.success) throw new Refusal('wrong_code', { checks_left: Number(values.tries_left) });
      return letIn(await signInByCode(db, keys, typed.data, requester), values, shop, back);
    }
    case 'sign-in-by-password': {
      const { username, password } = checkForm(passwordForm, form);
      const input = { username: username.toLowerCase(), password };
      return letIn(await signInByPassword(db, keys, input, requester), values, shop, back);
    }
    case 'sign-up': {
      const { full_name, is_company, inn, consent_advertising } = checkForm(signUpForm, form);
      const input = {
        proof: values.proof ?? '',
        full_name,
        inn: is_company ? inn : undefined,
        consent_personal_data: true,
        consent_advertising: Boolean(consent_advertising),
      } as const;
      return letIn(await db.transaction().execute((db) => signUp(db, keys, input, requester)), values, shop, back);
    }
    default:
      throw new Refusal('bad_input');
  }
}

/** Whoever is in goes back; somebody new tells a name first. */
export async function letIn(result: SignInResult, { consent_personal_data }: FieldValues, shop: Shop, back: string) {
  if (result.kind === 'needs_sign_up') {
    const typed = { proof: result.proof, full_name: result.full_name };
    const values = { ...typed, ...(consent_personal_data && { consent_personal_data }) };
    return answer({ step: 'name', answer: { values } });
  }
  const { cookies } = await afterSignIn(shop.db, shop.requestContext, shop.config.MAIN_DOMAIN, result);
  return redirect(back, { status: 303, headers: cookieHeaders(cookies) });
}

/** The step that waits for the code of an email just sent. */
export function sentCode(
  email: string,
  { consent_personal_data }: FieldValues,
  sent: { resend_after_seconds: number; checks: number },
): SignInState {
  return {
    step: 'entry',
    answer: {
      email,
      consent_personal_data: Boolean(consent_personal_data),
      resend_in: sent.resend_after_seconds,
      resend_at: Date.now() + sent.resend_after_seconds * 1000,
      tries_left: sent.checks,
      is_wrong: false,
      error: null,
    },
  };
}

function refusedState(refusal: Refusal, values: FieldValues): SignInState {
  if (values.auth_code !== undefined) return { step: 'entry', answer: refusedCode(refusal, values) };
  const answer = answerOf(refusal, values);
  if (values.proof !== undefined) return { step: 'name', answer };
  return { step: values.username === undefined ? 'email' : 'password', answer };
}

/**
 * S8-06: a wrong code says nothing, one try fewer is left; what was refused for another reason (too many, too soon) has
 * words.
 */
function refusedCode({ code, details, message }: Refusal, values: FieldValues): CodeAnswer {
  const is_wrong = code === 'wrong_code';
  const resend_at = Number(values.resend_at) || 0;
  return {
    email: values.email ?? '',
    consent_personal_data: Boolean(values.consent_personal_data),
    resend_at,
    resend_in: Math.max(0, Math.ceil((resend_at - Date.now()) / 1000)),
    tries_left: whole(is_wrong ? details.checks_left : values.tries_left),
    is_wrong,
    error: is_wrong ? null : message,
  };
}

function whole(given: unknown): number {
  const number = Number(given);
  return Number.isInteger(number) && number >= 0 ? Math.min(number, codeTries) : codeTries;
}

function answer(state: SignInState) {
  return data(state);
}
