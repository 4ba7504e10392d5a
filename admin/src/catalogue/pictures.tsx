import { ArrowLeft, ArrowRight, Crop, ImagePlus, Trash2 } from 'lucide-react';
import { type DragEvent, lazy, Suspense, useId, useState } from 'react';
import { thumbnail } from '../parts/product.ts';
import { useUploads } from './use-uploads.ts';

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
  const { isBusy, problem, upload } = useUploads((added) =>
    onChange(isSingle ? added.slice(-1) : [...new Set([...images, ...added])]),
  );
  const [dragged, setDragged] = useState<number | null>(null);
  const [cropped, setCropped] = useState<string | null>(null);

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
              <PictureButtons
                at={at}
                count={images.length}
                move={(to) => move(at, to)}
                crop={() => setCropped(file)}
                remove={() => onChange(images.filter((_, other) => other !== at))}
              />
            ) : null}
          </li>
        ))}
        {isEditable ? (
          <AddPictures
            isBusy={isBusy}
            isSingle={isSingle}
            upload={(files) => void upload(files)}
            onDrop={(event) => drop(event, images.length)}
          />
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

type ButtonsProps = {
  at: number;
  /** Of all pictures. */
  count: number;
  move: (to: number) => void;
  crop: () => void;
  remove: () => void;
};

/** Below a picture: its place among the others, its crop. */
function PictureButtons({ at, count, move, crop, remove }: ButtonsProps) {
  return (
    <span className="picture-keys">
      <button
        type="button"
        aria-label={`Левее, изображение ${at + 1}`}
        disabled={at === 0}
        onClick={() => move(at - 1)}
      >
        <ArrowLeft size={14} aria-hidden="true" />
      </button>
      <button
        type="button"
        aria-label={`Правее, изображение ${at + 1}`}
        disabled={at === count - 1}
        onClick={() => move(at + 1)}
      >
        <ArrowRight size={14} aria-hidden="true" />
      </button>
      <button type="button" aria-label={`Обрезать изображение ${at + 1}`} onClick={crop}>
        <Crop size={14} aria-hidden="true" />
      </button>
      <button type="button" aria-label={`Убрать изображение ${at + 1}`} onClick={remove}>
        <Trash2 size={14} aria-hidden="true" />
      </button>
    </span>
  );
}

type AddProps = {
  isBusy: boolean;
  isSingle: boolean;
  upload: (files: File[]) => void;
  onDrop: (event: DragEvent) => void;
};

/** The last place of the list: new pictures are chosen here, or dropped. */
function AddPictures({ isBusy, isSingle, upload, onDrop }: AddProps) {
  const id = useId();
  return (
    <li>
      <label htmlFor={id} className="picture-add" onDragOver={(event) => event.preventDefault()} onDrop={onDrop}>
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
          upload([...(target.files ?? [])]);
          target.value = '';
        }}
      />
    </li>
  );
}
