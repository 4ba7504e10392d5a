import { uploadAccept, uploadLimits } from '#shared/upload-rules.ts';
import { FileField } from '#web/ui/file-field.tsx';

/** S5-07: files of a message. */
export function FilesField({ error }: { error?: string | undefined }) {
  return (
    <FileField
      name="files"
      label="Файлы"
      multiple
      accept={uploadAccept}
      error={error ?? null}
      hint={`До ${uploadLimits.files} файлов, каждый не больше 5 МБ: png, jpg, txt, pdf, doc, docx, rtf.`}
    />
  );
}
