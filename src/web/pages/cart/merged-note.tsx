import { mergedWords } from '#shared/merged-words.ts';
import { Note } from '#web/ui/note.tsx';
import type { CartPage } from './read-cart-page.ts';

/** S4-10: what came from the cart that was filled before signing in, or why it still waits. */
export function MergedNote({ merged: { note, waiting } }: { merged: NonNullable<CartPage['merged']> }) {
  return (
    <>
      {note ? (
        <Note kind="ok" icon="shopping-cart">
          {mergedWords(note.lines, 10)}
        </Note>
      ) : null}
      {waiting !== null ? (
        <Note kind="warn">
          Корзина, собранная до входа, ждёт в этом браузере. {waiting}. Уберите лишнее или оформите заказ, и она
          добавится сама.{' '}
          <button type="submit" className="link" name="intent" value="drop-guest">
            Не добавлять её
          </button>
        </Note>
      ) : null}
    </>
  );
}
