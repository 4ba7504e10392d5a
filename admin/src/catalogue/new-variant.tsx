import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { useAddress } from '../parts/page-link.tsx';
import { Problem } from '../parts/problem.tsx';
import type { Product } from '../parts/product.ts';
import { useVerb } from '../parts/use-verb.ts';
import { Field } from './field.tsx';

/** Another good of the same model: category, brand, unit and VAT are those of this one. */
export function NewVariant({ of, onClose }: { of: Product; onClose: () => void }) {
  const navigate = useNavigate();
  const withBranch = useAddress();
  const [name, setName] = useState(of.name);
  const [label, setLabel] = useState('');
  const verb = useVerb<{ id: number }>(({ id }) => void navigate(withBranch(`/catalogue/${id}`)));

  function create(event: FormEvent) {
    event.preventDefault();
    verb.run('/api/admin/products', {
      name: name.trim(),
      category_id: of.category_ids[0],
      brand_id: of.brand_id,
      unit: of.unit,
      vat_rate: of.vat_rate,
      variant_of: of.id,
      variant_label: label.trim() || null,
    });
  }

  return (
    <Dialog title="Новый вариант" onClose={onClose}>
      <form className="goods-form" onSubmit={create}>
        <Field label="Название" problem={verb.fields.name}>
          {(id) => <input id={id} value={name} maxLength={1_000} onChange={({ target }) => setName(target.value)} />}
        </Field>
        <Field label="Как назвать на кнопке" problem={verb.fields.variant_label}>
          {(id) => (
            <input
              id={id}
              placeholder="Например: 25 кг"
              value={label}
              maxLength={250}
              onChange={({ target }) => setLabel(target.value)}
            />
          )}
        </Field>
        <p className="soft small">
          Раздел, бренд, единица и НДС — как у этого товара. На сайте вариант появится, когда вы его включите.
        </p>
        <Problem words={verb.problem} />
        <Button kind="primary" type="submit" isBusy={verb.isBusy} disabled={name.trim() === ''}>
          Создать
        </Button>
      </form>
    </Dialog>
  );
}
