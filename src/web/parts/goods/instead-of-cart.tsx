import { type ProductState, productState, type Stated } from '#shared/product-state.ts';
import { productUrl } from '#shared/urls.ts';
import { FormLink } from '#web/ui/form-link.tsx';
import { Link } from '#web/ui/link.tsx';
import { AlertLink } from './alert-link.tsx';

type InsteadOfCartProps = { product: Stated & { id: number; name: string; slug: string }; size?: '' | ' btn--sm' };

/** What can be done about a product that no cart takes now: a button, and a second one to what is like it. */
export function InsteadOfCart({ product, size = '' }: InsteadOfCartProps) {
  const { kind } = productState(product);
  const words = instead[kind];
  return (
    <>
      {kind === 'order' ? (
        <FormLink code="one_click" about={`product:${product.id}`} className={`btn btn--line${size}`}>
          Заказать
          <span className="sr">: {product.name}</span>
        </FormLink>
      ) : kind === 'none' ? (
        <AlertLink product={product} topic="back_in_stock" words="Сообщить" className={`btn btn--line${size}`} />
      ) : null}
      <Link to={productUrl(product.slug) + (words ? '' : '#analogues')} className={`btn btn--quiet${size}`}>
        {words ?? 'Аналоги'}
        <span className="sr">: {product.name}</span>
      </Link>
    </>
  );
}

/** What the product's page is opened for where it is not for its analogues. */
const instead: Partial<Record<ProductState['kind'], string>> = { ask: 'Узнать цену', point: 'Где есть' };
