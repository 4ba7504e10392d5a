import './next-level.css';
import type { LevelProgress } from './card-words.ts';

/** How much is bought of what the next level asks for; the words beside it say how much is left. */
export function NextLevel({ progress }: { progress: LevelProgress | null }) {
  if (!progress) return null;
  const { value, max, label, words } = progress;
  return <progress className="next-level" value={value} max={max} aria-label={label} aria-valuetext={words} />;
}
