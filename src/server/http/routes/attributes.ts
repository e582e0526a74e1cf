import type { FastifyInstance, FastifyRequest } from 'fastify';
import { mostCsvBytes } from '@/contract/attributes/csv';
import { withStaff } from '@/contract/permissions';
import { AppError } from '../../errors';
import { checkOwnShop, exportAttributes } from '../../services/attributes-export';
import { importAttributes } from '../../services/attributes-import';
import { csvType } from '../../services/ledger-csv';
import { type Deps, handle } from '../handle';
import { begun, sendParts } from '../send-parts';

/** Attributes as files, for a shop's own people and administrators (reference endpoints §7, rules S-10, R-279…R-281). */
export function attributeRoutes(app: FastifyInstance, deps: Deps): void {
  app.get(
    '/export-attributes/:shop_id',
    handle(deps, { allow: withStaff('catalogue') }, async (ctx, { params, reply }) => {
      const shopId = idIn(params.shop_id);
      await checkOwnShop(ctx, shopId);
      const parts = await begun(exportAttributes(ctx, shopId));
      return sendParts(reply, parts, { name: `attributes-for-shop-id-${shopId}.csv`, type: csvType });
    }),
  );
  app.post(
    '/import-attributes',
    // Not `write`: the transaction begins when the file has arrived.
    handle(deps, { allow: withStaff('catalogue') }, async (ctx, { request, reply }) => {
      const { content, fields } = await readForm(request);
      if (!content) throw new AppError('VALIDATION_FAILED', { fields: { csv: ['error-file-missing'] } });
      const isDryRun = isSet(fields.dry_run);
      const { report, isStored } = await importAttributes(ctx, {
        shopId: idIn(fields.shop_id),
        content,
        isDryRun,
        skipsWrong: isSet(fields.skip_wrong),
      });
      if (isStored || isDryRun) return report;
      reply.code(422);
      return { message: 'VALIDATION_FAILED', request_id: ctx.requestId, ...report };
    }),
  );
}

async function readForm(
  request: FastifyRequest,
): Promise<{ content: Buffer | undefined; fields: Record<string, string> }> {
  if (!request.isMultipart()) throw new AppError('BAD_REQUEST');
  const limits = { fileSize: mostCsvBytes, files: 1, fields: 10, fieldSize: 1000 };
  const fields: Record<string, string> = {};
  let content: Buffer | undefined;
  for await (const part of request.parts({ limits })) {
    if (part.type === 'file') content = await part.toBuffer();
    else fields[part.fieldname] = String(part.value);
  }
  return { content, fields };
}

/** The id of a shop; what is none is nobody's. */
function idIn(text: string | undefined): number {
  return /^\d{1,15}$/.test(text ?? '') ? Number(text) : 0;
}

function isSet(text: string | undefined): boolean {
  return text === '1' || text === 'true';
}
