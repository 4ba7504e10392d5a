import { MarkedField } from './marked-field.tsx';
import { TableFields } from './table-fields.tsx';
import type { Level, TextBlock } from './text-blocks.ts';

type Props = { name: string; block: TextBlock; put: (block: TextBlock) => void; describedBy: string };

const levels: { level: Level; label: string }[] = [
  { level: 2, label: 'Раздел' },
  { level: 3, label: 'Подраздел' },
  { level: 4, label: 'Мелкий' },
];

/** The fields of one part of a text. */
export function BlockFields({ name, block, put, describedBy }: Props) {
  switch (block.type) {
    case 'heading':
      return (
        <div className="text-heading">
          <select
            aria-label={`Уровень: ${name}`}
            value={block.level}
            onChange={({ target }) => put({ ...block, level: Number(target.value) as Level })}
          >
            {levels.map(({ level, label }) => (
              <option key={level} value={level}>
                {label}
              </option>
            ))}
          </select>
          <input
            aria-label={name}
            aria-describedby={describedBy}
            className={`heading-${block.level}`}
            value={block.text}
            maxLength={300}
            onChange={({ target }) => put({ ...block, text: target.value })}
          />
        </div>
      );
    case 'paragraph':
    case 'quote':
      return (
        <MarkedField
          name={name}
          describedBy={describedBy}
          value={block.text}
          onChange={(text) => put({ ...block, text })}
        />
      );
    case 'list':
      return (
        <>
          <label className="check small">
            <input
              type="checkbox"
              checked={block.isNumbered}
              onChange={({ target }) => put({ ...block, isNumbered: target.checked })}
            />
            С номерами
          </label>
          <MarkedField
            name={`${name}, пункт в каждой строке`}
            describedBy={describedBy}
            value={block.items.join('\n')}
            onChange={(text) => put({ ...block, items: text.split('\n') })}
          />
        </>
      );
    case 'table':
      return <TableFields name={name} block={block} put={put} />;
    case 'picture':
      return (
        <div className="text-picture">
          <img src={block.src} alt="" width={160} />
          <label>
            <span>Что на картинке, для тех, кто её не видит</span>
            <input
              aria-describedby={describedBy}
              value={block.alt}
              maxLength={200}
              onChange={({ target }) => put({ ...block, alt: target.value })}
            />
          </label>
        </div>
      );
    case 'line':
      return <hr />;
    case 'html':
      return (
        <textarea
          aria-label={name}
          aria-describedby={describedBy}
          className="raw-html"
          rows={Math.min(12, Math.max(3, Math.ceil(block.html.length / 90)))}
          value={block.html}
          onChange={({ target }) => put({ ...block, html: target.value })}
        />
      );
  }
}
