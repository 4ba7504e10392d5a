import { useState } from 'react';
import { BranchField, useUsualBranch } from '../parts/branch-field.tsx';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Field } from '../parts/field.tsx';
import { FindProduct } from '../parts/find-product.tsx';
import { LineField } from '../parts/line-field.tsx';
import { MomentField } from '../parts/moment-field.tsx';
import { Problem } from '../parts/problem.tsx';
import { useVerb } from '../parts/use-verb.ts';
import { BeforeAfter } from './before-after.tsx';
import { HeldRule, isHeld, QualityChange } from './quality-change.tsx';
import type { Pin } from './search-types.ts';

type Props = {
  words?: string;
  /** The missed query that the pin answers. */
  answers?: string;
  /** One that is moved or gets other dates. */
  pin?: Pin;
  onClose: () => void;
  onDone: () => void;
};

const places = [1, 2, 3, 4, 5, 6, 7, 8];

/** A product at a place of its own in the answer to a query, with what the answer becomes. */
export function PinDialog({ words = '', answers, pin, onClose, onDone }: Props) {
  const usual = useUsualBranch();
  const [query, setQuery] = useState(pin?.words ?? words);
  const [product, setProduct] = useState<{ id: number; name: string } | null>(
    pin ? { id: pin.product_id, name: pin.product } : null,
  );
  const [position, setPosition] = useState(pin?.position ?? 1);
  const [branch, setBranch] = useState(pin ? pin.department_id_1c : usual);
  const [starts, setStarts] = useState(pin?.starts_at ?? null);
  const [ends, setEnds] = useState(pin?.ends_at ?? null);
  const save = useVerb(onDone);
  const { fields } = save;
  const draft =
    product && query.trim().length >= 2
      ? { kind: 'pin' as const, words: query.trim().toLowerCase(), product_id: product.id, position }
      : null;
  const pinIt = (more: { accepts_fall?: true; is_draft?: boolean } = {}) =>
    save.run('/api/admin/search-pins', {
      words: query,
      product_id: product?.id ?? 0,
      position,
      department_id_1c: branch,
      answers,
      starts_at: starts,
      ends_at: ends,
      is_draft: pin?.is_draft ?? false,
      ...more,
    });
  return (
    <Dialog title={pin ? 'Закреплённый товар' : 'Закрепить товар'} className="dialog-widest" onClose={onClose}>
      <form
        className="form"
        noValidate
        // What was refused is said again, if it is still so.
        onChange={save.reset}
        onSubmit={(event) => {
          event.preventDefault();
          pinIt();
        }}
      >
        <LineField
          label="Запрос"
          error={fields.words}
          hint="В любой форме слов: «ёлки» и «ёлка» — один запрос"
          maxLength={80}
          disabled={pin !== undefined}
          value={query}
          onChange={setQuery}
        />
        {product ? (
          <p className="pin-product">
            <b>{product.name}</b>
            {pin ? null : (
              <Button size="small" onClick={() => setProduct(null)}>
                Другой товар
              </Button>
            )}
          </p>
        ) : (
          <FindProduct label="Товар" isOnSale error={fields.product_id && 'Выберите товар'} onFound={setProduct} />
        )}
        <div className="form-pair">
          <Field label="Место" error={fields.position}>
            {(given) => (
              <select {...given} value={position} onChange={({ target }) => setPosition(Number(target.value))}>
                {places.map((place) => (
                  <option key={place}>{place}</option>
                ))}
              </select>
            )}
          </Field>
          {pin ? null : <BranchField label="Где" value={branch} onChange={setBranch} error={fields.department_id_1c} />}
        </div>
        <div className="form-pair">
          <MomentField label="С" hint="Пусто: сразу" error={fields.starts_at} value={starts} onChange={setStarts} />
          <MomentField label="До" hint="Пусто: без срока" error={fields.ends_at} value={ends} onChange={setEnds} />
        </div>
        <p className="soft small">Товар стоит на своём месте, только пока его можно заказать в филиале.</p>
        <BeforeAfter q={query} add={draft} />
        {isHeld(save.error) ? null : <QualityChange branch={branch} add={draft} />}
        <HeldRule
          error={save.error}
          words="Всё равно закрепить"
          isBusy={save.isBusy}
          onAccept={() => pinIt({ accepts_fall: true })}
        />
        <Problem words={isHeld(save.error) || Object.keys(fields).length > 0 ? null : save.problem} />
        <PinActions isNew={!pin} isBusy={save.isBusy} onClose={onClose} onDraft={() => pinIt({ is_draft: true })} />
      </form>
    </Dialog>
  );
}

function PinActions(props: { isNew: boolean; isBusy: boolean; onClose: () => void; onDraft: () => void }) {
  const { isNew, isBusy, onClose, onDraft } = props;
  return (
    <div className="form-actions">
      <Button onClick={onClose}>Закрыть</Button>
      {isNew ? (
        <Button isBusy={isBusy} onClick={onDraft}>
          Сохранить черновик
        </Button>
      ) : null}
      <Button kind="primary" type="submit" isBusy={isBusy}>
        {isNew ? 'Закрепить' : 'Сохранить'}
      </Button>
    </div>
  );
}
