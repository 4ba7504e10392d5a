import { join } from 'node:path';
import { missingPictures, rasteriseDrawn } from '#platform/drawn-pictures.ts';
import type { Task } from './tasks.ts';

/** Rasterises every drawing that has no picture yet, one at a time; asked to stop, it leaves the rest to its next run. */
export const rasterisePictures: Task = async (_payload, { config, log }, { abortSignal }) => {
  const filesDir = join(config.DATA_DIR, 'files');
  const names = await missingPictures(filesDir);
  const started = performance.now();
  for (const name of names) {
    if (abortSignal?.aborted) throw new Error('Остановлено: остальные картинки нарисует следующий запуск');
    await rasteriseDrawn(filesDir, name);
  }
  log.info(
    { pictures: names.length, seconds: Math.round((performance.now() - started) / 1_000) },
    'pictures rasterised',
  );
};
