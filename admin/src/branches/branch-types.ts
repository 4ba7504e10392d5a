import type { paths } from '../api-types.ts';

export type BranchRow =
  paths['/api/admin/branches']['get']['responses'][200]['content']['application/json']['items'][number];
export type BranchRecord = paths['/api/admin/branches/{id}']['get']['responses'][200]['content']['application/json'];
