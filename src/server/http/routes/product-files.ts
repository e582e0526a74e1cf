import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { withStaff } from '@/contract/permissions';
import { mostImportBytes, mostPicturesBytes } from '@/contract/products/imports';
import { writeCsv } from '../../csv';
import { AppError } from '../../errors';
import { openFiles } from '../../outside/files';
import { checkOwnShop } from '../../services/attributes-export';
import { csvType } from '../../services/ledger-csv';
import { exportProducts, readExportQuery } from '../../services/product-export';
import { dialectProducts, dialectVariations } from '../../services/product-export-dialect';
import { importAtOnce } from '../../services/product-import-dialect';
import { refuseFile } from '../../services/product-import-file';
import { rejectedRows } from '../../services/product-import-rejected';
import { uploadImport, uploadPictures } from '../../services/product-import-upload';
import {
  cancelImport,
  changeImport,
  findImport,
  getImport,
  idIn,
  listImportErrors,
  listImports,
  startImport,
} from '../../services/product-imports';
import { spendImportFile } from '../../services/upload-limits';
import { ImportWorker } from '../../workers/product-imports';
import { workbookType, writeSheet } from '../../xlsx/write';
import { type Deps, handle } from '../handle';
import { begun, sendParts } from '../send-parts';
import { clientSignal, withUpload } from '../uploads';

const allow = withStaff('catalogue');

/** Products as files: imports in the background, exports, and both as clients of the dialect do them (reference endpoints §7). */
export function productFileRoutes(app: FastifyInstance, deps: Deps): void {
  const worker = new ImportWorker(deps, (error) => app.log.error({ err: error }, 'product import'));
  // Only a server that is reached takes up what others have left: one that is only asked inside a test does what it is told.
  app.addHook('onListen', async () => {
    worker.start();
    worker.wake();
  });
  app.addHook('preClose', () => worker.stop());
  uploadRoutes(app, deps);
  importRoutes(app, deps, worker);
  exportRoutes(app, deps);
  dialectRoutes(app, deps);
}

/** Not `write`: transactions begin when the file has arrived. */
function uploadRoutes(app: FastifyInstance, deps: Deps): void {
  const { dataDir } = deps;
  app.post(
    '/product-imports',
    handle(deps, { allow }, async (ctx, { request, reply }) => {
      await spendImportFile(ctx);
      const signal = clientSignal(reply);
      return withUpload({ dataDir, request }, mostImportBytes, async ({ path, name, fields }) => {
        if (!path) refuseFile('error-file-missing');
        const made = await uploadImport(ctx, { shopId: idIn(fields.shop_id), fileName: name, path, signal });
        reply.code(201);
        return made;
      });
    }),
  );
  app.post(
    '/product-imports/:id/pictures',
    handle(deps, { allow }, async (ctx, { params, request, reply }) => {
      await findImport(ctx, idIn(params.id));
      await spendImportFile(ctx);
      const signal = clientSignal(reply);
      return withUpload({ dataDir, request }, mostPicturesBytes, ({ path }) => {
        if (!path) throw new AppError('VALIDATION_FAILED', { fields: { zip: ['error-file-missing'] } });
        return uploadPictures(ctx, idIn(params.id), { path, stored: openFiles(deps), signal });
      });
    }),
  );
}

function importRoutes(app: FastifyInstance, deps: Deps, worker: ImportWorker): void {
  const one = '/product-imports/:id';
  app.get(
    '/product-imports',
    handle(deps, { allow }, (ctx, { query }) => listImports(ctx, query)),
  );
  app.get(
    one,
    handle(deps, { allow }, (ctx, { params }) => getImport(ctx, idIn(params.id))),
  );
  app.get(
    `${one}/errors`,
    handle(deps, { allow }, (ctx, { params, query }) => listImportErrors(ctx, idIn(params.id), query)),
  );
  app.patch(
    one,
    handle(deps, { allow, write: true }, (ctx, { params, body }) => changeImport(ctx, idIn(params.id), body)),
  );
  for (const kind of ['check', 'run'] as const) {
    const start = handle(deps, { allow, write: true }, (ctx, { params }) =>
      startImport(ctx, idIn(params.id), kind),
    );
    app.post(`${one}/${kind}`, async (request, reply) => {
      const started = await start(request, reply);
      // Only now: the transaction has ended.
      worker.wake();
      return started;
    });
  }
  app.post(
    `${one}/cancel`,
    handle(deps, { allow, write: true }, (ctx, { params }) => cancelImport(ctx, idIn(params.id))),
  );
  for (const format of ['csv', 'xlsx'] as const) {
    app.get(
      `${one}/rejected.${format}`,
      handle(deps, { allow }, async (ctx, { params, reply }) => {
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
    handle(deps, { allow }, async (ctx, { query, reply }) => {
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
      handle(deps, { allow }, async (ctx, { params, reply }) => {
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
      handle(deps, { allow }, async (ctx, { request, reply }) => {
        await spendImportFile(ctx);
        const signal = clientSignal(reply);
        const form = { dataDir: deps.dataDir, request };
        return withUpload(form, mostImportBytes, async ({ path: file, name, fields }) => {
          if (!file) refuseFile('error-file-missing');
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
