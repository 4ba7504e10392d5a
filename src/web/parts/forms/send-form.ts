import { formCallUrl } from '#shared/urls.ts';
import type { SentForm } from './form-view.ts';

const words = {
  unreachable: 'Нет соединения. Проверьте интернет и попробуйте ещё раз: всё, что вы ввели, на месте',
  large: 'Файлы слишком большие: вместе не больше 15 МБ',
  failed: 'Не удалось отправить. Попробуйте ещё раз: всё, что вы ввели, на месте',
};

/** Sends a filled form. Never throws: no connection and a broken server are answers with words of their own. */
export async function sendForm(code: string, form: FormData): Promise<SentForm> {
  const notice = (error: string, status = 0): SentForm => ({
    status,
    sent: null,
    error,
    errors: {},
    values: {},
    page: '',
    stamp: null,
  });
  let answer: Response;
  try {
    answer = await window.fetch(formCallUrl(code), { method: 'POST', body: form, cache: 'no-store' });
  } catch {
    return notice(words.unreachable);
  }
  const reported = (await answer.json().catch(() => null)) as Partial<SentForm> | null;
  if (reported && 'sent' in reported) return reported as SentForm;
  return notice(answer.status === 413 ? words.large : words.failed, answer.status);
}
