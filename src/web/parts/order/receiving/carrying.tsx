import './carrying.css';
import type { FocusEvent } from 'react';
import type { FieldProps } from '#web/parts/forms/use-form-check.ts';
import { OptionRow } from '#web/ui/choice.tsx';
import { Field } from '#web/ui/field.tsx';
import type { CarryingOffer } from './carrying-offers.ts';

type CarryingChoiceProps = {
  offers: CarryingOffer[];
  chosen: string | undefined;
  /** The field of the form it stands in. */
  floor: FieldProps;
  /** Another choice, or a floor that was typed: the server names the price. */
  onChoose?: () => void;
  onFloor?: (event: FocusEvent<HTMLInputElement>) => void;
};

/** Unloading and lifting as services of the delivery; nothing where the branch has no tariff of them. */
export function CarryingChoice({ offers, chosen = '', floor, onChoose, onFloor }: CarryingChoiceProps) {
  if (offers.length === 0) return null;
  const isKnown = offers.some(({ kind }) => kind === chosen);
  return (
    <fieldset className="carrying">
      <legend className="small b">Разгрузка и подъём</legend>
      <div className="opts">
        <OptionRow name="carrying" value="" defaultChecked={!isKnown} onChange={onChoose} title="Разгрузим сами" />
        {offers.map(({ kind, title, terms, price }) => (
          <OptionRow
            key={kind}
            name="carrying"
            value={kind}
            defaultChecked={kind === chosen}
            onChange={onChoose}
            title={title}
            terms={terms}
            price={price}
          />
        ))}
      </div>
      <Field {...floor} className="carrying__floor" inputMode="numeric" onBlur={onFloor} />
    </fieldset>
  );
}
