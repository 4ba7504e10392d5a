import type { ListedCard, ProductCard as Product } from '#modules/catalogue/card.ts';
import { productState, type Stated } from '#shared/product-state.ts';
import { unbroken } from '#shared/unbroken.ts';
import { productUrl } from '#shared/urls.ts';
import { useShellIfAny } from '#web/parts/request/use-shell.ts';
import { Link } from '#web/ui/link.tsx';
import { Picture } from '#web/ui/picture.tsx';
import { AddToCart } from './add-to-cart.tsx';
import { InsteadOfCart } from './instead-of-cart.tsx';
import { ListToggle } from './list-toggle.tsx';
import { CardPrice } from './price.tsx';
import { Rating } from './rating.tsx';
import { StockLine } from './stock-line.tsx';

type ProductCardProps = {
  product: ListedCard;
  /** The first cards of a page: their pictures are loaded at once. */
  priority?: boolean;
  /** h2 where the list stands right under the page's title. */
  heading?: 'h2' | 'h3';
};

/** One product in lists and rails: a link stretched over the card, and buttons above it. */
export function ProductCard({ product, priority = false, heading: Heading = 'h3' }: ProductCardProps) {
  const [image] = product.images;
  const side = useShellIfAny()?.device === 'mobile' ? 240 : 320;
  return (
    <article className="card">
      <span className="pic">
        {image ? (
          <Picture path={image} width={side} height={side} alt="" priority={priority} />
        ) : (
          <span className="pic__none">Нет фото</span>
        )}
      </span>
      <Badges product={product} />
      <div className="card__tools">
        <ListToggle list="favourites" product={product} />
        <ListToggle list="compare" product={product} />
      </div>
      <CardPrice product={product} />
      <Heading className="card__name">
        <Link to={productUrl(product.slug)}>{unbroken(product.name)}</Link>
      </Heading>
      <p className="card__attrs">{product.attributes.join('\u00a0· ')}</p>
      <p className="card__meta">
        <span>{product.article ? `Арт. ${product.article}` : `Код ${product.idcode}`}</span>
        {product.rating ? <Rating rating={product.rating} /> : null}
      </p>
      {product.other_variants.length > 0 ? (
        <p className="card__attrs">Ещё: {product.other_variants.join(', ')}</p>
      ) : null}
      {product.delivery_words ? <p className="card__delivery">{product.delivery_words}</p> : null}
      <StockLine product={product} />
      <div className="card__buy">
        {product.is_on_sale_now ? <AddToCart product={product} /> : <InsteadOfCart product={product} />}
      </div>
    </article>
  );
}

const badgeWords = { new: 'Новинка', hit: 'Хит' } as const;

/**
 * −N % first, then at most one more: two on a picture. Only what the data say, nothing invented: the discount is of the
 * retail price, which a firm with a price of its own does not pay. What is sold out has none.
 */
export function Badges({ product }: { product: Stated & Pick<Product, 'discount_percent' | 'badges'> }) {
  const other = product.badges.find((badge) => badge !== 'sale') as keyof typeof badgeWords | undefined;
  const discount = product.buyer_price === null ? product.discount_percent : 0;
  if (['none', 'gone'].includes(productState(product).kind)) return null;
  if (!other && discount === 0) return null;
  return (
    <span className="card__badges">
      {discount > 0 ? <span className="badge badge--sale">−{discount} %</span> : null}
      {other ? <span className={`badge badge--${other}`}>{badgeWords[other]}</span> : null}
    </span>
  );
}
