import { useState } from 'react';
import type { FieldValues } from '#shared/form-rules.ts';
import { useShell } from '#web/parts/request/use-shell.ts';
import { type CallRefusal, postCall } from './calls.ts';
import type { SignInIntent, SignInState } from './sign-in-state.ts';

/** The dialog's steps by the calls of S7-06…S7-08. `letIn` is called when somebody was signed in. */
export function useSignIn(letIn: () => Promise<void>) {
  const { product_code } = useShell();
  const [state, setState] = useState<SignInState>({ step: 'ways' });
  const [isBusy, setBusy] = useState(false);

  const requestCode = async (values: FieldValues) => {
    const path = `/api/ecm/${product_code}/users/auth-code/`;
    const { data, refusal } = await postCall<CodeSent>(path, { email: values.email });
    if (refusal && state.step === 'entry')
      return setState({ step: 'entry', answer: { ...state.answer, is_wrong: false, error: refusal.message } });
    if (refusal) return setState({ step: 'email', answer: answerOfCall(refusal, values) });
    const { resend_after_seconds: resend_in, checks } = data;
    setState({
      step: 'entry',
      answer: {
        email: values.email ?? '',
        consent_personal_data: Boolean(values.consent_personal_data),
        resend_in,
        resend_at: Date.now() + resend_in * 1000,
        tries_left: checks,
        is_wrong: false,
        error: null,
      },
    });
  };

  /** S8-06: a refused code says nothing; the field is cleared and focused, and one try fewer is left. */
  const signInByCode = async ({ email, auth_code, consent_personal_data }: FieldValues) => {
    const { refusal } = await postCall('/api/auth/email/', { email, auth_code });
    if (refusal?.code === 'sign_up_needed') {
      const proof = String(refusal.details.proof);
      const values = { proof, ...(consent_personal_data && { consent_personal_data }) };
      return setState({ step: 'name', answer: { values } });
    }
    if (refusal && state.step === 'entry') {
      const { answer } = state;
      const isWrong = refusal.code === 'wrong_code';
      const tries_left = isWrong ? triesLeft(refusal, answer.tries_left) : answer.tries_left;
      const error = isWrong ? null : refusal.message;
      return setState({ step: 'entry', answer: { ...answer, tries_left, is_wrong: true, error } });
    }
    await letIn();
  };

  const signInByPassword = async (values: FieldValues) => {
    const { username = '', password } = values;
    const { refusal } = await postCall('/api/auth/login', { username, password });
    if (refusal) setState({ step: 'password', answer: answerOfCall(refusal, { username }) });
    else await letIn();
  };

  const signUp = async (values: FieldValues) => {
    const { proof, full_name, is_company, inn } = values;
    const { refusal } = await postCall('/api/auth/signup/', {
      proof,
      full_name,
      ...(is_company && { inn }),
      consent_personal_data: Boolean(values.consent_personal_data),
      consent_advertising: Boolean(values.consent_advertising),
    });
    if (refusal) setState({ step: 'name', answer: answerOfCall(refusal, values) });
    else await letIn();
  };

  const works: Partial<Record<SignInIntent, (values: FieldValues) => Promise<void>>> = {
    'request-code': requestCode,
    resend: requestCode,
    'sign-in-by-code': signInByCode,
    'sign-in-by-password': signInByPassword,
    'sign-up': signUp,
  };

  return {
    state,
    setState,
    isBusy,
    async send(intent: SignInIntent, values: FieldValues) {
      setBusy(true);
      await works[intent]?.(values);
      setBusy(false);
    },
  };
}

type CodeSent = { resend_after_seconds: number; checks: number };

/** The server counts; where it does not tell, one try fewer than before. */
function triesLeft({ details }: CallRefusal, before: number): number {
  return typeof details.checks_left === 'number' ? details.checks_left : Math.max(0, before - 1);
}

/** What a call refused, as the pages' own forms answer it. */
function answerOfCall({ message, fields }: CallRefusal, values: FieldValues) {
  return Object.keys(fields).length > 0 ? { errors: fields, values } : { error: message, values };
}
