import { listSearch } from '../data-provider.ts';
import { request } from '../request.ts';
import { FindOne } from './find-one.tsx';
import { Picture } from './picture.tsx';
import type { ProductRow } from './product.ts';
import { Tag } from './tag.tsx';

type Props = {
  label: string;
  /** Only goods that are on sale, the most bought first. */
  isOnSale?: boolean;
  onFound: (product: ProductRow) => void;
  error?: string | undefined;
};

/** A product by its name, article or code; switched-off ones too unless `isOnSale`. */
export function FindProduct({ label, isOnSale = false, onFound, error }: Props) {
  return (
    <FindOne<ProductRow>
      label={label}
      placeholder="Название, артикул, код"
      about={['products', 'find', isOnSale]}
      pauseMs={200}
      error={error}
      search={async (q, signal) => {
        const search = listSearch({
          filter: { q, ...(isOnSale && { is_on: true }) },
          ...(isOnSale && { sort: { field: 'popularity', order: 'DESC' as const } }),
          pagination: { page: 1, perPage: 8 },
        });
        return (await request<{ items: ProductRow[] }>(`/api/admin/products?${search}`, { signal })).body.items;
      }}
      keyOf={({ id }) => id}
      onFound={onFound}
      render={({ name, image, article, is_on: isOn }) => (
        <>
          <Picture image={image} />
          <span className="found-name">
            {name}
            <span className="soft small">{article ?? ''}</span>
          </span>
          {isOn ? null : <Tag>снят с продажи</Tag>}
        </>
      )}
    />
  );
}
