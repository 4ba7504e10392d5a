import type { paths } from '../api-types.ts';

export type Member = paths['/api/admin/staff']['get']['responses'][200]['content']['application/json']['items'][number];
export type SecondFactor = paths['/api/admin/staff']['post']['responses'][201]['content']['application/json'];
export type ActingStay =
  paths['/api/admin/staff/{id}/acting']['get']['responses'][200]['content']['application/json']['items'][number];
export type StaffSession =
  paths['/api/admin/staff/{id}/sessions']['get']['responses'][200]['content']['application/json']['items'][number];
