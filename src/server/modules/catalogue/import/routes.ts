import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply } from 'fastify';
import * as actions from '@/contract/catalogue/actions';
import { maxImportBytes, maxPicturesBytes } from '@/contract/catalogue/products/imports';
import { encodings, type ReadingChoice, separators } from '@/contract/core/files/file-tables';
import type { UserCtx } from '@/server/core/context';
import type { FileDeps, RequestDeps } from '@/server/core/deps';
import { type Cell, cellText } from '@/server/core/documents/cells';
import { writeCsv } from '@/server/core/documents/csv';
import { csvType } from '@/server/core/documents/csv-stream';
import { workbookType, writeSheet, writeWorkbook } from '@/server/core/documents/xlsx/write';
import { rejectField, rejectValue } from '@/server/core/errors';
import { countImportFile } from '@/server/core/files/upload-limits';
import { type Call, router } from '@/server/core/http/route';
import { sendParts, startExport } from '@/server/core/http/send-export';
import { clientSignal, withUpload } from '@/server/core/http/uploads';
import { parseId } from '@/server/core/numbers';
import { openFiles } from '@/server/integrations/files/open-files';
import {
  dialectProducts,
  dialectVariations,
  exportProducts,
  readExportQuery,
} from '../products/export-products';
import { assertOwnShop } from '../products/policy';
import { createMissing } from './create-missing';
import { listErrorGroups } from './error-groups';
import { listFirstRows } from './first-rows';
import { importInOneRequest } from './import-in-one-request';
import {
  cancelImport,
  findImport,
  getImport,
  listImportErrors,
  listImports,
  listRejectedRows,
  startImport,
  updateImport,
} from './imports';
import { changeMapped, forgetMapped, listMapped, mapValues } from './mapped-values';
import { forgetColumns, listColumns } from './remembered-columns';
import { importTemplate } from './template';
import { rejectFile, uploadImport, uploadPictures } from './upload-import';
import type { WorkerDeps } from './worker';

/** Product files: background imports, exports, and both in the dialect of older clients. */
export function productFileRoutes(app: FastifyInstance, deps: RequestDeps & FileDeps & WorkerDeps): void {
  uploadRoutes(app, deps);
  importRoutes(app, deps);
  templateRoutes(app, deps);
  exportRoutes(app, deps);
  dialectRoutes(app, deps);
}

/** Not `write`: the transaction begins after the upload. */
function uploadRoutes(app: FastifyInstance, deps: RequestDeps & FileDeps): void {
  const api = router(app, deps);
  const { dataDir } = deps;
  api.on(
    actions.uploadImport,
    async (ctx, { request, reply }) => {
      await countImportFile(ctx);
      const signal = clientSignal(reply);
      return withUpload({ dataDir, request }, maxImportBytes, async ({ path, name, fields }) => {
        if (!path) rejectFile('error-file-missing');
        const made = await uploadImport(ctx, {
          shopId: parseId(fields.shop_id),
          fileName: name,
          path,
          signal,
          chosen: readingChoice(fields),
        });
        reply.code(201);
        return made;
      });
    },
    { write: false },
  );
  api.on(
    actions.uploadPictures,
    async (ctx, { params, request, reply }) => {
      await findImport(ctx, parseId(params.id));
      await countImportFile(ctx);
      const signal = clientSignal(reply);
      return withUpload({ dataDir, request }, maxPicturesBytes, ({ path }) => {
        if (!path) rejectField('zip', 'error-file-missing');
        return uploadPictures(ctx, parseId(params.id), { path, stored: openFiles(deps), signal });
      });
    },
    { write: false },
  );
}

/** What the form says of how the file is read. Throws VALIDATION_FAILED for what is no choice. */
function readingChoice({ encoding, separator, sheet }: Record<string, string>): ReadingChoice {
  const chosen = {
    encoding: encodings.find((one) => one === encoding),
    separator: separators.find((one) => one === separator),
    sheet: sheet || undefined,
  };
  if (encoding && !chosen.encoding) rejectValue('encoding');
  if (separator && !chosen.separator) rejectValue('separator');
  return chosen;
}

function importRoutes(app: FastifyInstance, deps: RequestDeps): void {
  const api = router(app, deps);
  api.on(actions.listImports, (ctx, { query }) => listImports(ctx, query));
  api.on(actions.getImport, (ctx, { params }) => getImport(ctx, parseId(params.id)));
  api.on(actions.listImportErrors, (ctx, { params, query }) =>
    listImportErrors(ctx, parseId(params.id), query),
  );
  api.on(actions.listErrorGroups, (ctx, { params }) => listErrorGroups(ctx, parseId(params.id)));
  api.on(actions.listMapped, (ctx, { query }) => listMapped(ctx, parseId(query.shop_id)));
  api.on(actions.listFirstRows, (ctx, { params }) => listFirstRows(ctx, parseId(params.id)));
  api.on(actions.listColumns, (ctx, { query }) => listColumns(ctx, parseId(query.shop_id)));
  api.on(actions.forgetColumns, async (ctx, { params }) => {
    await forgetColumns(ctx, parseId(params.id));
    return true;
  });
  api.on(actions.changeMapped, async (ctx, { params, body }) => {
    await changeMapped(ctx, parseId(params.id), body);
    return true;
  });
  api.on(actions.forgetMapped, async (ctx, { params }) => {
    await forgetMapped(ctx, parseId(params.id));
    return true;
  });
  api.on(actions.mapValues, (ctx, { params, body }) => mapValues(ctx, parseId(params.id), body));
  api.on(actions.createMissing, (ctx, { params, body }) => createMissing(ctx, parseId(params.id), body));
  api.on(actions.updateImport, (ctx, { params, body }) => updateImport(ctx, parseId(params.id), body));
  api.on(actions.checkImport, (ctx, { params }) => startImport(ctx, parseId(params.id), 'check'));
  api.on(actions.runImport, (ctx, { params }) => startImport(ctx, parseId(params.id), 'run'));
  api.on(actions.cancelImport, (ctx, { params }) => cancelImport(ctx, parseId(params.id)));
  for (const [action, format] of [
    [actions.rejectedRowsCsv, 'csv'],
    [actions.rejectedRowsWorkbook, 'xlsx'],
  ] as const) {
    api.on(action, async (ctx, { params, reply }) => {
      const { id } = await findImport(ctx, parseId(params.id));
      return sendRows(ctx, reply, listRejectedRows(ctx, id), {
        name: `rejected-${id}`,
        format,
        language: ctx.locale,
      });
    });
  }
}

function templateRoutes(app: FastifyInstance, deps: RequestDeps): void {
  const api = router(app, deps);
  for (const [action, format] of [
    [actions.importTemplateCsv, 'csv'],
    [actions.importTemplateWorkbook, 'xlsx'],
  ] as const) {
    api.on(action, async (ctx, { query, reply }) => {
      const { columns, sample, lists, title, listTitle, note } = await importTemplate(
        ctx,
        parseId(query.shop_id),
      );
      if (format === 'csv')
        return sendRows(ctx, reply, inOnePart([[...columns, note], sample]), {
          name: 'template',
          format,
          language: ctx.locale,
        });
      const sheets = [
        { title, rows: inOnePart([columns, sample]) },
        { title: listTitle, rows: inOnePart(lists) },
      ];
      return sendParts(reply, writeWorkbook(sheets), { name: 'template.xlsx', type: workbookType });
    });
  }
}

async function* inOnePart(rows: string[][]): AsyncGenerator<string[][]> {
  yield rows;
}

function exportRoutes(app: FastifyInstance, deps: RequestDeps): void {
  const api = router(app, deps);
  api.on(
    actions.exportProducts,
    async (ctx, { query, reply }) => {
      const asked = await readExportQuery(ctx, query);
      const format = query.format === 'xlsx' ? 'xlsx' : 'csv';
      const name = `products-${asked.shopId}`;
      return sendRows(ctx, reply, exportProducts(ctx, asked), { name, format, language: ctx.locale });
    },
    { mayLag: true },
  );
  for (const [action, name, rows] of [
    [actions.exportShopProducts, 'products-for-shop-id-', dialectProducts],
    [actions.exportShopVariations, 'variable-options-', dialectVariations],
  ] as const) {
    const run = async (ctx: UserCtx, { params, reply }: Call<undefined, { shop_id: string }>) => {
      const shopId = parseId(params.shop_id);
      await assertOwnShop(ctx, shopId);
      return sendRows(ctx, reply, rows(ctx, shopId), {
        name: `${name}${shopId}`,
        format: 'csv',
        language: '',
      });
    };
    api.on(action, run, { mayLag: true });
  }
}

function dialectRoutes(app: FastifyInstance, deps: RequestDeps & WorkerDeps): void {
  const api = router(app, deps);
  for (const [action, kind] of [
    [actions.importProducts, 'products'],
    [actions.importVariations, 'variations'],
  ] as const) {
    const run = async (ctx: UserCtx, { request, reply }: Call) => {
      await countImportFile(ctx);
      const signal = clientSignal(reply);
      const form = { dataDir: deps.dataDir, request };
      return withUpload(form, maxImportBytes, async ({ path: file, name, fields }) => {
        if (!file) rejectFile('error-file-missing');
        const shopId = parseId(fields.shop_id);
        const errors = await importInOneRequest(ctx, deps, {
          kind,
          shopId,
          fileName: name,
          path: file,
          signal,
        });
        if (errors.length === 0) return true;
        reply.code(422);
        return { message: 'VALIDATION_FAILED', request_id: ctx.requestId, errors };
      });
    };
    api.on(action, run, { write: false });
  }
}

/** Streams rows as a file. Russian CSV uses semicolons, because the comma is its decimal separator. */
async function sendRows(
  ctx: UserCtx,
  reply: FastifyReply,
  rows: AsyncIterable<Cell[][]>,
  { name, format, language }: { name: string; format: 'csv' | 'xlsx'; language: string },
): Promise<Readable> {
  const made = await startExport(ctx, reply, rows);
  if (format === 'xlsx')
    return sendParts(reply, writeSheet(made, name), { name: `${name}.xlsx`, type: workbookType });
  const csv = toCsv(made, language);
  return sendParts(reply, csv, { name: `${name}.csv`, type: csvType });
}

async function* toCsv(rows: AsyncIterable<Cell[][]>, language: string): AsyncGenerator<string> {
  let isFirst = true;
  for await (const part of rows) {
    const texts = part.map((row) => row.map((cell) => cellText(cell, language)));
    if (part.length > 0) yield writeCsv(texts, isFirst, language === 'ru' ? ';' : ',');
    isFirst = false;
  }
}
