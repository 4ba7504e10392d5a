import { type FocusEvent, useRef, useState } from 'react';
import type { FieldProps } from '#web/parts/forms/use-form-check.ts';
import { SuggestField } from '#web/ui/suggest-field.tsx';
import type { AskStreets } from './ask-streets.ts';
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

/**
 * Where goods are brought: locality and street, both with suggestions; those of streets come from the server, where the
 * shop has a partner who knows them.
 */
export function AddressFields({ place, address, places, saved = [], onLeave }: AddressFieldsProps) {
  const [streets, setStreets] = useState<string[]>([]);
  const asker = useRef<Promise<AskStreets>>(undefined);
  return (
    <div className="two">
      <SuggestField {...place} suggestions={places.map((name) => ({ value: titled(name) }))} onBlur={onLeave} />
      <SuggestField
        {...address}
        suggestions={[
          ...saved.map((other) => ({ value: other.address, note: other.place })),
          ...streets.map((value) => ({ value, isAnswer: true })),
        ]}
        onInput={(event) => {
          const { value, form } = event.currentTarget;
          asker.current ??= import('./ask-streets.ts').then(({ streetAsker }) => streetAsker(setStreets));
          void asker.current.then((ask) => ask(form, place.name, value)).catch(() => {});
        }}
        onTake={(taken, form) => fillBeside(form, place.name, taken.note)}
        onBlur={onLeave}
      />
    </div>
  );
}

/** Zones keep localities in lower case. */
function titled(place: string): string {
  return place.replace(/(^|[\s-])(\p{L})/gu, (_, before: string, letter: string) => before + letter.toUpperCase());
}
