import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { maxImportBytes, maxPicturesBytes } from '@/contract/catalogue/products/imports';
import { withStaff } from '@/contract/core/permissions';
import { writeCsv } from '@/server/core/documents/csv';
import { csvType } from '@/server/core/documents/csv-stream';
import { workbookType, writeSheet } from '@/server/core/documents/xlsx/write';
import { AppError } from '@/server/core/errors';
import { countImportFile } from '@/server/core/files/upload-limits';
import { type Deps, route } from '@/server/core/http/route';
import { begun, sendParts } from '@/server/core/http/send-parts';
import { clientSignal, withUpload } from '@/server/core/http/uploads';
import { openFiles } from '@/server/integrations/files/files';
import { checkOwnShop } from '../attributes/attributes-export';
import { exportProducts, readExportQuery } from '../export/product-export';
import { dialectProducts, dialectVariations } from '../export/product-export-dialect';
import { importAtOnce } from './dialect';
import { rejectFile } from './file';
import {
  cancelImport,
  changeImport,
  findImport,
  getImport,
  idIn,
  listImportErrors,
  listImports,
  startImport,
} from './imports';
import { rejectedRows } from './rejected';
import { uploadImport, uploadPictures } from './upload';

const allow = withStaff('catalogue');

/** Products as files: imports in the background, exports, and both as clients of the dialect do them (reference endpoints §7). */
export function productFileRoutes(app: FastifyInstance, deps: Deps): void {
  uploadRoutes(app, deps);
  importRoutes(app, deps);
  exportRoutes(app, deps);
  dialectRoutes(app, deps);
}

/** Not `write`: transactions begin when the file has arrived. */
function uploadRoutes(app: FastifyInstance, deps: Deps): void {
  const { dataDir } = deps;
  app.post(
    '/product-imports',
    route(deps, { allow }, async (ctx, { request, reply }) => {
      await countImportFile(ctx);
      const signal = clientSignal(reply);
      return withUpload({ dataDir, request }, maxImportBytes, async ({ path, name, fields }) => {
        if (!path) rejectFile('error-file-missing');
        const made = await uploadImport(ctx, { shopId: idIn(fields.shop_id), fileName: name, path, signal });
        reply.code(201);
        return made;
      });
    }),
  );
  app.post(
    '/product-imports/:id/pictures',
    route(deps, { allow }, async (ctx, { params, request, reply }) => {
      await findImport(ctx, idIn(params.id));
      await countImportFile(ctx);
      const signal = clientSignal(reply);
      return withUpload({ dataDir, request }, maxPicturesBytes, ({ path }) => {
        if (!path) throw new AppError('VALIDATION_FAILED', { fields: { zip: ['error-file-missing'] } });
        return uploadPictures(ctx, idIn(params.id), { path, stored: openFiles(deps), signal });
      });
    }),
  );
}

function importRoutes(app: FastifyInstance, deps: Deps): void {
  const one = '/product-imports/:id';
  app.get(
    '/product-imports',
    route(deps, { allow }, (ctx, { query }) => listImports(ctx, query)),
  );
  app.get(
    one,
    route(deps, { allow }, (ctx, { params }) => getImport(ctx, idIn(params.id))),
  );
  app.get(
    `${one}/errors`,
    route(deps, { allow }, (ctx, { params, query }) => listImportErrors(ctx, idIn(params.id), query)),
  );
  app.patch(
    one,
    route(deps, { allow, write: true }, (ctx, { params, body }) => changeImport(ctx, idIn(params.id), body)),
  );
  for (const kind of ['check', 'run'] as const) {
    app.post(
      `${one}/${kind}`,
      route(deps, { allow, write: true }, (ctx, { params }) => startImport(ctx, idIn(params.id), kind)),
    );
  }
  app.post(
    `${one}/cancel`,
    route(deps, { allow, write: true }, (ctx, { params }) => cancelImport(ctx, idIn(params.id))),
  );
  for (const format of ['csv', 'xlsx'] as const) {
    app.get(
      `${one}/rejected.${format}`,
      route(deps, { allow }, async (ctx, { params, reply }) => {
        const { id } = await findImport(ctx, idIn(params.id));
        return sendRows(reply, rejectedRows(ctx, id), {
          name: `rejected-${id}`,
          format,
          language: ctx.locale,
        });
      }),
    );
  }
}

function exportRoutes(app: FastifyInstance, deps: Deps): void {
  app.get(
    '/product-exports',
    route(deps, { allow }, async (ctx, { query, reply }) => {
      const asked = await readExportQuery(ctx, query);
      const format = query.format === 'xlsx' ? 'xlsx' : 'csv';
      const name = `products-${asked.shopId}`;
      return sendRows(reply, exportProducts(ctx, asked), { name, format, language: ctx.locale });
    }),
  );
  for (const [path, name, rows] of [
    ['export-products', 'products-for-shop-id-', dialectProducts],
    ['export-variation-options', 'variable-options-', dialectVariations],
  ] as const) {
    app.get(
      `/${path}/:shop_id`,
      route(deps, { allow }, async (ctx, { params, reply }) => {
        const shopId = idIn(params.shop_id);
        await checkOwnShop(ctx, shopId);
        return sendRows(reply, rows(ctx, shopId), { name: `${name}${shopId}`, format: 'csv', language: '' });
      }),
    );
  }
}

function dialectRoutes(app: FastifyInstance, deps: Deps): void {
  for (const [path, kind] of [
    ['import-products', 'products'],
    ['import-variation-options', 'variations'],
  ] as const) {
    app.post(
      `/${path}`,
      route(deps, { allow }, async (ctx, { request, reply }) => {
        await countImportFile(ctx);
        const signal = clientSignal(reply);
        const form = { dataDir: deps.dataDir, request };
        return withUpload(form, maxImportBytes, async ({ path: file, name, fields }) => {
          if (!file) rejectFile('error-file-missing');
          const shopId = idIn(fields.shop_id);
          const errors = await importAtOnce(ctx, deps, { kind, shopId, fileName: name, path: file, signal });
          if (errors.length === 0) return true;
          reply.code(422);
          return { message: 'VALIDATION_FAILED', request_id: ctx.requestId, errors };
        });
      }),
    );
  }
}

/** Rows as a file, a part at a time. Semicolons where the comma is for fractions. */
async function sendRows(
  reply: FastifyReply,
  rows: AsyncIterable<string[][]>,
  { name, format, language }: { name: string; format: 'csv' | 'xlsx'; language: string },
): Promise<Readable> {
  const made = await begun(rows);
  if (format === 'xlsx')
    return sendParts(reply, writeSheet(made, name), { name: `${name}.xlsx`, type: workbookType });
  const csv = csvOf(made, language === 'ru' ? ';' : ',');
  return sendParts(reply, csv, { name: `${name}.csv`, type: csvType });
}

async function* csvOf(rows: AsyncIterable<string[][]>, delimiter: ',' | ';'): AsyncGenerator<string> {
  let isFirst = true;
  for await (const part of rows) {
    if (part.length > 0) yield writeCsv(part, isFirst, delimiter);
    isFirst = false;
  }
}
