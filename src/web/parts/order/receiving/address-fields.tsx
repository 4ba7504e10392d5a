import type { FocusEvent } from 'react';
import type { FieldProps } from '#web/parts/forms/use-form-check.ts';
import { Field } from '#web/ui/field.tsx';
import { fillBeside } from './fill-beside.ts';

type AddressFieldsProps = {
  place: FieldProps;
  address: FieldProps;
  /** Localities of the branch's zones, as the zones name them. */
  places: string[];
  /** What the profile keeps. */
  saved?: { place: string; address: string }[] | undefined;
  /** One of them was left. */
  onLeave(event: FocusEvent<HTMLInputElement>): void;
};

/** Where goods are brought: locality and street, both with suggestions. */
export function AddressFields({ place, address, places, saved = [], onLeave }: AddressFieldsProps) {
  return (
    <>
      <div className="two">
        <Field {...place} list="places" onBlur={onLeave} />
        <Field
          {...address}
          list="saved-addresses"
          onInput={({ currentTarget: { form, value } }) =>
            fillBeside(form, place.name, saved.find((other) => other.address === value)?.place)
          }
          onBlur={onLeave}
        />
      </div>
      <datalist id="places">
        {places.map((name) => (
          <option key={name} value={titled(name)} />
        ))}
      </datalist>
      <datalist id="saved-addresses">
        {saved.map((other) => (
          <option key={`${other.place} ${other.address}`} value={other.address} label={other.place} />
        ))}
      </datalist>
    </>
  );
}

/** Zones keep localities in lower case. */
function titled(place: string): string {
  return place.replace(/(^|[\s-])(\p{L})/gu, (_, before: string, letter: string) => before + letter.toUpperCase());
}
