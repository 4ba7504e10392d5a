import { statfsSync } from 'node:fs';
import { totalmem } from 'node:os';

const megabyte = 1024 * 1024;

/**
 * Settings of the embedded server as `name=value`, sized by the machine's memory. `isDurable: false` is for scratch
 * servers of tests: a crash may lose everything.
 */
export function serverSettings(socketFolder: string, isDurable: boolean): string[] {
  const memory = Math.floor(totalmem() / megabyte);
  const settings: Record<string, string | number> = {
    listen_addresses: '',
    port: 5432,
    unix_socket_directories: socketFolder,
    unix_socket_permissions: '0700',
    max_connections: 200,
    // A statement over prices touches every partition, one per price column.
    max_locks_per_transaction: 256,
    shared_buffers: `${clamp(memory / 8, 128, 2048)}MB`,
    effective_cache_size: `${clamp(memory / 2, 256, 16_384)}MB`,
    work_mem: '16MB',
    maintenance_work_mem: `${clamp(memory / 16, 64, 512)}MB`,
    max_wal_size: '2GB',
    checkpoint_timeout: '15min',
    wal_compression: 'on',
    random_page_cost: 1.1,
    // Short statements are compiled for longer than they run.
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    idle_in_transaction_session_timeout: '10min',
    dynamic_shared_memory_type: sharedMemory(),
  };
  if (isDurable) {
    // One file per weekday, each overwritten a week later.
    Object.assign(settings, {
      logging_collector: 'on',
      log_directory: 'log',
      log_filename: 'postgresql-%a.log',
      log_rotation_age: '1d',
      log_rotation_size: 0,
      log_truncate_on_rotation: 'on',
      log_min_duration_statement: '1s',
    });
  } else {
    Object.assign(settings, { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' });
  }
  return Object.entries(settings).map(([name, value]) => `${name}=${value}`);
}

/**
 * Containers often give /dev/shm 64 MB, which one parallel hash join may exceed; files in the cluster have no such
 * limit.
 */
function sharedMemory(): 'posix' | 'mmap' {
  try {
    const { blocks, bsize } = statfsSync('/dev/shm');
    return blocks * bsize >= 512 * megabyte ? 'posix' : 'mmap';
  } catch {
    return 'mmap';
  }
}

function clamp(value: number, least: number, most: number): number {
  return Math.round(Math.min(Math.max(value, least), most));
}
