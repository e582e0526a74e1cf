import { readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import { maxCsvBytes } from '@/contract/catalogue/attributes/csv';
import { withStaff } from '@/contract/core/permissions';
import { csvType } from '@/server/core/documents/csv-stream';
import { AppError } from '@/server/core/errors';
import { countImportFile } from '@/server/core/files/upload-limits';
import { type Deps, route } from '@/server/core/http/route';
import { begun, sendParts } from '@/server/core/http/send-parts';
import { withUpload } from '@/server/core/http/uploads';
import { checkOwnShop, exportAttributes } from './export-attributes';
import { importAttributes } from './import-attributes';

/** Attributes as files, for a shop's own people and administrators (reference endpoints §7, rules S-10, R-279…R-281). */
export function attributeRoutes(app: FastifyInstance, deps: Deps): void {
  app.get(
    '/export-attributes/:shop_id',
    route(deps, { allow: withStaff('catalogue') }, async (ctx, { params, reply }) => {
      const shopId = idIn(params.shop_id);
      await checkOwnShop(ctx, shopId);
      const parts = await begun(exportAttributes(ctx, shopId));
      return sendParts(reply, parts, { name: `attributes-for-shop-id-${shopId}.csv`, type: csvType });
    }),
  );
  app.post(
    '/import-attributes',
    // Not `write`: the transaction begins when the file has arrived.
    route(deps, { allow: withStaff('catalogue') }, async (ctx, { request, reply }) => {
      await countImportFile(ctx);
      return withUpload({ dataDir: deps.dataDir, request }, maxCsvBytes, async ({ path, fields }) => {
        if (!path) throw new AppError('VALIDATION_FAILED', { fields: { csv: ['error-file-missing'] } });
        const isDryRun = isSet(fields.dry_run);
        const { report, isStored } = await importAttributes(ctx, {
          shopId: idIn(fields.shop_id),
          content: await readFile(path),
          isDryRun,
          skipsWrong: isSet(fields.skip_wrong),
        });
        if (isStored || isDryRun) return report;
        reply.code(422);
        return { message: 'VALIDATION_FAILED', request_id: ctx.requestId, ...report };
      });
    }),
  );
}

/** The id of a shop; what is none is nobody's. */
function idIn(text: string | undefined): number {
  return /^\d{1,15}$/.test(text ?? '') ? Number(text) : 0;
}

function isSet(text: string | undefined): boolean {
  return text === '1' || text === 'true';
}
