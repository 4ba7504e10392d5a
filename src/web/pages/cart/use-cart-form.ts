import { type ChangeEvent, type FormEvent, useCallback, useEffect, useRef, useState } from 'react';
import { useFetcher } from 'react-router';
import { formProblems, readForm } from '#shared/form-rules.ts';
import { cartUrl } from '#shared/urls.ts';
import { useFormCheck } from '#web/parts/forms/use-form-check.ts';
import { cartMark, readVisitorLists, refreshVisitorLists, useCartMark } from '#web/parts/visitor/visitor-lists.ts';
import { afterPress } from '#web/ui/after-press.ts';
import type { CartAnswer } from './cart-answer.ts';
import { isPlacing } from './cart-form.ts';
import { type CheckoutValues, checkoutForm } from './checkout-form.ts';
import type { CartPage } from './read-cart-page.ts';
import { useSelection } from './use-selection.ts';

/**
 * The cart form while JavaScript runs: every change sends the whole form under one fetcher, so that quick clicks
 * replace each other and the last one carries all that was typed. Sums come back from the server; until then they are
 * shown as pending.
 */
export function useCartForm(loaded: CartPage, sent: CartAnswer | null) {
  const fetcher = useFetcher<CartAnswer>({ key: 'cart-page' });
  const answer = fetcher.data ?? sent;
  const [kept, setKept] = useState(loaded);
  // A failed answer has no page: what was shown last stays.
  const page = latest([kept, loaded, sent?.page, fetcher.data?.page]);
  if (page !== kept) setKept(page);
  const [values, setValues] = useState(sent?.values ?? loaded.prefill);
  // The last answer that found a broken field: a later one that looks at other things takes no message away.
  const [refused, setRefused] = useState(sent && { errors: sent.errors });
  const check = useFormCheck(checkoutForm, refused, { values });
  const form = check.form.ref;
  const [ticked, setTicked] = useState<{ at: number; ids: Set<number> } | null>(null);
  const isPending = fetcher.state !== 'idle';
  const [isFormSeen, setFormSeen] = useState(false);
  const seeForm = useCallback(() => setFormSeen(true), []);
  const asked = useAsked(page.made_at);
  const verb = String(fetcher.formData?.get('intent') ?? '');

  const save = (intent: string, overrides: Record<string, string | string[]> = {}) => {
    if (!form.current) return;
    const more = isPlacing(intent) ? overrides : { ...asked.get(), ...overrides };
    fetcher.submit(dataOf(form.current, { intent, ...more }), {
      method: 'post',
      action: cartUrl(),
      defaultShouldRevalidate: false,
    });
  };

  useSelection(page, (ids) => {
    setTicked({ at: page.made_at, ids: new Set(ids) });
    save('look', { items: ids.map(String) });
  });

  useFreshness(page, isPending, () => save('look'));

  useEffect(() => {
    const errors = fetcher.data?.errors ?? {};
    if (Object.keys(errors).length > 0) setRefused({ errors });
  }, [fetcher.data]);

  const read = () => ({ ...(form.current ? valuesOf(form.current) : values), ...asked.get() });

  return {
    check,
    page,
    answer,
    values,
    /** `isSent`: the page is the answer to a form sent without a script, and shows what was sent. */
    draft: { owner: ownerOf(page), isSent: Boolean(sent?.values) },
    /** Sums are not settled yet: an answer is on its way, or a change waits for the connection. */
    isPending,
    isPlacing: isPending && isPlacing(verb),
    /** The end of the checkout was in view: the button at the top may place the order too. */
    isFormSeen,
    seeForm,
    /** Ticks as just pressed, until the answer that counts them. */
    ticked: ticked && ticked.at === page.made_at ? ticked.ids : null,
    tick: () => {
      if (form.current) {
        const ids = new Set(new FormData(form.current).getAll('items').map(Number));
        setTicked({ at: page.made_at, ids });
      }
      save('look');
    },
    save,
    /** The look of later steps follows what is chosen in earlier ones. */
    onFormChange: (event: ChangeEvent<HTMLFormElement>) => {
      check.form.onChange(event);
      proposeInvoice(event.target, event.currentTarget);
      asked.drop(event.target.name);
      setValues(read());
    },
    /** Fields were filled in by a script; `chosen`: what else was chosen, for the answer to offer. */
    reread: (chosen: Record<string, string>) => {
      asked.set(chosen);
      setValues(read());
      save('look');
    },
    saveAfterPress: () => afterPress(() => save('look')),
    /** Where the checkout still waits for something: its first field to fill in, else the button. */
    goToOpenStep: () => {
      const open = document.getElementById(Object.keys(formProblems(read(), checkoutForm))[0] ?? 'place-order');
      open?.scrollIntoView({ block: 'center' });
      open?.focus();
    },
    onSubmit: async (event: FormEvent<HTMLFormElement>) => {
      event.preventDefault();
      const button = (event.nativeEvent as SubmitEvent).submitter;
      const intent = (button instanceof HTMLButtonElement && button.value) || 'update';
      setValues(read());
      if (!isPlacing(intent)) return save(intent);
      // Whoever pressed the button has seen it, even if the focus leaves it before the browser noticed.
      seeForm();
      if (isPending) return;
      const broken = await check.judgeAll();
      if (Object.keys(broken).length === 0) save(intent);
    },
  };
}

export type CartFormState = ReturnType<typeof useCartForm>;

/** Whose form it is: a guest's, or a person's for himself or for a firm. */
export function ownerOf({ buyer, prefill }: CartPage): string {
  return buyer ? `${prefill.email} ${buyer.company?.inn ?? ''}` : 'guest';
}

/** What the form holds, with these fields instead of its own. */
function dataOf(form: HTMLFormElement, fields: Record<string, string | string[]>): FormData {
  const data = new FormData(form);
  for (const [name, value] of Object.entries(fields)) {
    data.delete(name);
    for (const one of [value].flat()) data.append(name, one);
  }
  return data;
}

function valuesOf(form: HTMLFormElement): CheckoutValues {
  return readForm(checkoutForm, new FormData(form)).values;
}

/** Choices that the page made at that moment does not offer, for the answer that may. */
function useAsked(at: number) {
  const asked = useRef<{ at: number; chosen: Record<string, string> }>(null);
  return {
    get: () => (asked.current?.at === at ? asked.current.chosen : {}),
    set: (chosen: Record<string, string>) => {
      asked.current = { at, chosen };
    },
    /** What is chosen by hand is newer. */
    drop: (name: string) => {
      delete asked.current?.chosen[name];
    },
  };
}

/** Who says that a firm buys is offered its invoice; what they choose afterwards stays. */
function proposeInvoice(changed: EventTarget, form: HTMLFormElement) {
  if (!(changed instanceof HTMLInputElement) || changed.name !== 'is_company') return;
  const wanted = changed.checked ? ['on_receipt', 'invoice'] : ['invoice', 'on_receipt'];
  const [from, to] = wanted.map((value) => form.querySelector<HTMLInputElement>(`[name="payment"][value="${value}"]`));
  if (from?.checked && to) to.checked = true;
}

/** Shows what another tab, or another device, did to the cart meanwhile. */
function useFreshness(page: CartPage, isPending: boolean, look: () => void) {
  const changed = useCartMark();
  const known = useRef<{ made_at: number; mark: string | null }>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `look` is made again with every rendering
  useEffect(() => {
    refreshVisitorLists();
    // Read here, not taken from the rendering: the first one of a page knows no cookies yet.
    const mark = cartMark();
    // Between the server's reading and the start of this script a guest's cart may have changed in another tab.
    const isAsRead = known.current !== null || sameGoods(page, readVisitorLists().cart);
    if (known.current?.made_at !== page.made_at)
      known.current = { made_at: page.made_at, mark: isAsRead ? mark : null };
    // A guest's page is as old as the cookie it was made of; a stored cart tells its version.
    const isOld = page.version === null ? mark !== known.current.mark : Number(mark) > page.version;
    if (isOld && !isPending) look();
  }, [page.made_at, changed, isPending]);
}

function sameGoods({ lines }: CartPage, cart: Record<string, number>): boolean {
  return lines.length === Object.keys(cart).length && lines.every(({ id, count }) => cart[id] === count);
}

function latest(pages: (CartPage | null | undefined)[]): CartPage {
  return pages.reduce<CartPage | null>(
    (best, page) => (page && (!best || page.made_at >= best.made_at) ? page : best),
    null,
  ) as CartPage;
}
