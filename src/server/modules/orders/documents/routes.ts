import type { FastifyInstance, FastifyReply } from 'fastify';
import { holds } from '@/contract/core/areas';
import { adminOnly, isAllowed, withStaff } from '@/contract/core/permissions';
import { orders } from '@/contract/orders';
import * as actions from '@/contract/orders/actions';
import { businessDay } from '@/contract/settings/business-day';
import { type Ctx, isAdmin, type UserCtx } from '@/server/core/context';
import type { RequestDeps } from '@/server/core/deps';
import { csvParts, csvType } from '@/server/core/documents/csv-stream';
import { workbookType, writeSheet } from '@/server/core/documents/xlsx/write';
import { AppError } from '@/server/core/errors';
import { asCustomer } from '@/server/core/http/guard';
import { type Call, router } from '@/server/core/http/route';
import { countExport, sendParts, startExport } from '@/server/core/http/send-export';
import { wholeNumber } from '@/server/core/numbers';
import { seesContacts } from '@/server/core/rights/contacts';
import { findPerson } from '@/server/core/sessions';
import { inTransaction } from '@/server/core/transaction';
import { assertTakingOut } from '@/server/modules/accounts/personal-data/exports';
import { assertOwnShop } from '@/server/modules/catalogue/products/policy';
import { findReadableOrder } from '../policy';
import { createDocumentLink, redeemDocumentLink } from './document-links';
import { orderLineRows } from './export-lines';
import { orderRows } from './export-orders';
import { invoicePdf, parseLabels } from './invoice';
import { assertShopInOrder } from './order-document';
import { parseOrderIds, picklistPdf } from './picklist';

const allow = withStaff('orders');

/** Documents of orders: invoices, pick lists and the workbook. */
export function documentRoutes(app: FastifyInstance, deps: RequestDeps): void {
  const api = router(app, deps);
  invoiceRoutes(app, deps);
  exportRoutes(app, deps);
  lineRoutes(app, deps);
  api.on(actions.orderPicklist, async (ctx, { params, reply }) => {
    const { id, tracking_number } = await findReadableOrder(ctx, params.key);
    return sendPdf(reply, await picklistPdf(ctx, [id]), `picklist-${tracking_number}.pdf`);
  });
  api.on(
    actions.ordersPicklist,
    async (ctx, { body, reply }) =>
      sendPdf(reply, await picklistPdf(ctx, parseOrderIds(body.ids)), 'picklist.pdf'),
    { write: false },
  );
}

function invoiceRoutes(app: FastifyInstance, deps: RequestDeps): void {
  const api = router(app, deps);
  api.on(actions.orderInvoice, async (ctx, { params, reply }) => {
    const { id } = await findReadableOrder(ctx, params.key);
    return sendPdf(reply, await invoicePdf(ctx, id), `invoice-order-${id}.pdf`);
  });
  api.on(actions.invoiceUrl, async (ctx, { body, reply }) => {
    if (body.order_id === undefined || body.order_id === null) throw new AppError('NOT_FOUND');
    const order = await findReadableOrder(ctx, String(wholeNumber(body.order_id)));
    await assertShopInOrder(ctx, order, body.shop_id);
    const labels = parseLabels(body.translated_text);
    return sendUrl(reply, await createDocumentLink(ctx, { kind: 'invoice', orderId: order.id, labels }));
  });
  // One transaction: a failed document does not use up its link.
  api.on(
    actions.downloadInvoice,
    async (ctx, { params, reply }) => {
      const link = await redeemDocumentLink(ctx, 'invoice', params.token);
      const id = link.order_id ?? 0;
      const labels = link.labels as Record<string, string>;
      const asked = await asAsked(ctx, link, (asker) => findReadableOrder(asker, String(id)));
      const pdf = await invoicePdf(asked, id, labels);
      return sendPdf(reply, pdf, `invoice-order-${id}.pdf`);
    },
    { write: true },
  );
}

/** For accountants: no contact of a customer, so nothing is kept of who took it out. */
function lineRoutes(app: FastifyInstance, deps: RequestDeps): void {
  const api = router(app, deps);
  api.on(
    actions.exportOrderLines,
    async (ctx, { query, reply }) => {
      const { format, ...list } = query;
      const rows = await startExport(ctx, reply, orderLineRows(ctx, list));
      const name = `order-lines-${businessDay(ctx.now)}`;
      if (format === 'csv')
        return sendParts(reply, csvParts(rows, ctx.locale), { name: `${name}.csv`, type: csvType });
      return sendParts(reply, writeSheet(rows, name), { name: `${name}.xlsx`, type: workbookType });
    },
    { mayLag: true },
  );
}

function exportRoutes(app: FastifyInstance, deps: RequestDeps): void {
  const api = router(app, deps);
  const makeUrl = async (ctx: UserCtx, { params, reply }: Call) => {
    const shopId = params.shop_id === undefined ? null : (wholeNumber(params.shop_id) ?? 0);
    await assertMayExport(ctx, shopId);
    await assertTakingOut(ctx, orders, {
      ...(shopId !== null && { shop_id: shopId }),
      columns: 'customer_contact',
    });
    return sendUrl(reply, await createDocumentLink(ctx, { kind: 'orders', shopId }));
  };
  api.on(actions.orderExportUrl, makeUrl, { write: true });
  api.on(actions.shopOrderExportUrl, makeUrl, { write: true });
  api.on(actions.downloadOrderExport, async (ctx, { params, reply }) => {
    // A refused export leaves the link unused.
    const { link, person, asked } = await inTransaction(ctx, async (inside) => {
      const redeemed = await redeemDocumentLink(inside, 'orders', params.token);
      const reader = await asAsked(inside, redeemed, (own) => assertMayExport(own, redeemed.shop_id));
      const asker = { ...ctx, user: redeemed.user_id === null ? null : { id: redeemed.user_id } };
      countExport(asker, reply);
      return { link: redeemed, person: asker, asked: { ...reader, db: ctx.db } };
    });
    const rows = await startExport(person, reply, orderRows(asked, link.shop_id));
    reply.header('cache-control', 'private, no-store');
    return sendParts(reply, writeSheet(rows, 'orders'), { name: 'orders.xlsx', type: workbookType });
  });
}

/** All orders for administrators, those of a shop for its people. Throws FORBIDDEN, NOT_FOUND. */
async function assertMayExport(ctx: UserCtx, shopId: number | null): Promise<void> {
  if (!isAllowed(allow, ctx.user.permissions) || (shopId === null && !isAdmin(ctx)))
    throw new AppError('FORBIDDEN', { needs: adminOnly });
  if (shopId !== null) await assertOwnShop(ctx, shopId);
}

/**
 * A link has no session: it opens what the person who asked for it may read at that moment, with the contacts that they see
 * then. Throws NOT_FOUND, and what `assertMay` throws.
 */
async function asAsked(
  ctx: Ctx,
  link: { language: string; user_id: number | null },
  assertMay: (asker: UserCtx) => Promise<unknown>,
): Promise<Ctx> {
  const asked = { ...ctx, locale: link.language };
  if (link.user_id === null) return { ...asked, hidesContacts: false };
  const person = await findPerson(ctx.db, link.user_id);
  if (!person) throw new AppError('NOT_FOUND');
  await assertMay({ ...ctx, user: holds(person.permissions, 'orders:read') ? person : asCustomer(person) });
  return { ...asked, hidesContacts: !seesContacts({ user: person }) };
}

/** Every response is JSON, also a single address. */
function sendUrl(reply: FastifyReply, url: string): string {
  reply.type('application/json; charset=utf-8');
  return JSON.stringify(url);
}

function sendPdf(reply: FastifyReply, pdf: Buffer, name: string): Buffer {
  reply
    .type('application/pdf')
    .header('content-disposition', `attachment; filename="${name}"`)
    .header('cache-control', 'private, no-store');
  return pdf;
}
