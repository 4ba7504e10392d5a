import { FileSpreadsheet } from 'lucide-react';
import { useId, useState } from 'react';
import { idempotencyKey, RequestError, send } from '../request.ts';

type Props = {
  /** The name of the file that is chosen; null: none yet. */
  name: string | null;
  accept: string;
  isBusy: boolean;
  onFile: (file: File) => void;
};

/** A button that asks for a file; the same file may be chosen again after it was mended. */
export function TableFile({ name, accept, isBusy, onFile }: Props) {
  const id = useId();
  return (
    <p>
      <label htmlFor={id} className="btn btn-plain file-button">
        <FileSpreadsheet size={16} aria-hidden="true" />
        {isBusy ? 'Читаем…' : (name ?? 'Выбрать файл')}
      </label>
      <input
        id={id}
        className="hidden-words"
        type="file"
        accept={accept}
        disabled={isBusy}
        onChange={({ target }) => {
          const file = target.files?.[0];
          if (file) onFile(file);
          target.value = '';
        }}
      />
    </p>
  );
}

/** Sends a file with what is said of it. `key`: of a repetition of the same call. */
export function upload(
  path: string,
  file: File,
  more: Record<string, string> = {},
  key = idempotencyKey(),
): Promise<Response> {
  const form = new FormData();
  form.set('file', file);
  for (const [name, value] of Object.entries(more)) form.set(name, value);
  return send(path, { method: 'POST', body: form, headers: { 'Idempotency-Key': key } });
}

/** What the server refused, in its words. */
export function refusalWords(failure: unknown): string {
  if (!(failure instanceof RequestError)) throw failure;
  return Object.values(failure.fields)[0] ?? failure.message;
}

/**
 * The file that was chosen and what the server, asked at `path`, answered to it: null until it has, and when it
 * refuses.
 */
export function useSentFile<Answer>(path: string) {
  const [sent, setSent] = useState<{ file: File; answer: Answer } | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);

  async function choose(file: File) {
    setBusy(true);
    setProblem(null);
    setSent(null);
    try {
      setSent({ file, answer: (await (await upload(path, file)).json()) as Answer });
    } catch (failure) {
      setProblem(refusalWords(failure));
    } finally {
      setBusy(false);
    }
  }

  return { sent, problem, isBusy, choose: (file: File) => void choose(file), forget: () => setSent(null) };
}
