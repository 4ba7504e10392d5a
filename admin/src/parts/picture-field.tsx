import { Crop, ImagePlus, Trash2 } from 'lucide-react';
import { lazy, Suspense, useId, useRef, useState } from 'react';
import { imageUrl } from '#shared/image-url.ts';
import { sendPicture } from './send-picture.ts';

const CropDialog = lazy(() => import('./crop-dialog.tsx'));

type Props = {
  label: string;
  hint?: string;
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
  const [isCropping, setCropping] = useState(false);
  const wrong = problem ?? error;
  // What is typed elsewhere while a picture is on its way stays.
  const latest = useRef(onChange);
  latest.current = onChange;

  async function upload(file: File | undefined) {
    if (!file) return;
    setBusy(true);
    setProblem(null);
    const sent = await sendPicture(file).finally(() => setBusy(false));
    if ('problem' in sent) setProblem(sent.problem);
    else latest.current(sent.file);
  }

  return (
    <div className="field" aria-busy={isBusy}>
      <span className="field-name">{label}</span>
      <div className="picture-field">
        {typeof value === 'string' ? (
          <>
            <img src={imageUrl(value, { width: 240 })} alt={`Сейчас: ${label.toLowerCase()}`} width="120" />
            <button
              type="button"
              className="icon-button"
              aria-label={`Обрезать: ${label}`}
              onClick={() => setCropping(true)}
            >
              <Crop size={16} aria-hidden="true" />
            </button>
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
      <p
        id={`${id}-note`}
        className={wrong === undefined ? 'soft small' : 'field-error small'}
        role={wrong === undefined ? undefined : 'alert'}
      >
        {wrong ?? hint}
      </p>
      {isCropping && typeof value === 'string' ? (
        <Suspense>
          <CropDialog
            file={value}
            onClose={() => setCropping(false)}
            onCropped={(file) => {
              setCropping(false);
              onChange(file);
            }}
          />
        </Suspense>
      ) : null}
    </div>
  );
}
