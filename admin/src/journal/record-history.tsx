import { Empty } from '../parts/states.tsx';
import { AuditLines } from './audit-lines.tsx';

/**
 * The tab «История» of a record: who changed what, and taking it back. `resource`: as the audit log names it; several
 * when parts of the record are saved apart.
 */
export function RecordHistory({ resource, id }: { resource: string | readonly string[]; id: string | number }) {
  return (
    <div className="panel list-panel">
      <AuditLines
        filter={{ resource, record_id: String(id) }}
        empty={<Empty title="Изменений пока не было">Каждое сохранение этой записи появится здесь.</Empty>}
      />
    </div>
  );
}
