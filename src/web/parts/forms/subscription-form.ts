import { newsForm, subscribedWords } from '#modules/subscriptions/schema.ts';
import { accountChangedEvent, isSigned } from '#web/parts/visitor/signed-mark.ts';
import { afterPress } from '#web/ui/after-press.ts';
import { chosenField, firstBroken, focusField, leftField, problemsIn } from './form-check.ts';

/**
 * What this browser knows of its guest's subscription; asked for again after a day, because emails end it elsewhere.
 */
type Known = { email: string; is_subscribed: boolean; asked_at: number };

const knownKey = 'subscription';
const dayMs = 86_400_000;
const calls = (site: string) => `/api/ecm/subscriptions/${site}/subscribe/product-category/`;
const fields = Object.keys(newsForm);

/**
 * S4-15, S5-08, S8-07: the footer's form at work; hidden where the visitor is subscribed already. Called when it is
 * about to be seen.
 */
export function wakeSubscription(section: HTMLElement): void {
  const site = section.dataset.subscription ?? '';
  const form = section.querySelector('form');
  if (!form || form.dataset.awake) return;
  form.dataset.awake = 'yes';
  hideIfSubscribed(section, site);
  window.addEventListener(accountChangedEvent, () => hideIfSubscribed(section, site));
  const judge = (name: string | null) => {
    if (name && fields.includes(name)) afterPress(() => say(form, name, problemsIn(form, newsForm)[name] ?? ''));
  };
  form.addEventListener('focusout', ({ target, relatedTarget }) => target && judge(leftField(target, relatedTarget)));
  form.addEventListener('change', ({ target }) => target && judge(chosenField(target)));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const broken = problemsIn(form, newsForm);
    for (const name of fields) say(form, name, broken[name] ?? '');
    const first = firstBroken(broken, newsForm);
    if (first) focusField(form, first);
    else send(section, form, site);
  });
}

async function hideIfSubscribed(section: HTMLElement, site: string): Promise<void> {
  section.hidden = isSigned() ? await isAccountSubscribed(section) : await isGuestSubscribed(site);
}

/** S3-03: whoever is signed in is read once for the whole page; their address is not typed again. */
async function isAccountSubscribed(section: HTMLElement): Promise<boolean> {
  try {
    const { auth } = await import('#web/parts/visitor/auth.ts');
    if (!auth.get().isAuthenticated) await auth.load();
    const { currentUser, isSubscribed } = auth.get();
    const own = currentUser?.contact_infos.find(({ type }) => type === 'email')?.value;
    const input = section.querySelector<HTMLInputElement>('[name="email"]');
    if (own && input?.value === '') input.value = own;
    return isSubscribed;
  } catch {
    return false;
  }
}

async function isGuestSubscribed(site: string): Promise<boolean> {
  const known = readKnown();
  if (!known) return false;
  if (known.is_subscribed && Date.now() - known.asked_at < dayMs) return true;
  try {
    const answer = await fetch(`${calls(site)}exists/?email=${encodeURIComponent(known.email)}`);
    if (!answer.ok) return known.is_subscribed;
    const is_subscribed = Boolean(await answer.json());
    keepKnown({ ...known, is_subscribed });
    return is_subscribed;
  } catch {
    return known.is_subscribed;
  }
}

/** A failure other than these two says nothing (S8-07): the button is free again, what was typed stays. */
async function send(section: HTMLElement, form: HTMLFormElement, site: string): Promise<void> {
  const button = form.querySelector('button');
  if (!button || button.getAttribute('aria-busy') === 'true') return;
  button.setAttribute('aria-busy', 'true');
  const email = inputOf(form, 'email').value.trim();
  const body = JSON.stringify({ email, consent_personal_data: true, consent_advertising: true });
  const headers = { 'Content-Type': 'application/json' };
  try {
    const answer = await fetch(calls(site), { method: 'POST', headers, body });
    const reported = (await answer.json()) as {
      error?: { code?: string; message?: string; fields?: { email?: string } };
    };
    if (answer.ok) finish(section, form, email);
    else if (reported.error?.code === 'already_subscribed') {
      say(form, 'email', reported.error.message ?? '');
      keepKnown({ email, is_subscribed: true, asked_at: 0 });
    } else if (reported.error?.fields?.email) say(form, 'email', reported.error.fields.email);
  } catch {
    // Silent by S8-07.
  }
  button.removeAttribute('aria-busy');
}

function finish(section: HTMLElement, form: HTMLFormElement, email: string): void {
  form.hidden = true;
  const done = section.querySelector('.sub__done');
  if (done) {
    const words = document.createElement('p');
    words.className = 'note note--ok';
    words.textContent = subscribedWords;
    done.replaceChildren(words);
  }
  keepKnown({ email, is_subscribed: false, asked_at: 0 });
}

/** Shows what is wrong with the field, as the form kit does, or nothing any more. */
function say(form: HTMLFormElement, name: string, words: string): void {
  const input = inputOf(form, name);
  const id = `${input.id}-error`;
  form.querySelector(`#${id}`)?.remove();
  const isTick = input.type === 'checkbox';
  input.classList.toggle('is-error', words !== '' && !isTick);
  const message = form.querySelector('template')?.content.firstElementChild?.cloneNode(true) as Element | undefined;
  if (words === '' || !message) {
    input.removeAttribute('aria-invalid');
    input.removeAttribute('aria-describedby');
    return;
  }
  message.id = id;
  message.append(words);
  (isTick ? input.closest('label') : input)?.after(message);
  input.setAttribute('aria-invalid', 'true');
  input.setAttribute('aria-describedby', id);
}

function inputOf(form: HTMLFormElement, name: string): HTMLInputElement {
  return form.querySelector(`[name="${name}"]`) as HTMLInputElement;
}

function readKnown(): Known | null {
  try {
    return JSON.parse(localStorage.getItem(knownKey) ?? 'null') as Known | null;
  } catch {
    return null;
  }
}

function keepKnown(known: Known): void {
  try {
    localStorage.setItem(knownKey, JSON.stringify({ ...known, asked_at: Date.now() }));
  } catch {
    // A browser that keeps nothing shows the form again.
  }
}
