import { ImagePlus, Trash2 } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { imageUrl } from '#shared/image-url.ts';
import { RequestError, send } from '../request.ts';

type Props = {
  label: string;
  hint: string;
  /** Path of a stored file; null: none. */
  value: unknown;
  onChange: (file: string | null) => void;
  error?: string | undefined;
};

/** One picture of a record, sent to the shop as soon as it is chosen. */
export function PictureField({ label, hint, value, onChange, error }: Props) {
  const id = useId();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const wrong = problem ?? error;
  // What is typed elsewhere while a picture is on its way stays.
  const latest = useRef(onChange);
  latest.current = onChange;

  async function upload(file: File | undefined) {
    if (!file) return;
    setBusy(true);
    setProblem(null);
    const form = new FormData();
    form.set('file', file);
    try {
      const answer = await send('/api/admin/files', { method: 'POST', body: form });
      const sent = (await answer.json()) as { file: string; kind: 'picture' | 'pdf' };
      if (sent.kind === 'picture') latest.current(sent.file);
      else setProblem('Подходят JPG, PNG и WebP');
    } catch (failure) {
      if (!(failure instanceof RequestError)) throw failure;
      setProblem(failure.fields.file ?? failure.message);
    } finally {
      setBusy(false);
    }
  }

  return (
    <div className="field" aria-busy={isBusy}>
      <span className="promo-label">{label}</span>
      <div className="picture-field">
        {typeof value === 'string' ? (
          <>
            <img src={imageUrl(value, { width: 160 })} alt={`Сейчас: ${label.toLowerCase()}`} width="80" height="80" />
            <button
              type="button"
              className="icon-button"
              aria-label={`Убрать: ${label}`}
              onClick={() => onChange(null)}
            >
              <Trash2 size={16} aria-hidden="true" />
            </button>
          </>
        ) : null}
        <label htmlFor={id} className="btn">
          <ImagePlus size={16} aria-hidden="true" />
          {isBusy ? 'Загружается…' : typeof value === 'string' ? 'Заменить' : 'Загрузить'}
        </label>
        <input
          id={id}
          className="hidden-words"
          type="file"
          accept="image/jpeg,image/png,image/webp"
          aria-label={label}
          disabled={isBusy}
          aria-invalid={wrong === undefined ? undefined : true}
          aria-describedby={`${id}-note`}
          onChange={({ target }) => {
            void upload(target.files?.[0]);
            target.value = '';
          }}
        />
      </div>
      <p id={`${id}-note`} className={wrong === undefined ? 'soft small' : 'field-error small'}>
        {wrong ?? hint}
      </p>
    </div>
  );
}
