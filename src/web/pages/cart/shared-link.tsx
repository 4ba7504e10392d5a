import { CopyButton } from '#web/ui/copy-button.tsx';
import { Note } from '#web/ui/note.tsx';
import type { CartAnswer } from './cart-answer.ts';

/** The link to a copy of the cart, just made. */
export function SharedLink({ shared: { url, until } }: { shared: NonNullable<CartAnswer['shared']> }) {
  return (
    <Note kind="ok" icon="copy">
      <label htmlFor="shared-cart-link">Ссылка на копию корзины, действует до {until}. Ваших данных в ней нет.</label>
      <span className="row cart__link">
        <input id="shared-cart-link" className="input" readOnly value={url} />
        <CopyButton text={url} label="ссылка на корзину" />
      </span>
    </Note>
  );
}
