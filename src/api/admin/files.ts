import { z } from 'zod';
import type { Api, ApiContext } from '#api/api.ts';
import { requireOfficeNetwork } from '#modules/staff/office-network.ts';
import { requirePermission } from '#modules/staff/permissions.ts';
import { cropStored, keepUpload, staffFileLimits } from '#modules/uploads/uploads.ts';
import { filesFolder } from '#platform/files-mark.ts';
import { Refusal } from '#platform/refusal.ts';
import { ensure } from '#shared/ensure.ts';
import { compareRegistryRoute } from './compare-registry.ts';
import { fileImportUploads } from './file-imports.ts';
import { goodsImportUploads } from './goods-imports.ts';
import { registerAdmin } from './register.ts';
import { type AdminRoute, adminWrite } from './route.ts';

const Edge = z.coerce.number().int().min(0).max(20_000);

const Stored = z.object({
  file: z.string(),
  kind: z.enum(['picture', 'pdf']),
  name: z.string(),
  width: z.int().nullable(),
  height: z.int().nullable(),
  size_bytes: z.int(),
});

const Share = z.number().min(0).max(1);

const uploadRoute = adminWrite({
  url: '/api/admin/files',
  summary: 'Загрузка изображения или PDF',
  // Of whoever keeps goods, pages or promotions: a file that no record names is deleted after a day.
  permission: 'content.write',
  body: z.object({
    file: z.file('Выберите файл'),
    /** Left, top, width and height of the part to keep, in pixels, by commas. */
    crop: z.string().max(60).optional(),
  }),
  status: 201,
  response: Stored,
  async run({ db, context, staff, body: { file, crop } }) {
    const upload = await keepUpload(db, filesFolder(context.config.DATA_DIR), {
      name: file.name,
      bytes: Buffer.from(await file.arrayBuffer()),
      ...(crop && { crop: readCrop(crop) }),
      staff_user_id: staff.user_id,
    });
    return {
      answer: upload,
      audit: { resource: 'files', record_id: upload.file, words: `Загружен файл «${upload.name || upload.file}»` },
      location: `/files/${upload.file}`,
    };
  },
});

/** Sent as JSON, not as a form. */
export const cropRoute = adminWrite({
  url: '/api/admin/pictures/crop',
  summary: 'Часть загруженного изображения как новое изображение',
  permission: 'content.write',
  body: z.object({
    file: z.string().min(1).max(300),
    /** In shares of the picture's sides. */
    part: z.object({ left: Share, top: Share, width: Share, height: Share }),
  }),
  status: 201,
  response: Stored,
  async run({ db, context, staff, body: { file, part } }) {
    const folder = filesFolder(context.config.DATA_DIR);
    const upload = await cropStored(db, folder, { file, part, staff_user_id: staff.user_id });
    return {
      answer: upload,
      audit: { resource: 'files', record_id: upload.file, words: `Изображение обрезано: «${upload.name}»` },
      location: `/files/${upload.file}`,
    };
  },
});

export const fileRoutes: AdminRoute[] = [
  uploadRoute,
  ...fileImportUploads,
  ...goodsImportUploads,
  compareRegistryRoute,
];
const permissions = new Map(fileRoutes.map(({ url, permission }) => [url, permission]));

/** Forms with files are read here alone, and only of those who may send them. */
export function registerFiles(api: Api, context: ApiContext): void {
  api.register(async (scope: Api) => {
    scope.addHook('onRequest', async (request) => {
      requirePermission(request.requestContext, ensure(permissions.get(request.routeOptions.url ?? '')));
      await requireOfficeNetwork(context.db, request.requestContext);
    });
    scope.addContentTypeParser(
      'multipart/form-data',
      { parseAs: 'buffer', bodyLimit: staffFileLimits.bytes + 100_000 },
      async (request: { headers: Record<string, unknown> }, body: Buffer) =>
        readForm(String(request.headers['content-type']), body),
    );
    registerAdmin(scope, context, fileRoutes);
  });
}

async function readForm(type: string, body: Buffer): Promise<Record<string, unknown>> {
  try {
    const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData();
    return Object.fromEntries(form.entries());
  } catch {
    throw new Refusal('bad_form');
  }
}

function readCrop(text: string) {
  const [left, top, width, height] = text.split(',');
  const crop = z.object({ left: Edge, top: Edge, width: Edge.min(1), height: Edge.min(1) });
  const read = crop.safeParse({ left, top, width, height });
  if (!read.success) throw new Refusal('bad_input', { fields: { crop: 'Край обрезки не читается' } });
  return read.data;
}
