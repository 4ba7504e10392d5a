import { ImagePlus, Trash2 } from 'lucide-react';
import { useId, useState } from 'react';
import { imageUrl } from '#shared/image-url.ts';
import { sendPicture } from '../editor/upload-picture.ts';
import { Button } from '../parts/button.tsx';

type Props = {
  label: string;
  /** Path under the files folder. */
  value: string | null;
  error?: string | undefined;
  onChange: (file: string | null) => void;
};

/** One picture of a record: sent, shown, taken away. */
export function PictureField({ label, value, error, onChange }: Props) {
  const id = useId();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  async function send(file: File) {
    setBusy(true);
    const sent = await sendPicture(file);
    setBusy(false);
    setProblem('problem' in sent ? sent.problem : null);
    if ('file' in sent) onChange(sent.file);
  }

  return (
    <fieldset className="picture-field" aria-busy={isBusy}>
      <legend>{label}</legend>
      {value ? (
        <>
          <img src={imageUrl(value, { width: 240 })} alt="" width={160} />
          <Button size="small" icon={<Trash2 size={14} aria-hidden="true" />} onClick={() => onChange(null)}>
            Убрать
          </Button>
        </>
      ) : null}
      <label htmlFor={id} className="btn btn-small">
        <ImagePlus size={14} aria-hidden="true" />
        {isBusy ? 'Загружается…' : value ? 'Заменить' : 'Загрузить'}
      </label>
      <input
        id={id}
        className="hidden-words"
        type="file"
        accept="image/jpeg,image/png,image/webp"
        disabled={isBusy}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) void send(file);
          target.value = '';
        }}
      />
      {(problem ?? error) ? (
        <p className="field-error small" role="alert">
          {problem ?? error}
        </p>
      ) : null}
    </fieldset>
  );
}
