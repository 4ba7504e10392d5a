import { access, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ProductMedia, saveProductMedia } from '#modules/catalogue/product-media.ts';
import { filesFolder } from '#platform/files-mark.ts';
import { ensure } from '#shared/ensure.ts';
import { type Command, CommandFailure, refusing } from './command.ts';

export const commands: Command[] = [
  {
    name: 'media set',
    changes: 'products',
    summary:
      'видео и съёмка товара со всех сторон: список из файла JSON вместо прежнего, пути считаются от DATA_DIR/files; пустой список убирает всё',
    parameters: [
      { name: 'КОД', summary: 'код товара' },
      {
        name: 'ФАЙЛ',
        summary:
          '[{"kind":"video","title":"…","poster":"products/….webp","file":"media/….mp4"}] или kind spin с frames',
      },
    ],
    async run({ db, config, args: { positionals }, out }) {
      const [idcode, path] = [ensure(positionals[0]), ensure(positionals[1])];
      const media = readMedia(await readFile(path, 'utf8'));
      const folder = filesFolder(config.DATA_DIR);
      for (const file of media.flatMap((medium) => [
        medium.poster,
        ...(medium.kind === 'video' ? [medium.file] : medium.frames),
      ])) {
        await access(join(folder, file)).catch(() => {
          throw new CommandFailure(`Нет файла ${join(folder, file)}`);
        });
      }
      await refusing(
        () => db.transaction().execute((db) => saveProductMedia(db, idcode, media)),
        `Нет товара с кодом ${idcode}`,
      );
      out.line(media.length === 0 ? 'Видео и съёмка убраны.' : `Сохранено: ${media.length}.`);
    },
  },
];

function readMedia(text: string) {
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch (cause) {
    throw new CommandFailure('В файле не JSON', { cause });
  }
  const read = ProductMedia.safeParse(given);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw new CommandFailure(`Запись ${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'не подходит'}`);
}
