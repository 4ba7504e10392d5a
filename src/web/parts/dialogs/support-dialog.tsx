import { type FormEvent, useEffect, useState } from 'react';
import { supportForm } from '#modules/support/schema.ts';
import { supportDelayMs } from '#shared/constants.ts';
import { consentGiven } from '#shared/form-fields.ts';
import { readForm } from '#shared/form-rules.ts';
import { digitsAndPlus } from '#shared/phone-mask.ts';
import { errorReport } from '#shared/support-number.ts';
import { newTicketUrl } from '#shared/urls.ts';
import type { FormAnswer } from '#web/parts/forms/form-answer.ts';
import { useFormCheck } from '#web/parts/forms/use-form-check.ts';
import { useShell } from '#web/parts/request/use-shell.ts';
import { isSigned } from '#web/parts/visitor/signed-mark.ts';
import { Popup } from '#web/ui/popup.tsx';
import type { DialogProps } from './footer-scripts.tsx';
import { file, fileAgain, type Waiting } from './outbox.ts';
import { TicketFields } from './ticket-fields.tsx';

/**
 * S4-16: «Новое обращение» over any page. A submit shows three seconds of waiting, then hides; the request is filed
 * meanwhile, and again while it is not known to have arrived.
 */
export default function SupportDialog({ isOpen, url, onClose }: DialogProps) {
  const { product_code } = useShell();
  const [answer, setAnswer] = useState<FormAnswer | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [round, setRound] = useState(0);
  const known = useKnownPerson(isOpen);
  const check = useFormCheck(supportForm, answer, {
    prefix: 'dialog-support-',
    values: { ...known, ...errorReport(url.searchParams) },
  });

  async function send(event: FormEvent<HTMLFormElement>) {
    check.form.onSubmit(event);
    if (event.defaultPrevented) return;
    event.preventDefault();
    if (isBusy) return;
    const { values } = readForm(supportForm, new FormData(event.currentTarget));
    const request_key = randomUuid();
    const waiting: Waiting = {
      request_key,
      url: `/api/ecm/${product_code}/support/requests/`,
      body: JSON.stringify({
        ...values,
        phone: digitsAndPlus(values.phone),
        consent_personal_data:
          values.consent_personal_data === consentGiven ? consentGiven : Boolean(values.consent_personal_data),
        request_key,
      }),
    };
    setBusy(true);
    const filing = file(waiting);
    const pause = new Promise<null>((resolve) => setTimeout(() => resolve(null), supportDelayMs));
    const filed = await Promise.race([filing, pause]);
    if (filed?.state === 'refused') {
      setBusy(false);
      setAnswer({ errors: filed.fields, values });
      return;
    }
    await pause;
    setBusy(false);
    setAnswer(null);
    setRound((before) => before + 1);
    onClose();
    filing.then(({ state }) => state === 'waits' && setTimeout(fileAgain, 30_000));
  }

  return (
    // What is being sent is not closed half way; it closes by itself.
    <Popup id="support-dialog" isOpen={isOpen} onClose={onClose} labelledBy="support-dialog-title" isClosable={!isBusy}>
      <h2 id="support-dialog-title">Новое обращение</h2>
      <form
        key={`${round} ${url.search} ${known?.email ?? ''}`}
        method="post"
        action={newTicketUrl()}
        className="form"
        {...check.form}
        onSubmit={send}
      >
        <TicketFields of={check} />
        <button type="submit" className="btn btn--primary btn--wide" aria-busy={isBusy}>
          {isBusy ? 'Отправляем…' : 'Отправить'}
        </button>
      </form>
    </Popup>
  );
}

/**
 * Name and address of whoever is signed in, so that nothing known is typed again. Staff who act are told no contacts.
 */
function useKnownPerson(isOpen: boolean): { name: string; email: string } | null {
  const [known, setKnown] = useState<{ name: string; email: string } | null>(null);
  useEffect(() => {
    if (!isOpen || !isSigned()) return;
    let isGone = false;
    import('#web/parts/visitor/auth.ts').then(async ({ auth }) => {
      if (!auth.get().isAuthenticated) await auth.load();
      const { currentUser } = auth.get();
      const email = currentUser?.contact_infos.find(({ type }) => type === 'email')?.value;
      if (currentUser && email && !isGone) setKnown({ name: currentUser.buyer.full_name, email });
    }, ignore);
    return () => {
      isGone = true;
    };
  }, [isOpen]);
  return known;
}

/** A lost chunk leaves the fields empty. */
function ignore() {}

/** `crypto.randomUUID` is missing on an address without https. */
function randomUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const marked = bytes.map((byte, at) => (at === 6 ? (byte & 0x0f) | 0x40 : at === 8 ? (byte & 0x3f) | 0x80 : byte));
  const hex = Array.from(marked, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
