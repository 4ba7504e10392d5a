import type { Department } from '#modules/departments/queries.ts';
import type { MapPoint } from './draw-map.ts';

/** Marks of departments that are known by their coordinates; `hrefOf` says where a press on one leads. */
export function mapMarks(departments: Department[], hrefOf: (department: Department) => string): MapPoint[] {
  return departments.flatMap((department) => {
    const { id_1c, city, address, longitude, latitude } = department;
    if (longitude === null || latitude === null) return [];
    const name = `${city}, ${address}`;
    return { id: id_1c, name, longitude: Number(longitude), latitude: Number(latitude), href: hrefOf(department) };
  });
}
