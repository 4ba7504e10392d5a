import type { Out } from './command.ts';

/** Results on stdout, progress on stderr, so that a pipe carries results only. */
export function openOut(stdout: NodeJS.WriteStream = process.stdout, stderr: NodeJS.WriteStream = process.stderr): Out {
  let shown = '';
  const wipe = () => {
    if (shown && stderr.isTTY) stderr.write('\r\x1b[2K');
    shown = '';
  };
  return {
    line(text) {
      wipe();
      stdout.write(`${text}\n`);
    },
    json(value) {
      wipe();
      stdout.write(`${JSON.stringify(value, null, 2)}\n`);
    },
    progress(text) {
      if (text === shown) return;
      if (stderr.isTTY) {
        const line = text.slice(0, (stderr.columns ?? 80) - 1);
        stderr.write(`\r\x1b[2K${line}`);
      } else if (stageOf(text) !== stageOf(shown)) {
        // In a log the beginning of each stage is worth a line, its counting is not.
        stderr.write(`${text}\n`);
      }
      shown = text;
    },
  };
}

function stageOf(text: string): string {
  return text.replace(/[\s,:]*\d.*$/s, '');
}
