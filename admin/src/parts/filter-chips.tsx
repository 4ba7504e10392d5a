import { formatCount } from '#shared/plurals.ts';

type Props = {
  label: string;
  choices: { value: string; label: string; count?: number }[];
  chosen: string[];
  onChange: (chosen: string[]) => void;
};

/** Choices of which any number may be on; the list shows whatever fits one of them. */
export function FilterChips({ label, choices, chosen, onChange }: Props) {
  return (
    <fieldset className="chips">
      <legend className="hidden-words">{label}</legend>
      {choices.map((choice) => {
        const isOn = chosen.includes(choice.value);
        return (
          <button
            key={choice.value}
            type="button"
            className="chip"
            aria-pressed={isOn}
            onClick={() =>
              onChange(isOn ? chosen.filter((value) => value !== choice.value) : [...chosen, choice.value])
            }
          >
            {choice.label}
            {choice.count === undefined ? null : <b className="num">{formatCount(choice.count)}</b>}
          </button>
        );
      })}
    </fieldset>
  );
}
