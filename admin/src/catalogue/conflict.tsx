import { type ProductFieldName, productFields } from '#shared/product-fields.ts';
import { upperFirst } from '#shared/upper-first.ts';
import { Button } from '../parts/button.tsx';
import { shortMoment } from '../parts/moments.ts';
import type { Product } from '../parts/product.ts';
import type { RequestError } from '../request.ts';

type Props = {
  failure: RequestError;
  draft: Partial<Product>;
  keepMine: (version: string) => void;
  takeTheirs: () => void;
};

/** Somebody saved the same product meanwhile: what they have, what is typed here, and the choice. */
export function Conflict({ failure, draft, keepMine, takeTheirs }: Props) {
  const {
    changed_by: who,
    changed_at: at,
    etag,
    fields,
    current,
  } = failure.details as unknown as {
    changed_by: string | null;
    changed_at: string | null;
    etag: string;
    fields: Record<string, string>;
    current: Record<string, unknown>;
  };
  const changed = Object.keys(fields).filter((name): name is ProductFieldName => name in productFields);
  return (
    <section className="panel goods-panel" role="alert">
      <h2>Пока вы правили</h2>
      <p>
        {who ? `Товар сохранил другой человек: ${who}${at ? `, ${shortMoment(at)}` : ''}.` : 'Товар изменился.'} Ваши
        правки целы.
      </p>
      <table className="goods-table">
        <thead>
          <tr>
            <th scope="col">Поле</th>
            <th scope="col">Стало</th>
            <th scope="col">У вас</th>
          </tr>
        </thead>
        <tbody>
          {changed.map((name) => (
            <tr key={name}>
              <th scope="row">{upperFirst(productFields[name].words)}</th>
              <td>{short(current[name])}</td>
              <td>{short(draft[name as keyof Product])}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className="goods-row">
        <Button kind="primary" onClick={() => keepMine(etag)}>
          Оставить моё
        </Button>
        <Button onClick={takeTheirs}>Взять новое</Button>
      </div>
    </section>
  );
}

function short(value: unknown): string {
  if (value === null || value === undefined || value === '') return '—';
  if (typeof value === 'boolean') return value ? 'да' : 'нет';
  const text = typeof value === 'object' ? Object.values(value).join(', ') : String(value);
  return text.length > 160 ? `${text.slice(0, 160)}…` : text;
}
