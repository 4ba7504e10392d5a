import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** True when a program is installed (nginx, wrk: Debian packages, wanted only for the comparison). */
export function isInstalled(program: string): boolean {
  try {
    execFileSync('sh', ['-c', `command -v ${program}`], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/**
 * nginx with one worker that sends the same ready-gzipped bytes from memory-mapped files, without a log: the yardstick
 * of a cached page.
 */
export async function startNginx(port: number, gzipped: Buffer): Promise<{ stop(): void }> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-nginx-'));
  chmodSync(folder, 0o755);
  mkdirSync(join(folder, 'page'));
  writeFileSync(join(folder, 'page', 'index.html'), '');
  writeFileSync(join(folder, 'page', 'index.html.gz'), gzipped);
  writeFileSync(
    join(folder, 'nginx.conf'),
    `worker_processes 1; daemon off; pid ${folder}/pid; error_log stderr crit;
events { worker_connections 1024; }
http { access_log off; sendfile on; tcp_nopush on; open_file_cache max=10; keepalive_requests 100000000; types { text/html html; }
  server { listen 127.0.0.1:${port}; root ${folder}/page; gzip_static always; } }`,
  );
  const child: ChildProcess = spawn('nginx', ['-c', join(folder, 'nginx.conf'), '-p', folder], { stdio: 'inherit' });
  await sleep(500);
  return { stop: () => void child.kill('SIGTERM') };
}

/** Requests per second and p99 (ms) by wrk: one thread, 16 keep-alive connections. */
export function wrk(
  url: string,
  headers: Record<string, string>,
  seconds: number,
): { per_second: number; p99: number; errors: number } {
  const given = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
  const text = execFileSync('wrk', ['-t1', '-c16', `-d${seconds}s`, '--latency', ...given, url], { encoding: 'utf8' });
  const p99 = /99%\s+([\d.]+)(us|ms|s)/.exec(text);
  const factor = { us: 0.001, ms: 1, s: 1_000 }[p99?.[2] ?? 'ms'] ?? 1;
  return {
    per_second: Math.round(Number(/Requests\/sec:\s+([\d.]+)/.exec(text)?.[1] ?? 0)),
    p99: Number((Number(p99?.[1] ?? 0) * factor).toFixed(2)),
    errors: Number(/Non-2xx or 3xx responses:\s+(\d+)/.exec(text)?.[1] ?? 0),
  };
}
