import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';
import { countOf } from '#shared/plurals.ts';
import { BranchField, useUsualBranch } from '../parts/branch-field.tsx';
import { Button } from '../parts/button.tsx';
import { Problem } from '../parts/problem.tsx';
import { useVerb } from '../parts/use-verb.ts';
import { BeforeAfter } from './before-after.tsx';
import { Confidence } from './confidence.tsx';
import { PinDialog } from './pin-dialog.tsx';
import { HeldRule, isHeld, QualityChange } from './quality-change.tsx';
import { RuleFields } from './rule-fields.tsx';
import type { Miss, Proposal, RuleDraft } from './search-types.ts';

type Props = { miss: Miss; proposals: Proposal[] | undefined; onDone: () => void };
type Option = { draft: RuleDraft; proposal?: Proposal };

/** One missed query: what is proposed, what it would find then, and the decision. */
export function MissPanel({ miss, proposals, onDone }: Props) {
  const id = useId();
  const place = useRef<HTMLElement>(null);
  const { words } = miss;
  const options: Option[] = [
    ...(proposals ?? []).map((proposal): Option => ({ draft: ruleOf(proposal), proposal })),
    { draft: { kind: 'synonym', words, means: '' } },
    { draft: { kind: 'redirect', words, means: '' } },
  ];
  const [at, setAt] = useState(0);
  const [draft, setDraft] = useState<RuleDraft>(options[0]?.draft ?? { kind: 'synonym', words, means: '' });
  const [branch, setBranch] = useState(useUsualBranch());
  const [isPinning, setPinning] = useState(false);
  const save = useVerb(onDone);
  const decide = useVerb(onDone);
  const saveRule = (accepts_fall?: true) =>
    save.run('/api/admin/search-rules', { ...draft, department_id_1c: branch, answers: words, accepts_fall });
  const isWhole = !('means' in draft) || draft.means.trim() !== '';

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const inField = event.target instanceof Element && event.target.closest('input:not([type=radio]), select, dialog');
    if (inField || event.ctrlKey || event.metaKey || event.altKey) return;
    const button = place.current?.querySelector<HTMLButtonElement>(`[data-key="${event.code}"]`);
    if (!button) return;
    event.preventDefault();
    button.click();
  }

  return (
    <section
      ref={place}
      className="panel miss-panel"
      aria-labelledby={`${id}-title`}
      onKeyDown={onKeyDown}
      // What was refused is said again, if it is still so.
      onChange={save.reset}
    >
      <h2 id={`${id}-title`}>«{words}»</h2>
      <p className="soft">
        {countOf(miss.times, 'раз', 'раза', 'раз')} за 28 дней,{' '}
        {countOf(miss.branches, 'филиал', 'филиала', 'филиалов')}
      </p>
      <fieldset className="miss-options">
        <legend className="hidden-words">Чем ответить на запрос</legend>
        {options.map((option, place) => (
          <OptionRow
            key={optionKey(option)}
            option={option}
            name={`${id}-option`}
            isChosen={place === at}
            onChoose={() => {
              setAt(place);
              setDraft(option.draft);
            }}
          >
            <RuleFields draft={draft} onChange={setDraft} errors={save.fields} />
          </OptionRow>
        ))}
      </fieldset>
      <BranchField
        label="Где действует правило"
        value={branch}
        onChange={setBranch}
        error={save.fields.department_id_1c}
      />
      {isHeld(save.error) ? null : <QualityChange branch={branch} add={isWhole ? draft : null} />}
      <HeldRule error={save.error} words="Всё равно сохранить" isBusy={save.isBusy} onAccept={() => saveRule(true)} />
      <Problem words={isHeld(save.error) || Object.keys(save.fields).length > 0 ? null : save.problem} />
      <Problem words={decide.problem} />
      <div className="row-buttons">
        <Button kind="primary" data-key="KeyA" disabled={!isWhole} isBusy={save.isBusy} onClick={() => saveRule()}>
          Сохранить правило
        </Button>
        <Button onClick={() => setPinning(true)}>Закрепить товар…</Button>
        <Button
          data-key="KeyN"
          isBusy={decide.isBusy}
          onClick={() => decide.run('/api/admin/search-misses/decide', { words: [words], decision: 'not_sold' })}
        >
          Не продаём
        </Button>
        <Button
          data-key="KeyH"
          isBusy={decide.isBusy}
          onClick={() => decide.run('/api/admin/search-misses/decide', { words: [words], decision: 'hidden' })}
        >
          Скрыть
        </Button>
      </div>
      <p className="soft small">
        Скрытое и «не продаём» вернётся, если искать станут вдвое чаще, или через 90 дней. С клавиатуры: A&nbsp;—
        сохранить, N&nbsp;— не продаём, H&nbsp;— скрыть.
      </p>
      <BeforeAfter q={words} add={isWhole ? draft : null} />
      {isPinning ? <PinDialog words={words} answers={words} onClose={() => setPinning(false)} onDone={onDone} /> : null}
    </section>
  );
}

type RowProps = { option: Option; name: string; isChosen: boolean; onChoose: () => void; children: ReactNode };

/** `children`: the fields of the rule, while it is chosen. */
function OptionRow({ option, name, isChosen, onChoose, children }: RowProps) {
  return (
    <div className={isChosen ? 'miss-option on' : 'miss-option'}>
      <label className="check">
        <input type="radio" name={name} checked={isChosen} onChange={onChoose} />
        <span className="miss-option-label">{optionWords(option)}</span>
        {option.proposal ? <Confidence proposal={option.proposal} /> : null}
      </label>
      {isChosen ? children : null}
    </div>
  );
}

function ruleOf({ kind, words, means }: Proposal): RuleDraft {
  return { kind, words, means };
}

function optionKey({ draft, proposal }: Option): string {
  return proposal ? `${proposal.kind} ${proposal.means}` : `own ${draft.kind}`;
}

const sourceWords: Record<string, string> = {
  typo: 'опечатка',
  layout: 'другая раскладка',
  translit: 'латиницей',
  beginning: 'похожее слово',
  near_goods: 'похожие товары',
  category: 'раздел',
  brand: 'бренд',
};

function optionWords({ draft, proposal }: Option): string {
  const kind = draft.kind === 'synonym' ? 'Синоним' : 'Перенаправить';
  return proposal ? `${kind}: ${proposal.label} (${sourceWords[proposal.source] ?? proposal.source})` : `${kind}: свой`;
}
