import { useState } from 'react';
import type { ProductRow } from '../catalogue/product.ts';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Field } from '../parts/field.tsx';
import { FindProduct } from '../parts/find-product.tsx';
import { type Got, useGot } from '../parts/got.ts';
import { LinkField } from '../parts/link-field.tsx';
import { MomentField } from '../parts/moment-field.tsx';
import { Problem } from '../parts/problem.tsx';
import { useVerb } from '../parts/use-verb.ts';
import { useSession } from '../session/session.ts';

type Props = { onClose: () => void; onDone: () => void };
type Campaign = {
  code: string;
  target: string;
  utm_source: string;
  utm_medium: string;
  utm_campaign: string;
  ends_at: string | null;
};

/** A code for a leaflet, or for a product's label on a shelf. */
export function NewCodeDialog({ onClose, onDone }: Props) {
  const { all_branches: isOfAll } = useSession().me;
  const [kind, setKind] = useState<'c' | 'p'>(isOfAll ? 'c' : 'p');
  const [campaign, setCampaign] = useState<Campaign>({
    code: '',
    target: '/',
    utm_source: 'qr',
    utm_medium: 'offline',
    utm_campaign: '',
    ends_at: null,
  });
  const [product, setProduct] = useState<ProductRow | null>(null);
  const [place, setPlace] = useState('');
  const [note, setNote] = useState('');
  const verb = useVerb(onDone);
  const body =
    kind === 'c'
      ? { kind, ...campaign, note }
      : { kind, idcode: product?.idcode ?? '', department_id_1c: place || null, note };
  return (
    <Dialog title="Новый QR-код" onClose={onClose}>
      <form
        className="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          verb.run('/api/admin/codes', body);
        }}
      >
        {isOfAll ? (
          <fieldset className="segments">
            <legend className="hidden-words">Для чего код</legend>
            <button type="button" aria-pressed={kind === 'c'} onClick={() => setKind('c')}>
              Реклама
            </button>
            <button type="button" aria-pressed={kind === 'p'} onClick={() => setKind('p')}>
              Ценник на полке
            </button>
          </fieldset>
        ) : null}
        {kind === 'c' ? (
          <CampaignFields campaign={campaign} set={setCampaign} errors={verb.fields} />
        ) : (
          <ShelfFields
            product={product}
            setProduct={setProduct}
            place={place}
            setPlace={setPlace}
            errors={verb.fields}
          />
        )}
        <Field label="Заметка" hint="Для своих: где висит, какой тираж" error={verb.fields.note}>
          {(given) => (
            <input
              {...given}
              autoComplete="off"
              maxLength={200}
              value={note}
              onChange={({ target }) => setNote(target.value)}
            />
          )}
        </Field>
        <Problem words={Object.keys(verb.fields).length > 0 ? 'Исправьте отмеченные поля' : verb.problem} />
        <div className="form-actions">
          <Button onClick={onClose}>Закрыть</Button>
          <Button kind="primary" type="submit" isBusy={verb.isBusy} disabled={kind === 'p' && product === null}>
            Завести код
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

type CampaignProps = { campaign: Campaign; set: (next: Campaign) => void; errors: Record<string, string> };

function CampaignFields({ campaign, set, errors }: CampaignProps) {
  const text = (name: 'code' | 'utm_source' | 'utm_medium' | 'utm_campaign', label: string, hint: string) => (
    <Field label={label} hint={hint} error={errors[name]}>
      {(given) => (
        <input
          {...given}
          autoComplete="off"
          maxLength={60}
          value={campaign[name]}
          onChange={({ target }) => set({ ...campaign, [name]: target.value.trim() })}
        />
      )}
    </Field>
  );
  return (
    <>
      {text('code', 'Код', 'Строчными латинскими: leto-2027. Он стоит в адресе и потом не меняется')}
      <LinkField
        label="Куда ведёт"
        isOwnOnly
        value={campaign.target}
        onChange={(target) => set({ ...campaign, target })}
        error={errors.target}
      />
      <div className="form-pair">
        {text('utm_source', 'Источник', 'utm_source: qr, gazeta')}
        {text('utm_medium', 'Канал', 'utm_medium: offline')}
        {text('utm_campaign', 'Кампания', 'utm_campaign; пусто — сам код')}
      </div>
      <MomentField
        label="Действует до"
        hint="Пусто — без срока. Время московское"
        value={campaign.ends_at}
        onChange={(ends_at) => set({ ...campaign, ends_at })}
        error={errors.ends_at}
      />
    </>
  );
}

type ShelfProps = {
  product: ProductRow | null;
  setProduct: (product: ProductRow | null) => void;
  place: string;
  setPlace: (id: string) => void;
  errors: Record<string, string>;
};

function ShelfFields({ product, setProduct, place, setPlace, errors }: ShelfProps) {
  const { all_branches: isOfAll } = useSession().me;
  const { data } = useGot<Got<'/api/admin/branches'>>('/api/admin/branches');
  return (
    <>
      {product ? (
        <p>
          <b>{product.name}</b>{' '}
          <Button kind="text" size="small" onClick={() => setProduct(null)}>
            Другой товар
          </Button>
        </p>
      ) : (
        <FindProduct label="Товар" isOnSale onFound={setProduct} error={errors.idcode} />
      )}
      <Field label="Где висит" hint="Покажет остаток этого пункта" error={errors.department_id_1c}>
        {(given) => (
          <select {...given} value={place} onChange={({ target }) => setPlace(target.value)}>
            <option value="">{isOfAll ? 'в любом филиале' : 'выберите'}</option>
            {data?.items.map(({ id, name, address, points }) => (
              <optgroup key={id} label={name}>
                {[{ id, name, address }, ...points].map((point) => (
                  <option key={point.id} value={point.id}>
                    {point.address || point.name}
                  </option>
                ))}
              </optgroup>
            ))}
          </select>
        )}
      </Field>
    </>
  );
}
