import { ensure } from '#shared/ensure.ts';
import { formatCount } from '#shared/plurals.ts';

/**
 * Posts a vote's form and writes the answer into it; when the call fails, the form is sent as it would be without
 * JavaScript.
 */
export async function sendVote(form: HTMLFormElement): Promise<void> {
  const button = ensure(form.querySelector('button'));
  const notice = ensure(form.querySelector('[role="status"]'));
  button.setAttribute('aria-busy', 'true');
  try {
    const fields = new URLSearchParams(new FormData(form) as unknown as Record<string, string>);
    fields.set('stay', '1');
    const answer = await fetch(form.action, { method: 'POST', body: fields });
    const { helpful_count, is_on, message } = (await answer.json()) as {
      helpful_count?: number;
      is_on?: boolean;
      message?: string;
    };
    if (helpful_count === undefined) {
      notice.textContent = message ?? '';
      return;
    }
    ensure(form.querySelector('[data-count]')).textContent = helpful_count > 0 ? formatCount(helpful_count) : '';
    button.setAttribute('aria-pressed', String(is_on));
    notice.textContent = is_on ? 'Спасибо, учли' : 'Голос снят';
  } catch {
    form.submit();
  } finally {
    button.removeAttribute('aria-busy');
  }
}
