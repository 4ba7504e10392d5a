import { Check, ChevronDown, MapPin } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useSession } from '../session/session.ts';

const manyBranches = 8;

/** The branch that every page and call is about; it stands in the address. Who works in one branch has no choice. */
export function BranchSelector() {
  const { me } = useSession();
  const [search, setSearch] = useSearchParams();
  const [words, setWords] = useState('');
  const popover = useRef<HTMLDivElement>(null);
  const id = useId();
  const all = me.all_branches ? 'Все филиалы' : 'Все мои филиалы';
  const chosen = me.branches.find(({ id_1c: branch }) => branch === search.get('branch'));
  const [only] = me.branches;
  if (me.branches.length === 1 && only)
    return (
      <span className="scope">
        <MapPin size={16} aria-hidden="true" />
        {only.name}
      </span>
    );
  const choices = me.branches.filter(({ name }) => name.toLowerCase().includes(words.trim().toLowerCase()));

  function choose(branch: string | null) {
    popover.current?.hidePopover();
    setWords('');
    const next = new URLSearchParams(window.location.search);
    next.delete('branch');
    next.delete('page');
    if (branch) next.set('branch', branch);
    setSearch(next);
  }

  return (
    <div className="scope-box">
      <button type="button" className="scope" popoverTarget={id} aria-label={`Филиал: ${chosen?.name ?? all}`}>
        <MapPin size={16} aria-hidden="true" />
        <span>{chosen?.name ?? all}</span>
        <ChevronDown size={16} aria-hidden="true" />
      </button>
      <div id={id} ref={popover} popover="auto" className="popover scope-menu">
        {me.branches.length > manyBranches ? (
          <input
            type="search"
            aria-label="Найти филиал"
            placeholder="Найти филиал"
            value={words}
            onChange={({ target }) => setWords(target.value)}
          />
        ) : null}
        {words ? null : <Choice label={all} isChosen={!chosen} onChoose={() => choose(null)} />}
        {choices.map(({ id_1c: branch, name }) => (
          <Choice key={branch} label={name} isChosen={chosen?.id_1c === branch} onChoose={() => choose(branch)} />
        ))}
        {choices.length === 0 ? <p className="soft">Такого филиала нет</p> : null}
      </div>
    </div>
  );
}

function Choice({ label, isChosen, onChoose }: { label: string; isChosen: boolean; onChoose: () => void }) {
  return (
    <button type="button" aria-pressed={isChosen} onClick={onChoose}>
      {isChosen ? <Check size={16} aria-hidden="true" /> : <span className="no-icon" />}
      {label}
    </button>
  );
}
