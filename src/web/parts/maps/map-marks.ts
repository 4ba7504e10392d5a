import type { Department } from '#modules/departments/queries.ts';
import type { MapPoint } from './draw-map.ts';

/** Marks of departments that are known by their coordinates; `hrefOf` says where a press on one leads. */
export function mapMarks(departments: Department[], hrefOf: (department: Department) => string): MapPoint[] {
  return departments.flatMap((department) => {
    const { id_1c, city, address, longitude, latitude } = department;
    if (longitude === null || latitude === null) return [];
    const place = { longitude: Number(longitude), latitude: Number(latitude) };
    return { id: id_1c, name: `${city}, ${address}`, street: address, ...place, href: hrefOf(department) };
  });
}
