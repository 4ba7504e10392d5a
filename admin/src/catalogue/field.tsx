import { Lock } from 'lucide-react';
import { type ReactNode, useId } from 'react';

type Props = {
  label: string;
  children: (id: string) => ReactNode;
  problem?: string | undefined;
  note?: ReactNode;
  /** It is fed by 1C: what unlocks it, or null for who may not. */
  lock?: { unlock: (() => void) | null } | undefined;
  /** By which a link on the page leads here. */
  place?: string | undefined;
};

/** A field with its name above and what is wrong below. */
export function Field({ label, children, problem, note, lock, place }: Props) {
  const id = useId();
  return (
    <div id={place} className={`goods-field${problem ? ' wrong' : ''}`}>
      <span className="goods-label">
        <label htmlFor={id}>{label}</label>
        {lock ? <span className="tag">1С</span> : null}
        {lock?.unlock ? (
          <button type="button" className="btn btn-text btn-small" onClick={lock.unlock}>
            <Lock size={12} aria-hidden="true" /> Править здесь
          </button>
        ) : null}
      </span>
      {children(id)}
      {problem ? (
        <span className="goods-problem" role="alert">
          {problem}
        </span>
      ) : null}
      {note}
    </div>
  );
}
