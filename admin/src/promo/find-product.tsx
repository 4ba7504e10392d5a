import type { ProductRow } from '../catalogue/product.ts';
import { listSearch } from '../data-provider.ts';
import { FindOne } from '../parts/find-one.tsx';
import { Picture } from '../parts/picture.tsx';
import { Tag } from '../parts/tag.tsx';
import { request } from '../request.ts';

type Props = { label: string; onFound: (product: ProductRow) => void; error?: string | undefined };

/** A product by its name, article or code, switched off ones too. */
export function FindProduct({ label, onFound, error }: Props) {
  return (
    <FindOne<ProductRow>
      label={label}
      placeholder="Название, артикул, код"
      about={['products', 'find']}
      pauseMs={200}
      error={error}
      search={async (q, signal) => {
        const search = listSearch({ filter: { q }, pagination: { page: 1, perPage: 8 } });
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
