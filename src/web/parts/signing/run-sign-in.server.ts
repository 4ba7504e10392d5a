import { data, redirect } from 'react-router';
import { requestSignInCode } from '#modules/accounts/request-sign-in-code.ts';
import { Email, EmailCodeInput, LoginInput, SignUpInput } from '#modules/accounts/schema.ts';
import { signInByCode } from '#modules/accounts/sign-in-by-code.ts';
import { signInByPassword } from '#modules/accounts/sign-in-by-password.ts';
import type { SignInResult } from '#modules/accounts/sign-in-result.ts';
import { signUp } from '#modules/accounts/sign-up.ts';
import { afterSignIn } from '#modules/signing/after-sign-in.ts';
import { seatOf } from '#modules/visitors/seat-of.ts';
import { Refusal } from '#platform/refusal.ts';
import { codeTries } from '#shared/constants.ts';
import { type FormRules, formProblems } from '#shared/form-rules.ts';
import type { Shop } from '#web/parts/request/context.ts';
import { refusedInit } from '#web/parts/request/refused-init.ts';
import {
  type CodeSaid,
  emailRules,
  nameRules,
  nothingSaid,
  passwordRules,
  type Said,
  type SignInIntent,
  type SignInState,
  type Values,
} from './sign-in-state.ts';

/**
 * The steps of signing in as forms: each answers the state to show next, with what was typed, or the way back with the session's cookies.
 * A refusal is words at the form, whatever its status.
 */
export async function runSignIn(shop: Shop, form: FormData, back: string) {
  const values = valuesOf(form);
  try {
    return await stepOf(String(form.get('intent')) as SignInIntent, values, shop, back);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return data(refusedState(error, values), refusedInit(error));
  }
}

async function stepOf(intent: SignInIntent, values: Values, shop: Shop, back: string) {
  const { db, keys, visit } = shop;
  const seat = seatOf(visit);
  switch (intent) {
    case 'request-code':
    case 'resend': {
      if (intent === 'request-code') refuseBroken(values, emailRules);
      const email = Email.parse(values.email);
      return answer(sentCode(email, values, await requestSignInCode(db, keys, email, seat)));
    }
    case 'change-email':
      return answer({ step: 'email', said: { ...nothingSaid, values } });
    case 'sign-in-by-code': {
      const typed = EmailCodeInput.safeParse(values);
      if (!typed.success) throw new Refusal('wrong_code', { checks_left: Number(values.tries_left) });
      return letIn(await signInByCode(db, keys, typed.data, seat), values, shop, back);
    }
    case 'sign-in-by-password': {
      refuseBroken(values, passwordRules);
      return letIn(await signInByPassword(db, keys, LoginInput.parse(values), seat), values, shop, back);
    }
    case 'sign-up': {
      refuseBroken(values, nameRules(values));
      const input = SignUpInput.parse({
        ...values,
        inn: values.is_company ? values.inn : undefined,
        consent_personal_data: true,
        consent_advertising: Boolean(values.consent_advertising),
      });
      return letIn(await db.transaction().execute((db) => signUp(db, keys, input, seat)), values, shop, back);
    }
    default:
      throw new Refusal('bad_input');
  }
}

/** Whoever is in goes back; somebody new tells a name first. */
export async function letIn(result: SignInResult, { consent_personal_data }: Values, shop: Shop, back: string) {
  if (result.kind === 'needs_sign_up') {
    const typed = { proof: result.proof, full_name: result.full_name };
    const values = { ...typed, ...(consent_personal_data && { consent_personal_data }) };
    return answer({ step: 'name', said: { ...nothingSaid, values } });
  }
  const { cookies } = await afterSignIn(shop.db, shop.visit, shop.config.MAIN_DOMAIN, result);
  return redirect(back, { status: 303, headers: cookieHeaders(cookies) });
}

/** The step that waits for the code of a letter just sent. */
export function sentCode(
  email: string,
  { consent_personal_data }: Values,
  sent: { resend_after_seconds: number; checks: number },
): SignInState {
  return {
    step: 'entry',
    said: {
      email,
      consent_personal_data: Boolean(consent_personal_data),
      resend_in: sent.resend_after_seconds,
      resend_at: Date.now() + sent.resend_after_seconds * 1000,
      tries_left: sent.checks,
      is_wrong: false,
      message: null,
    },
  };
}

function refusedState(refusal: Refusal, values: Values): SignInState {
  const said = saidOf(refusal, values);
  if (values.auth_code !== undefined) return { step: 'entry', said: refusedCode(refusal, values) };
  if (values.proof !== undefined) return { step: 'name', said };
  return { step: values.username === undefined ? 'email' : 'password', said };
}

/** A refusal at its form: at the fields it names, else in the form's box. What was typed stays, passwords apart. */
export function saidOf({ message, details }: Refusal, { password: _, ...values }: Values): Said {
  const errors = (details.fields as Values | undefined) ?? {};
  return { values, message: Object.keys(errors).length > 0 ? null : message, errors };
}

/** S8-06: a wrong code says nothing, one try fewer is left; what was refused for another reason (too many, too soon) has words. */
function refusedCode({ code, details, message }: Refusal, values: Values): CodeSaid {
  const is_wrong = code === 'wrong_code';
  const resend_at = Number(values.resend_at) || 0;
  return {
    email: values.email ?? '',
    consent_personal_data: Boolean(values.consent_personal_data),
    resend_at,
    resend_in: Math.max(0, Math.ceil((resend_at - Date.now()) / 1000)),
    tries_left: whole(is_wrong ? details.checks_left : values.tries_left),
    is_wrong,
    message: is_wrong ? null : message,
  };
}

function whole(given: unknown): number {
  const number = Number(given);
  return Number.isInteger(number) && number >= 0 ? Math.min(number, codeTries) : codeTries;
}

/** Throws bad_input with the sentences the browser says too (S5-11). */
export function refuseBroken(values: Values, rules: FormRules): void {
  const fields = formProblems(values, rules);
  if (Object.keys(fields).length > 0) throw new Refusal('bad_input', { fields });
}

export function valuesOf(form: FormData): Values {
  const values: Values = {};
  for (const [name, value] of form) if (typeof value === 'string' && name !== 'intent') values[name] = value;
  return values;
}

export function cookieHeaders(cookies: string[]): Headers {
  const headers = new Headers();
  for (const cookie of cookies) headers.append('Set-Cookie', cookie);
  return headers;
}

function answer(state: SignInState) {
  return data(state);
}
