import './shared-link.css';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { Note } from '#web/ui/note.tsx';

type SharedLinkProps = {
  shared: { url: string; until: string };
  /** What it is a copy of. */
  of: 'корзины' | 'списка';
};

/** The link to a copy of the cart or of a list, just made. */
export function SharedLink({ shared: { url, until }, of }: SharedLinkProps) {
  return (
    <Note kind="ok" icon="copy">
      <label htmlFor="shared-link">
        Ссылка на копию {of}, действует до {until}. Ваших данных в ней нет.
      </label>
      <span className="row shared-link">
        <input id="shared-link" className="input" readOnly value={url} />
        <CopyButton text={url} label={`ссылка на копию ${of}`} />
      </span>
    </Note>
  );
}
