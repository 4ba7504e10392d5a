import { Bold, Italic, Link2 } from 'lucide-react';
import { useRef } from 'react';

type Props = { name: string; describedBy: string; value: string; onChange: (text: string) => void };

const marks = [
  { label: 'Жирный', icon: Bold, before: '**', after: '**' },
  { label: 'Курсив', icon: Italic, before: '*', after: '*' },
  { label: 'Ссылка', icon: Link2, before: '[', after: '](/)' },
] as const;

/** Words with marks around some of them; the buttons put the marks around what is selected. */
export function MarkedField({ name, describedBy, value, onChange }: Props) {
  const field = useRef<HTMLTextAreaElement>(null);

  function surround(before: string, after: string) {
    const node = field.current;
    if (!node) return;
    const { selectionStart: from, selectionEnd: to } = node;
    const words = value.slice(from, to) || 'слова';
    onChange(`${value.slice(0, from)}${before}${words}${after}${value.slice(to)}`);
    // The address of a link is what is typed next; of other marks the words stay selected.
    const start = after === '](/)' ? from + words.length + 3 : from + before.length;
    const end = after === '](/)' ? start + 1 : start + words.length;
    requestAnimationFrame(() => {
      node.focus();
      node.setSelectionRange(start, end);
    });
  }

  return (
    <div className="marked">
      <div className="marks">
        {marks.map(({ label, icon: Icon, before, after }) => (
          <button key={label} type="button" aria-label={`${label}: ${name}`} onClick={() => surround(before, after)}>
            <Icon size={14} aria-hidden="true" />
          </button>
        ))}
      </div>
      <textarea
        ref={field}
        aria-label={name}
        aria-describedby={describedBy}
        value={value}
        maxLength={20_000}
        onChange={({ target }) => onChange(target.value)}
      />
    </div>
  );
}
