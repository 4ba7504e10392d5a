import { type FormEvent, useRef } from 'react';
import { useFetcher } from 'react-router';
import type { ProductCard } from '#modules/catalogue/card.ts';
import { mostToBuy } from '#shared/product-state.ts';
import { cartUrl } from '#shared/urls.ts';
import { useCartCount } from '#web/parts/visitor/visitor-lists.ts';
import { Stepper } from '#web/ui/stepper.tsx';

export type Buyable = Pick<
  ProductCard,
  'id' | 'idcode' | 'name' | 'shown_unit' | 'step' | 'min_count' | 'max_count' | 'available'
>;

/** What the cart's action answers to a fetcher. */
type LineAnswer = { error: { message: string } | null } | undefined;

/** Lines of one product share a fetcher, so that quick clicks replace each other. */
export function useCartLine(product: Buyable) {
  const fetcher = useFetcher<LineAnswer>({ key: `cart-line-${product.id}` });
  const inCart = useCartCount(product.id);
  const sent = fetcher.formData;
  // Known before the next render: two presses in a row come to the same one.
  const unanswered = useRef(0);
  const send = (intent: 'add' | 'count' | 'remove', count: number) => {
    // The shop may hold the first press already: a second one would add as much again, another count on top of it.
    const isPressedAgain = intent === 'add' && unanswered.current > 0;
    if (isPressedAgain && unanswered.current === count) return;
    unanswered.current = count;
    void fetcher
      .submit(
        {
          intent: isPressedAgain ? 'count' : intent,
          product_id: product.id,
          product_idcode: product.idcode,
          count,
          // Sent again after a lost answer, the same request adds nothing.
          request_key: `${Date.now()}-${Math.random().toString(36).slice(2)}`,
        },
        { method: 'post', action: cartUrl() },
      )
      .then(() => {
        if (unanswered.current === count) unanswered.current = 0;
      });
  };
  return {
    /** Sales units in the cart; what was just asked for while the answer is on its way. */
    inCart: sent && sent.get('intent') !== 'add' ? Number(sent.get('count')) : inCart,
    isPending: sent !== undefined,
    error: fetcher.data?.error?.message ?? null,
    send,
  };
}

/** «В корзину», a real form to the cart; once the product is there, a stepper in the same place. */
export function AddToCart({ product, size = '' }: { product: Buyable; size?: '' | 'btn--sm' | 'btn--lg' }) {
  const { inCart, isPending, error, send } = useCartLine(product);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    send('add', product.min_count);
  };
  return (
    <>
      {inCart > 0 ? (
        <Stepper
          className="step--fill step--wide"
          count={inCart}
          unit={product.shown_unit}
          step={product.step}
          min={product.min_count}
          max={mostToBuy(product)}
          label={`В корзине, ${product.name}`}
          canRemove
          onChange={(count) => send(count === 0 ? 'remove' : 'count', count)}
        />
      ) : (
        <form method="post" action={cartUrl()} onSubmit={submit}>
          <input type="hidden" name="intent" value="add" />
          <input type="hidden" name="product_id" value={product.id} />
          <input type="hidden" name="product_idcode" value={product.idcode} />
          <input type="hidden" name="count" value={product.min_count} />
          <button
            type="submit"
            className={`btn btn--primary btn--wide ${size}`}
            aria-label={`В корзину: ${product.name}`}
            aria-busy={isPending}
          >
            {isPending ? <span className="spin" aria-hidden="true" /> : null}В корзину
          </button>
        </form>
      )}
      {error ? (
        <p className="field__err" role="status">
          {error}
        </p>
      ) : null}
    </>
  );
}
