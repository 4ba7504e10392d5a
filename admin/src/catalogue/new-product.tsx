import { type FormEvent, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { useAddress } from '../parts/page-link.tsx';
import { type Category, orderedCategories } from '../parts/product.ts';
import { idempotencyKey, RequestError, request } from '../request.ts';
import { Field } from './field.tsx';

/** A product of the shop's own: its name and category; the rest on its page. */
export function NewProduct({ categories, onClose }: { categories: Category[]; onClose: () => void }) {
  const navigate = useNavigate();
  const withBranch = useAddress();
  const key = useRef(idempotencyKey());
  const [name, setName] = useState('');
  const [category, setCategory] = useState('');
  const [failure, setFailure] = useState<RequestError | null>(null);
  const [isBusy, setBusy] = useState(false);

  async function submit(event: FormEvent) {
    event.preventDefault();
    setBusy(true);
    setFailure(null);
    try {
      const { body } = await request<{ id: number }>('/api/admin/products', {
        method: 'POST',
        body: { name, category_id: Number(category) },
        headers: { 'Idempotency-Key': key.current },
      });
      await navigate(withBranch(`/catalogue/${body.id}`));
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      key.current = idempotencyKey();
      setFailure(error);
      setBusy(false);
    }
  }

  return (
    <Dialog title="Новый товар" onClose={onClose}>
      <form className="goods-form" onSubmit={(event) => void submit(event)}>
        <Field label="Название" problem={failure?.fields.name}>
          {(id) => (
            <input id={id} required value={name} onChange={({ target }) => setName(target.value)} maxLength={1_000} />
          )}
        </Field>
        <Field label="Категория" problem={failure?.fields.category_id}>
          {(id) => (
            <select id={id} required value={category} onChange={({ target }) => setCategory(target.value)}>
              <option value="">Выберите категорию</option>
              {orderedCategories(categories).map((choice) => (
                <option key={choice.id} value={choice.id}>
                  {choice.label}
                </option>
              ))}
            </select>
          )}
        </Field>
        <p className="soft small">Товар появится на сайте, когда вы включите его на странице товара.</p>
        {failure ? <p role="alert">{failure.message}</p> : null}
        <Button kind="primary" type="submit" isBusy={isBusy}>
          Создать
        </Button>
      </form>
    </Dialog>
  );
}
