import { catalogUrl, findOrderUrl, orderHelpUrl } from '#shared/urls.ts';
import { Link } from '#web/ui/link.tsx';

/** What somebody without any order can do: choose goods, have a list priced, or find an order placed as a guest. */
export function FirstOrderWays() {
  return (
    <>
      <Link className="btn btn--primary" to={catalogUrl()}>
        В каталог
      </Link>
      <Link className="link" to={orderHelpUrl()}>
        Собрать по списку или смете
      </Link>
      <Link className="link" to={findOrderUrl()}>
        Найти заказ по номеру
      </Link>
    </>
  );
}
