import type { FormAnswer } from '#web/parts/forms/form-answer.ts';

export type CodeAnswer = {
  email: string;
  /** Carried to the last step, where an account is made. */
  consent_personal_data: boolean;
  /**
   * Seconds until another email may be asked for, as of this answer; `resend_at` is the same as the answering clock's
   * milliseconds.
   */
  resend_in: number;
  resend_at: number;
  tries_left: number;
  is_wrong: boolean;
  error: string | null;
};

/**
 * S4-05: no method chosen, then a method: email, then its code; or one form of the password. Unknown people tell their
 * name last.
 */
export type SignInState =
  | { step: 'ways' }
  | { step: 'email'; answer: FormAnswer }
  | { step: 'entry'; answer: CodeAnswer }
  | { step: 'password'; answer: FormAnswer }
  | { step: 'name'; answer: FormAnswer };

/** What a form of the steps asks the server for. */
export type SignInIntent =
  | 'request-code'
  | 'resend'
  | 'change-email'
  | 'sign-in-by-code'
  | 'sign-in-by-password'
  | 'sign-up';

/** A step nothing was answered to yet. */
export const notAnswered: FormAnswer = {};
