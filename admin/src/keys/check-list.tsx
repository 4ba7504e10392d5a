type Props = {
  legend: string;
  words: Record<string, string>;
  chosen: string[];
  onChange: (chosen: string[]) => void;
  error?: string | undefined;
};

/** Ticks for a choice of several values: rights, events. */
export function CheckList({ legend, words, chosen, onChange, error }: Props) {
  return (
    <fieldset className="checks">
      <legend>{legend}</legend>
      <ul>
        {Object.entries(words).map(([code, word]) => (
          <li key={code}>
            <label className="check">
              <input
                type="checkbox"
                checked={chosen.includes(code)}
                onChange={() =>
                  onChange(chosen.includes(code) ? chosen.filter((other) => other !== code) : [...chosen, code])
                }
              />
              {word}
            </label>
          </li>
        ))}
      </ul>
      {error ? (
        <p className="field-error small" role="alert">
          {error}
        </p>
      ) : null}
    </fieldset>
  );
}
