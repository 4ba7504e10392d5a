import { formatDateTime } from '#shared/dates.ts';
import { countOf } from '#shared/plurals.ts';
import { readTree, wordsOf } from '../editor/html-tree.ts';
import type { Question } from '../parts/questions.tsx';
import { useCategories } from '../parts/use-categories.ts';
import { blockLabel, type ShopBlock } from './shop-block-forms.ts';

type Props = {
  /** `title`, `description` of the page. */
  fields: Record<string, unknown>;
  blocks: ShopBlock[];
  chosen: number | null;
  onChoose: (at: number | null) => void;
};

/** The text as it is read from top to bottom, also what is not saved yet; a press on a part opens its properties. */
export function LandingReading({ fields, blocks, chosen, onChoose }: Props) {
  const categories = useCategories();
  const nameOf = (code: unknown) => categories.find((one) => one.code === code)?.name ?? String(code ?? '');
  return (
    <section className="panel landing-reading" aria-labelledby="landing-reading">
      <div className="panel-head">
        <h2 id="landing-reading">Текст</h2>
      </div>
      <button type="button" className="read-block" aria-pressed={chosen === null} onClick={() => onChoose(null)}>
        <span className="soft small">Страница</span>
        <b>{line(fields.title) || 'Без заголовка'}</b>
        <span>{line(fields.description)}</span>
      </button>
      {blocks.map((block, at) => (
        <button
          // biome-ignore lint/suspicious/noArrayIndexKey: blocks have no names
          key={`${at} ${block.type}`}
          type="button"
          className="read-block"
          aria-pressed={chosen === at}
          onClick={() => onChoose(at)}
        >
          <span className="soft small">{blockLabel(block)}</span>
          {line(block.title) ? <b>{line(block.title)}</b> : null}
          {wordsOfBlock(block, nameOf).map((words, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the same words may stand twice
            <span key={place}>{words}</span>
          ))}
        </button>
      ))}
    </section>
  );
}

/** What is read in a block under its heading. Written HTML is shown as words: what is typed was not cleaned yet. */
function wordsOfBlock(block: ShopBlock, nameOf: (category: unknown) => string): string[] {
  if (block.type === 'html') return htmlWords(line(block.html));
  const own = ownWords(block, nameOf);
  return [line(block.text), ...own].filter(Boolean);
}

function ownWords(block: ShopBlock, nameOf: (category: unknown) => string): string[] {
  const codes = Array.isArray(block.idcodes) ? block.idcodes.map(String) : [];
  switch (block.type) {
    case 'hero':
      return [line(block.button_text)];
    case 'products':
    case 'reviews':
      return [codes.join(', ')];
    case 'list': {
      const { category } = (block.listing ?? {}) as { category?: unknown };
      return [category === undefined ? 'Из всего каталога' : `Из раздела «${nameOf(category)}»`];
    }
    case 'calculator':
      return [line(block.idcode)];
    case 'timer':
      return [block.ends_at ? `до ${formatDateTime(new Date(line(block.ends_at)))}` : ''];
    case 'form':
      return [line(block.code)];
    case 'faq':
      return ((block.items ?? []) as Question[]).map(({ question }) => question);
    case 'video':
      return [line(block.url)];
    default:
      return [];
  }
}

const mostLines = 40;

function htmlWords(html: string): string[] {
  const lines = wordsOf(readTree(html) ?? [])
    .split('\n')
    .map((words) => words.trim())
    .filter(Boolean);
  if (lines.length <= mostLines) return lines;
  const left = lines.length - mostLines;
  return [...lines.slice(0, mostLines), `и ещё ${countOf(left, 'строка', 'строки', 'строк')}`];
}

function line(value: unknown): string {
  return typeof value === 'string' ? value.trim() : '';
}
