import { ArrowLeft, ArrowRight, Crop, ImagePlus, Trash2 } from 'lucide-react';
import { type DragEvent, lazy, Suspense, useId, useState } from 'react';
import { sendPicture } from '../parts/send-picture.ts';
import { thumbnail } from './product.ts';

const CropDialog = lazy(() => import('../parts/crop-dialog.tsx'));

type Props = {
  title?: string;
  images: readonly string[];
  isEditable: boolean;
  /** There is one at most: what is uploaded takes its place. */
  isSingle?: boolean;
  onChange: (images: string[]) => void;
};

/** Pictures in their order, the main one first: by drag, or by the arrows below each. */
export function Pictures({ title = 'Изображения', images, isEditable, isSingle = false, onChange }: Props) {
  const id = useId();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [dragged, setDragged] = useState<number | null>(null);
  const [cropped, setCropped] = useState<string | null>(null);

  async function upload(files: File[]) {
    setBusy(true);
    setProblem(null);
    const added: string[] = [];
    try {
      for (const file of files) {
        const sent = await sendPicture(file);
        if ('problem' in sent) {
          setProblem(sent.problem);
          break;
        }
        added.push(sent.file);
      }
    } finally {
      setBusy(false);
    }
    if (added.length > 0) onChange(isSingle ? added.slice(-1) : [...new Set([...images, ...added])]);
  }

  function move(from: number, to: number) {
    const next = images.filter((_, at) => at !== from);
    const [moved] = images.slice(from, from + 1);
    if (moved !== undefined) onChange([...next.slice(0, to), moved, ...next.slice(to)]);
  }

  function drop(event: DragEvent, to: number) {
    event.preventDefault();
    const files = [...event.dataTransfer.files];
    if (files.length > 0) void upload(files);
    else if (dragged !== null) move(dragged, to);
    setDragged(null);
  }

  return (
    <fieldset className="pictures" aria-busy={isBusy}>
      <legend>
        {title} <span className="soft small">лучше от 1200 × 1200, до 20 МБ</span>
      </legend>
      <ul>
        {images.map((file, at) => (
          <li
            key={file}
            draggable={isEditable}
            onDragStart={() => setDragged(at)}
            onDragOver={(event) => event.preventDefault()}
            onDrop={(event) => drop(event, at)}
          >
            <img src={thumbnail(file, 160)} alt={`Изображение ${at + 1}`} width="88" height="88" />
            {at === 0 && !isSingle ? <span className="tag tag-good">Главное</span> : null}
            {isEditable ? (
              <span className="picture-keys">
                <button
                  type="button"
                  aria-label={`Левее, изображение ${at + 1}`}
                  disabled={at === 0}
                  onClick={() => move(at, at - 1)}
                >
                  <ArrowLeft size={14} aria-hidden="true" />
                </button>
                <button
                  type="button"
                  aria-label={`Правее, изображение ${at + 1}`}
                  disabled={at === images.length - 1}
                  onClick={() => move(at, at + 1)}
                >
                  <ArrowRight size={14} aria-hidden="true" />
                </button>
                <button type="button" aria-label={`Обрезать изображение ${at + 1}`} onClick={() => setCropped(file)}>
                  <Crop size={14} aria-hidden="true" />
                </button>
                <button
                  type="button"
                  aria-label={`Убрать изображение ${at + 1}`}
                  onClick={() => onChange(images.filter((_, other) => other !== at))}
                >
                  <Trash2 size={14} aria-hidden="true" />
                </button>
              </span>
            ) : null}
          </li>
        ))}
        {isEditable ? (
          <li>
            <label
              htmlFor={id}
              className="picture-add"
              onDragOver={(event) => event.preventDefault()}
              onDrop={(event) => drop(event, images.length)}
            >
              <ImagePlus size={18} aria-hidden="true" />
              {isBusy ? 'Загружается…' : 'Загрузить'}
              <span className="soft small">JPG, PNG, WebP</span>
            </label>
            <input
              id={id}
              className="hidden-words"
              type="file"
              multiple={!isSingle}
              accept="image/jpeg,image/png,image/webp"
              disabled={isBusy}
              onChange={({ target }) => {
                void upload([...(target.files ?? [])]);
                target.value = '';
              }}
            />
          </li>
        ) : null}
      </ul>
      {cropped ? (
        <Suspense>
          <CropDialog
            file={cropped}
            onClose={() => setCropped(null)}
            onCropped={(made) => {
              setCropped(null);
              onChange([...new Set(images.map((file) => (file === cropped ? made : file)))]);
            }}
          />
        </Suspense>
      ) : null}
      {problem ? (
        <p className="goods-problem" role="alert">
          {problem}
        </p>
      ) : null}
    </fieldset>
  );
}
