import { installed, runSideBySide } from './run-steps.ts';

/** `npm run check`: everything that can be said about the sources without running the shop; two cores share it. */
await runSideBySide([
  [
    { name: 'типы маршрутов', args: [installed('@react-router/dev'), 'typegen'] },
    { name: 'типы', args: [installed('typescript')] },
    { name: 'типы управления', args: [installed('typescript', 'admin'), '-p', 'admin'] },
  ],
  [
    { name: 'формат и правила', args: [installed('@biomejs/biome'), 'check', '--error-on-warnings', '.'] },
    { name: 'описание вызовов управления', args: ['scripts/admin-openapi.ts', '--check'] },
    { name: 'типы вызовов управления', args: ['scripts/admin-types.ts', '--check'] },
    { name: 'слои', args: ['scripts/boundaries.ts'] },
    { name: 'размеры', args: ['scripts/figures.ts', '--check'] },
    { name: 'русский язык', args: ['scripts/russian.ts'] },
    { name: 'слова словаря', args: ['scripts/plain-words.ts'] },
    { name: 'ссылки документов', args: ['scripts/doc-references.ts'] },
    { name: 'схема базы и её типы', args: ['scripts/dump-schema.ts', '--check'] },
  ],
]);
