'use client';

import { type FormEvent, useState } from 'react';

type AddToCartProps = { id: number; idcode: string; name: string; count: number };

/** «В корзину»: a form to the cart; with its script the page stays. */
export function AddToCart({ id, idcode, name, count }: AddToCartProps) {
  const [state, setState] = useState<'idle' | 'sent' | 'added' | 'failed'>('idle');
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    setState('sent');
    const body = new URLSearchParams(
      [...new FormData(event.currentTarget)].map(([key, value]) => [key, String(value)]),
    );
    const answer = await fetch('/cart/', { method: 'POST', body }).catch(() => null);
    setState(answer?.ok ? 'added' : 'failed');
  }
  return (
    <>
      <form method="post" action="/cart/" onSubmit={submit}>
        <input type="hidden" name="intent" value="add" />
        <input type="hidden" name="product_id" value={id} />
        <input type="hidden" name="product_idcode" value={idcode} />
        <input type="hidden" name="count" value={count} />
        <button
          type="submit"
          className="btn btn--primary btn--wide"
          aria-label={`В корзину: ${name}`}
          aria-busy={state === 'sent'}
        >
          {state === 'added' ? 'В корзине' : 'В корзину'}
        </button>
      </form>
      {state === 'failed' ? (
        <p className="field__err" role="status">
          Не получилось добавить товар в корзину
        </p>
      ) : null}
    </>
  );
}
