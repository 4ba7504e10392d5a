import './suggest-field.css';
import { type KeyboardEvent, useId, useState } from 'react';
import { folded } from '#shared/folded.ts';
import { Field, type FieldProps } from './field.tsx';

/** `isAnswer`: it was found for what is typed, however that is written. */
export type Suggestion = { value: string; note?: string; isAnswer?: boolean };

type SuggestFieldProps = FieldProps & {
  suggestions: Suggestion[];
  /** One was taken from the list. */
  onTake?: (suggestion: Suggestion, form: HTMLFormElement | null) => void;
};

/** A longer list is no longer read. */
const mostShown = 8;

/**
 * A text field with values to choose from: a combobox by the pattern of ARIA, its list opens under the field while it
 * is typed into or asked for by an arrow key. Anything else may be typed; without a script it is a plain field.
 */
export function SuggestField({ suggestions, onTake, onInput, onBlur, ...field }: SuggestFieldProps) {
  const listId = `list${useId()}`;
  const [typed, setTyped] = useState<string | null>(null);
  const [active, setActive] = useState(-1);
  const fitting = typed === null ? [] : fittingTo(suggestions, typed);
  const close = () => {
    setTyped(null);
    setActive(-1);
  };
  const take = (suggestion: Suggestion, input: HTMLInputElement | null) => {
    if (input) setValue(input, suggestion.value);
    close();
    onTake?.(suggestion, input?.form ?? null);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    const chosen = fitting[active];
    if (by !== 0) {
      const shown = typed === null ? fittingTo(suggestions, '') : fitting;
      if (shown.length === 0) return;
      if (typed === null) setTyped('');
      setActive((active + by + shown.length + (active < 0 && by < 0 ? 1 : 0)) % shown.length);
    } else if (event.key === 'Enter' && chosen) take(chosen, event.currentTarget);
    else if (event.key === 'Escape' && fitting.length > 0) close();
    else return;
    event.preventDefault();
  };
  const optionId = (at: number) => `${listId}-${at}`;
  return (
    <div className="suggest">
      <Field
        {...field}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={fitting.length > 0}
        aria-controls={listId}
        aria-activedescendant={active >= 0 ? optionId(active) : undefined}
        onInput={(event) => {
          setTyped(event.currentTarget.value);
          setActive(-1);
          onInput?.(event);
        }}
        onKeyDown={onKeyDown}
        onBlur={(event) => {
          close();
          onBlur?.(event);
        }}
      />
      <div className="suggest__list" id={listId} role="listbox" aria-label="Варианты" hidden={fitting.length === 0}>
        {fitting.map((suggestion, at) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: keys are those of the field, which keeps the focus
          <div
            key={`${suggestion.value} ${suggestion.note ?? ''}`}
            id={optionId(at)}
            role="option"
            tabIndex={-1}
            aria-selected={at === active}
            className={at === active ? 'is-on' : ''}
            // The field keeps the focus: leaving it would judge what is not chosen yet.
            onPointerDown={(event) => event.preventDefault()}
            onClick={(event) => take(suggestion, inputOf(event.currentTarget))}
          >
            {suggestion.value}
            {suggestion.note ? <span className="small soft">{suggestion.note}</span> : null}
          </div>
        ))}
      </div>
    </div>
  );
}

/** Those that begin so, before those that hold it, «е» for «ё» too; nothing where just this is written. */
function fittingTo(suggestions: Suggestion[], typed: string): Suggestion[] {
  const wanted = folded(typed.trim());
  const places = suggestions
    .map((suggestion) => ({ suggestion, at: folded(suggestion.value).indexOf(wanted) }))
    .filter(
      ({ at, suggestion }) =>
        (at >= 0 || suggestion.isAnswer) && suggestion.value.toLowerCase() !== typed.trim().toLowerCase(),
    );
  return places
    .toSorted((a, b) => Number(a.at > 0) - Number(b.at > 0))
    .slice(0, mostShown)
    .map(({ suggestion }) => suggestion);
}

function inputOf(option: HTMLElement): HTMLInputElement | null {
  return option.closest('.suggest')?.querySelector('input') ?? null;
}

/** As if it had been typed: the form’s checks run. */
function setValue(input: HTMLInputElement, value: string) {
  input.value = value;
  input.dispatchEvent(new Event('input', { bubbles: true }));
  input.focus();
}
