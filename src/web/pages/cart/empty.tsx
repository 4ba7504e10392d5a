import { cartUrl, catalogUrl, discountsUrl, estimatesUrl, favoritesUrl, loginUrl, viewedUrl } from '#shared/urls.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Link } from '#web/ui/link.tsx';
import { Note } from '#web/ui/note.tsx';
import { Fading } from './cart-lines.tsx';
import type { CartFormState } from './use-cart-form.ts';

/** Nothing lies in the cart: where to begin. */
export function Empty({ state }: { state: CartFormState }) {
  const { answer, page } = state;
  return (
    <div className="empty">
      {answer?.removed ? (
        <Fading key={answer.removed}>
          <div className="cline__gone" role="status">
            <span>{answer.removed_name ? `Убрали «${answer.removed_name}»` : 'Корзина очищена'}</span>
            <input type="hidden" name="removed" value={answer.removed} />
            <button type="submit" className="link" name="intent" value="restore">
              Вернуть
            </button>
          </div>
        </Fading>
      ) : null}
      {answer?.error ? (
        <Note kind="err" role="alert">
          {answer.error.message}
        </Note>
      ) : null}
      <span className="empty__icon">
        <Icon name="shopping-cart" size="l" />
      </span>
      <h2 className="empty__title">В корзине пока ничего нет</h2>
      <p className="soft">Выберите товар в каталоге. Корзина хранится 15 дней и остаётся с вами, если смените город.</p>
      {page.buyer ? null : (
        <p className="soft">
          <Link className="link" to={loginUrl(cartUrl())}>
            Войдите
          </Link>
          , если собирали корзину на другом устройстве.
        </p>
      )}
      <div className="empty__ways">
        <Link className="btn btn--primary" to={catalogUrl()}>
          Открыть каталог
        </Link>
        <Link className="link" to={discountsUrl()}>
          Все скидки
        </Link>
        <Link className="link" to={estimatesUrl()}>
          Собрать по списку
        </Link>
        <Link className="link" to={favoritesUrl()}>
          Избранное
        </Link>
        <Link className="link" to={viewedUrl()}>
          Просмотренное
        </Link>
      </div>
    </div>
  );
}
